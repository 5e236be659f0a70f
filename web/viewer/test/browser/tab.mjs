// SPDX-License-Identifier: MIT
// What the tests of the page share: a browser, tabs whose complaints fail a test, files, counts.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { conclude, problems, work } from './harness.mjs'

export { eventually, only, problems, skip, test, work } from './harness.mjs'
export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const page = new URL('../../dist/index.html', import.meta.url).href
export const executablePath = process.env.REEL_CHROMIUM ?? '/usr/bin/chromium'
export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A window for tests that do not look at the picture: software draws it pixel by pixel, in most of the time of these tests. */
export const small = { width: 480, height: 420 }
export const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
export const browser = await chromium.launch({ executablePath, args })

export async function openPage({ width = 1280, height = 760, colorScheme = 'dark', hash = '', url = page, from = browser, ...more } = {}) {
  const tab = await from.newPage({ viewport: { width, height }, colorScheme, ...more })
  tab.setDefaultTimeout(120_000) // software rendering on a busy machine
  tab.on('console', (message) => {
    if (message.type() === 'error' || (message.type() === 'warning' && !/GL Driver|GPU stall|swiftshader/i.test(message.text())))
      problems.push(message.text())
  })
  tab.on('pageerror', (error) => problems.push(String(error)))
  tab.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) problems.push(`request of ${request.url()}`)
  })
  await tab.goto(url + hash)
  return tab
}

/** Opens a file in the page and waits until the page says what became of it. */
export async function give(tab, file) {
  await tab.evaluate(() => (document.documentElement.dataset.state = 'opening'))
  await tab.setInputFiles('input[type=file] >> nth=0', file)
  await tab.waitForFunction(() => ['ready', 'error'].includes(document.documentElement.dataset.state), null, { timeout: 300_000 })
  return tab.evaluate(() => document.documentElement.dataset.state)
}

/** A control of the player, which is in the menu "More" if the row has no room for it. */
export async function control(tab, selector) {
  if (!(await tab.isVisible(selector))) await tab.click('[title=More]')
  return tab.locator(selector)
}

/** The next picture is drawn. */
export const settled = (tab) => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
export const now = (tab) => tab.evaluate(() => window.reelViewer.player().clock.time)
export const seek = async (tab, time) => {
  await tab.evaluate((to) => window.reelViewer.player().actions.seek(to), time)
  await settled(tab)
}
export const made = (name, bytes) => {
  const path = join(work, name)
  writeFileSync(path, bytes)
  return path
}
export const golden = (path) => join(root, 'tests/formats', path)

/** axe-core finds nothing in the page, or in the element that a selector names. It comes by the debugger, which the page's policy does not bind. */
export async function axeFindsNothing(tab, what, selector = 'html') {
  await tab.evaluate(axe)
  const { violations } = await tab.evaluate(
    (part) => window.axe.run(document.querySelector(part), { resultTypes: ['violations'] }),
    selector,
  )
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
    [],
  )
}

/** The last line of a program with tests. */
export async function finish() {
  await browser.close()
  conclude()
}
