// SPDX-License-Identifier: MIT
// The same file of the extension in Node.js, opened as the page says: node test.mjs EXTENSION FOLDER README
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const [extension, folder, page] = process.argv.slice(2);
const [, block] = /```js\n([^]*?)```/.exec(readFileSync(page, "utf8"));
const AsyncFunction = (async () => {}).constructor;
const instance = await new AsyncFunction("DuckDBInstance", `${block} return instance;`)(DuckDBInstance);
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
