// SPDX-License-Identifier: MIT
// Firefox and WebKit, by the commands of WebDriver, on a screen in memory (Xvfb): Firefox over its own socket (Marionette: JSON with its
// length before it), so that no driver is needed; WebKit over HTTP, by the driver of WebKitGTK.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

/** Starts a program that ends with this one. */
function start(command, words, options) {
  const program = spawn(command, words, { stdio: 'ignore', ...options })
  process.on('exit', () => program.kill())
  return program
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })

/** A connection to a program that has just been started. */
async function connected(port, name, until = Date.now() + 300_000) {
  for (;;) {
    const socket = await new Promise((done) => {
      const made = connect(port, '127.0.0.1', () => done(made)).on('error', () => done(null))
    })
    if (socket) return socket
    if (Date.now() > until) throw new Error(`${name} does not answer`)
    await pause(200)
  }
}

/** What tests do with a browser. `call` sends a command of WebDriver and gives its result. */
function driven(call, close) {
  const find = async (selector) => (await call('FindElement', { using: 'css selector', value: selector }))[ELEMENT]
  const run = (script, ...args) => call('ExecuteScript', { script: `return (${script})(...arguments)`, args })
  return {
    close,
    run,
    open: (url) => call('Navigate', { url }),
    picture: async () => Buffer.from(await call('TakeScreenshot', {}), 'base64'),
    /** Presses keys, one after the other; Tab and the like by their numbers in WebDriver. */
    async press(...keys) {
      const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await call('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    choose: async (selector, path) => call('ElementSendKeys', { id: await find(selector), text: path }),
    /** Waits until a function of the page gives something. */
    async until(script, ...args) {
      const end = Date.now() + 300_000
      for (;;) {
        const value = await run(script, ...args)
        if (value) return value
        if (Date.now() > end) throw new Error(`nothing came of ${script}`)
        await pause(50)
      }
    },
    /** Makes what a page has as its window this large. */
    async resize(width, height) {
      for (let tries = 0; tries < 3; tries++) {
        const [outerWidth, outerHeight, innerWidth, innerHeight] = await run(() => {
          const { outerWidth, outerHeight, innerWidth, innerHeight } = window
          return [outerWidth, outerHeight, innerWidth, innerHeight]
        })
        if (innerWidth === width && innerHeight === height) return
        await call('SetWindowRect', { width: outerWidth + width - innerWidth, height: outerHeight + height - innerHeight })
        await pause(200)
      }
    },
  }
}

const xvfb = '/usr/bin/Xvfb'
export const keys = { tab: '\uE004', enter: '\uE007', escape: '\uE00C', right: '\uE014' }

/** A screen in memory, on which software draws; the environment of programs that use it. */
async function startScreen() {
  const program = start(xvfb, ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise((done, failed) => {
    program.stdio[3].once('data', (data) => done(String(data).trim()))
    program.once('error', failed)
    program.once('exit', (status) => failed(new Error(`Xvfb ended with ${status}`)))
  })
  return {
    environment: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
    close: () => program.kill(),
  }
}

/** Starts Firefox in a window of a screen that nobody sees: without one it has no WebGL. */
async function startFirefox(executable, folder) {
  const screen = await startScreen()
  const port = await freePort()
  const profile = join(folder, 'firefox')
  mkdirSync(profile)
  // WebGL by software, which Firefox does not use unless it is told to.
  const settings = { 'marionette.port': port, 'webgl.force-enabled': true, 'webgl.disable-fail-if-major-performance-caveat': true }
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(''),
  )
  const program = start(executable, ['--marionette', '--no-remote', '--profile', profile], { env: screen.environment })
  const socket = await connected(port, 'Firefox')
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
      else call?.done(result && 'value' in result ? result.value : result)
    }
  })
  const call = (command, parameters = {}) =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed })
      const text = JSON.stringify([0, last, `WebDriver:${command}`, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  await call('NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } })
  return driven(call, () => {
    socket.destroy()
    program.kill()
    screen.close()
  })
}

const paths = {
  Navigate: () => ['POST', '/url'],
  ExecuteScript: () => ['POST', '/execute/sync'],
  FindElement: () => ['POST', '/element'],
  ElementSendKeys: ({ id }) => ['POST', `/element/${id}/value`],
  PerformActions: () => ['POST', '/actions'],
  SetWindowRect: () => ['POST', '/window/rect'],
  TakeScreenshot: () => ['GET', '/screenshot'],
}

/** Starts WebKit in a window of a screen that nobody sees. */
async function startWebkit(driver, browser) {
  const screen = await startScreen()
  const port = await freePort()
  const program = start(driver, [`--port=${port}`], {
    env: screen.environment,
  })
  ;(await connected(port, 'the driver of WebKit')).destroy()
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: body && JSON.stringify(body) })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } }
  const { sessionId } = await send('POST', '', { capabilities })
  return driven(
    (command, parameters) => {
      const [method, path] = paths[command](parameters)
      return send(method, `/${sessionId}${path}`, method === 'POST' ? parameters : undefined)
    },
    async () => {
      await send('DELETE', `/${sessionId}`).catch(() => undefined)
      program.kill()
      screen.close()
    },
  )
}

/** Where Debian has the browser that comes with the library of WebKit; undefined: nowhere. */
function miniBrowser() {
  const folder = '/usr/lib'
  return readdirSync(folder)
    .flatMap((machine) => ['4.1', '4.0', '6.0'].map((version) => join(folder, machine, `webkit2gtk-${version}`, 'MiniBrowser')))
    .find((path) => existsSync(path))
}

/** The browsers that this machine has, each with a function that starts it; or why there is none. */
export function otherBrowsers(folder) {
  const firefox = process.env.REEL_FIREFOX ?? '/usr/bin/firefox-esr'
  const driver = process.env.REEL_WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver'
  const webkit = miniBrowser()
  return [
    existsSync(firefox) && existsSync(xvfb)
      ? { name: 'Firefox', start: () => startFirefox(firefox, folder) }
      : { name: 'Firefox', missing: 'no Firefox: Debian has it in firefox-esr, and needs xvfb' },
    existsSync(driver) && webkit && existsSync(xvfb)
      ? { name: 'WebKit', start: () => startWebkit(driver, webkit) }
      : { name: 'WebKit', missing: 'no WebKit to drive: Debian has it in webkit2gtk-driver, and xvfb' },
  ]
}
