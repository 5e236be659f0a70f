// SPDX-License-Identifier: MIT
// Takes pictures of the page: node test/browser/look.mjs FOLDER NAME:FILE[,MAP][:TIME[:CAMERA[:WIDTHxHEIGHT[:dark|light[:PANEL[:OTHER]]]]]]...
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const [folder, ...shots] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const page = new URL('../../dist/index.html', import.meta.url).href
const browser = await chromium.launch({
  executablePath: process.env.REEL_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
for (const shot of shots) {
  const [name, file, time = '0', camera = '', size = '1280x760', scheme = 'dark', panel = '', other = ''] = shot.split(':')
  const [width, height] = size.split('x').map(Number)
  const tab = await browser.newPage({ viewport: { width, height }, colorScheme: scheme })
  tab.on('console', (message) => console.log(`${name}: ${message.type()}: ${message.text()}`))
  tab.on('pageerror', (error) => console.log(`${name}: ${error.stack}`))
  await tab.goto(`${page}#t=${time}${camera ? `&cam=${encodeURIComponent(camera)}` : ''}`)
  if (file) {
    await tab.setInputFiles('input[type=file]', file.split(','))
    await tab.waitForFunction(() => ['ready', 'error'].includes(document.documentElement.dataset.state))
  }
  if (panel) await tab.click(`#tab-${panel}`)
  if (other) {
    await tab.setInputFiles('input[type=file] >> nth=1', other)
    await tab.waitForSelector('.compare:not([hidden])')
  }
  await tab.waitForTimeout(700)
  await tab.screenshot({ path: `${folder}/${name}.png` })
  await tab.close()
}
await browser.close()
console.log(fileURLToPath(page), shots.length, 'pictures')
