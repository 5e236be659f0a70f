// SPDX-License-Identifier: MIT
// The same file of the extension in Node.js: node test.mjs EXTENSION FOLDER
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const [extension, folder] = process.argv.slice(2);
const instance = await DuckDBInstance.create(":memory:", { allow_unsigned_extensions: "true" });
const connection = await instance.connect();
await connection.run(`LOAD '${extension}'`);

async function rows(sql) {
  return (await connection.runAndReadAll(sql)).getRowsJson();
}

assert.deepEqual(await rows(`SELECT count(*), round(sum(time), 1) FROM '${folder}/full.bsor'`), [["8", 3.5]]);
assert.deepEqual(await rows(`SELECT player_name FROM read_replay('${folder}/full.bsor', rows := 'info')`), [["Player One"]]);
assert.deepEqual(await rows(`SELECT count(DISTINCT file) FROM replay_files('${folder}')`), [[String(readdirSync(folder).length)]]);
await assert.rejects(rows(`FROM read_replay('${folder}/full.bsor', rows := 'notse')`), /did you mean "notes"/);
console.log((await rows("SELECT version()"))[0][0]);
