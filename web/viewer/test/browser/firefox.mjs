// SPDX-License-Identifier: MIT
// Firefox, by its own protocol (Marionette: JSON with its length before it, over TCP), so that no driver is needed.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })

async function connected(port, until) {
  for (;;) {
    const socket = await new Promise((done) => {
      const made = connect(port, '127.0.0.1', () => done(made)).on('error', () => done(null))
    })
    if (socket) return socket
    if (Date.now() > until) throw new Error('Firefox does not answer')
    await new Promise((done) => setTimeout(done, 200))
  }
}

/** Starts Firefox without a window. `call` sends a command and gives its result. */
export async function firefox(executable, folder) {
  const port = await freePort()
  const profile = join(folder, 'firefox')
  mkdirSync(profile)
  writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`)
  const program = spawn(executable, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore' })
  const socket = await connected(port, Date.now() + 60_000)
  let buffer = Buffer.alloc(0)
  let last = 0
  const waiting = new Map()
  socket.on('data', (data) => {
    buffer = Buffer.concat([buffer, data])
    for (;;) {
      const colon = buffer.indexOf(':')
      const size = Number(buffer.subarray(0, Math.max(0, colon)).toString())
      if (colon < 0 || buffer.length < colon + 1 + size) return
      const message = JSON.parse(buffer.subarray(colon + 1, colon + 1 + size).toString())
      buffer = buffer.subarray(colon + 1 + size)
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      const call = waiting.get(id)
      waiting.delete(id)
      if (error) call?.failed(new Error(error.message))
      else call?.done(result)
    }
  })
  const call = (command, parameters = {}) =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed })
      const text = JSON.stringify([0, last, command, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  await call('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } })
  return {
    open: (url) => call('WebDriver:Navigate', { url }),
    run: async (script) => (await call('WebDriver:ExecuteScript', { script, args: [] })).value,
    picture: async () => Buffer.from((await call('WebDriver:TakeScreenshot', { full: false })).value, 'base64'),
    close() {
      socket.destroy()
      program.kill()
    },
  }
}
