// SPDX-License-Identifier: MIT
// A web server of this machine for the tests of the element: the package under /package/, and pages that are made by the tests.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html; charset=utf-8', '.json': 'application/json' }

function read(path) {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/**
 * Serves a folder under /package/, and `pages`, by path. `before(path)`: is awaited first. `headers(path, type, packed)`: those of an answer,
 * besides its type.
 */
export function serve(folder, { pages = new Map(), before = () => undefined, headers = () => ({}) } = {}) {
  return new Promise((done) => {
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url, 'http://x')
      await before(pathname)
      const packed = pathname.startsWith('/package/') ? normalize(join(folder, pathname.slice(9))) : null
      const body = pages.get(pathname) ?? (packed?.startsWith(folder) ? read(packed) : null)
      if (body === null || body === undefined) return response.writeHead(404).end()
      const type = types[extname(pathname)] ?? 'application/octet-stream'
      response.writeHead(200, { 'Content-Type': type, ...headers(pathname, type, packed !== null) })
      response.end(body)
    }).listen(0, '127.0.0.1', () => done({ server, pages, at: `http://127.0.0.1:${server.address().port}` }))
  })
}
