// SPDX-License-Identifier: MIT
// A replay for each scene, with its map, and a time at which much of the scene is seen; and pictures of it, compared.
import { closeSync, openSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bsor, teehistorian } from './files.mjs'
import { beatMap, teeMap } from './maps.mjs'
import { give, golden, made, seek, work } from './tab.mjs'

/** Writes a file piece by piece, and gives its size. */
export function writePieces(name, pieces) {
  const path = join(work, name)
  const file = openSync(path, 'w')
  let size = 0
  for (const piece of pieces) size += writeSync(file, piece)
  closeSync(file)
  return { path, size }
}

/** In the page: whether it says what became of a map; it may still be saying something of the replay. */
export const saysOfMap = (name) => {
  const { textContent } = document.querySelector('.status')
  return textContent.startsWith('Map added') || textContent.includes(name)
}

/** Adds a map to what is open, and gives what the page says. */
export async function addMap(tab, file) {
  await tab.evaluate(() => (document.querySelector('.status').textContent = ''))
  await tab.setInputFiles('input[type=file] >> nth=0', file)
  await tab.waitForFunction(saysOfMap, basename(file))
  return tab.textContent('.status')
}

export const scenes = [
  {
    name: 'beatsaber',
    files: () => [made('play.bsor', bsor({ notes: 60, skilled: true })), made('map.zip', beatMap({ notes: 60 }))],
    time: 7.3,
  },
  { name: 'ddnet', files: () => [writePieces('circles.teehistorian', teehistorian()).path, made('circles.map', teeMap())], time: 20 },
  { name: 'echo', files: () => [golden('echo/golden/arena.butter')], time: 0.1 },
  { name: 'geometrydash', files: () => [golden('gdr/golden/two_players.gdr2')], time: 0.5 },
]

/** In the page: whether the title over the first picture, and the hint, have faded. */
export const titleIsGone = () =>
  [...document.querySelectorAll('.card, .hint')].every((shown) => window.getComputedStyle(shown).opacity === '0')

/** Opens the replay of a scene, at its time, with its map. */
export async function openScene(tab, { name, files, time }) {
  const [file, map] = files()
  if ((await give(tab, file)) !== 'ready') throw new Error(`the replay of ${name} does not open`)
  if (map && !/^Map added/.test(await addMap(tab, map))) throw new Error(`the map of ${name} is not added`)
  await seek(tab, time)
  await tab.waitForFunction(titleIsGone)
}

/**
 * The share of the pixels of two pictures that differ by more than 32 of 256 in a channel: browsers and machines draw edges and letters a
 * little differently; 1 if their sizes differ. `width`, `height`: both are scaled to this size first. `crop`: the part of the first, or of
 * both, that counts.
 */
export const difference = (tab, one, other, { width, height, crop, both = false } = {}) =>
  tab.evaluate(
    async ([pictures, size, parts]) => {
      const [a, b] = await Promise.all(
        pictures.map(async (base64, index) => {
          const bytes = Uint8Array.from(window.atob(base64), (letter) => letter.charCodeAt(0))
          const whole = await window.createImageBitmap(new window.Blob([bytes]))
          const { x, y, w, h } = parts[index] ?? { x: 0, y: 0, w: whole.width, h: whole.height }
          const canvas = new window.OffscreenCanvas(size[0] ?? w, size[1] ?? h)
          const context = canvas.getContext('2d')
          context.imageSmoothingQuality = 'high'
          context.drawImage(whole, x, y, w, h, 0, 0, canvas.width, canvas.height)
          return context.getImageData(0, 0, canvas.width, canvas.height)
        }),
      )
      if (a.width !== b.width || a.height !== b.height) return 1
      let count = 0
      for (let at = 0; at < a.data.length; at += 4)
        if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 32)) count++
      return count / (a.width * a.height)
    },
    [[one, other].map((bytes) => bytes.toString('base64')), [width, height], both ? [crop, crop] : [crop]],
  )
