// SPDX-License-Identifier: MIT
// Uploads a replay and lists what is kept, with types that were generated from /openapi.json: node client.js URL TOKEN FILE
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const [url = "", token = "", file = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });

const sent = await client.POST("/replays", {
  body: "", // the description says that it is binary, which has no type of its own
  bodySerializer: () => new Blob([readFileSync(file)]),
  headers: { "Content-Type": "application/octet-stream" },
});
if (!sent.data) throw new Error(sent.error.title);
const upload: components["schemas"]["Upload"] = sent.data;
const boards: number = (upload.boards ?? []).length;

const listed = await client.GET("/replays", { params: { query: { limit: 5 } } });
if (!listed.data) throw new Error(listed.error.title);
const ids: string[] = listed.data.replays.map((replay) => replay.id);

const refused = await client.POST("/replays", { body: "nothing", bodySerializer: (text) => text });
if (refused.data) throw new Error("text is no replay");
const { rule }: components["schemas"]["Problem"] = refused.error;

console.log(JSON.stringify({ id: upload.id, verdict: upload.verdict, boards, ids, rule }));
