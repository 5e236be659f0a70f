// SPDX-License-Identifier: MIT
// Symbols of buttons, as drawings: fonts do not all have them. 16 units a side.

const paths = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z',
  previousFrame: 'M11.5 3v10l-7-5zM2.5 3h1.6v10H2.5z',
  nextFrame: 'M4.5 3v10l7-5zM11.9 3h1.6v10h-1.6z',
  previousEvent: 'M15 3v10L8.5 8zM8 3v10L1.5 8z',
  nextEvent: 'M1 3v10l6.5-5zM8 3v10l6.5-5z',
  loopStart: 'M4 2.5h5v1.8H6v7.4h3v1.8H4z',
  loopEnd: 'M12 2.5H7v1.8h3v7.4H7v1.8h5z',
  close: 'M3.2 4.5l1.3-1.3L8 6.7l3.5-3.5 1.3 1.3L9.3 8l3.5 3.5-1.3 1.3L8 9.3l-3.5 3.5-1.3-1.3L6.7 8z',
  add: 'M7 2.5h2V7h4.5v2H9v4.5H7V9H2.5V7H7z',
  undo: 'M6.5 2v3H10a4 4 0 010 8H5v-1.9h5a2.1 2.1 0 000-4.2H6.5v3L2 5.95z',
  redo: 'M9.5 2v3H6a4 4 0 000 8h5v-1.9H6a2.1 2.1 0 010-4.2h3.5v3L14 5.95z',
  link: 'M6.5 10.8l-1 1a2 2 0 01-2.9-2.9l2.7-2.7a2 2 0 012.9 0l1-1a3.5 3.5 0 00-5 0L1.5 7.9a3.5 3.5 0 005 5l1-1zM9.5 5.2l1-1a2 2 0 012.9 2.9l-2.7 2.7a2 2 0 01-2.9 0l-1 1a3.5 3.5 0 005 0l2.7-2.7a3.5 3.5 0 00-5-5l-1 1z',
  picture: 'M6 2.5L5 4H2v9.5h12V4h-3l-1-1.5zM8 6a2.7 2.7 0 110 5.4A2.7 2.7 0 018 6z',
  recent: 'M8 1.5a6.5 6.5 0 110 13 6.5 6.5 0 010-13zM8 3.3a4.7 4.7 0 100 9.4 4.7 4.7 0 000-9.4zM7.2 4.8h1.6v3l2.1 1.3-.8 1.4-2.9-1.8z',
  record: 'M8 3a5 5 0 110 10A5 5 0 018 3z',
  stop: 'M3.5 3.5h9v9h-9z',
  fullscreen: 'M2 2h5v1.7H3.7V7H2zM9 2h5v5h-1.7V3.7H9zM2 9h1.7v3.3H7V14H2zM12.3 9H14v5H9v-1.7h3.3z',
  sound: 'M2 6v4h2.5L8 13V3L4.5 6zM9.5 5.2v1.6a1.6 1.6 0 010 2.4v1.6a3 3 0 000-5.6zM9.5 2.4v1.5a4.3 4.3 0 010 8.2v1.5a5.8 5.8 0 000-11.2z',
  silence: 'M2 6v4h2.5L8 13V3L4.5 6zM10 6.4l1.1-1.1 1.4 1.5 1.4-1.5L15 6.4 13.5 8 15 9.6l-1.1 1.1-1.4-1.5-1.4 1.5L10 9.6 11.5 8z',
  overlays:
    'M2 3h12v1.8H2zM2 7h8v1.8H2zM2 11h5v1.8H2zM10.5 10.5l1.2-1.2 1.3 1.3 1.3-1.3L15.5 10.5l-1.3 1.3 1.3 1.3-1.2 1.2-1.3-1.3-1.3 1.3-1.2-1.2 1.3-1.3z',
  more: 'M3 6.5a1.5 1.5 0 110 3 1.5 1.5 0 010-3zM8 6.5a1.5 1.5 0 110 3 1.5 1.5 0 010-3zM13 6.5a1.5 1.5 0 110 3 1.5 1.5 0 010-3z',
  debris: 'M2 8.6L7 3.6v5zM9 7.4h5l-5 5zM10 2.5h2v2h-2zM4 11.5h2v2H4z',
  help: 'M5 5.5C5 3.6 6.3 2.3 8.1 2.3s3.1 1.2 3.1 2.9c0 1.3-.6 2-1.7 2.8-.8.6-.9.9-.9 1.8H7c0-1.5.3-2.1 1.4-2.9.8-.6 1.1-1 1.1-1.6 0-.8-.6-1.3-1.4-1.3-.9 0-1.4.6-1.4 1.5zM7 11.2h1.7V13H7z',
} as const

export type IconName = keyof typeof paths

export function icon(name: IconName): SVGSVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  made.setAttribute('viewBox', '0 0 16 16')
  made.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', paths[name])
  path.setAttribute('fill', 'currentColor')
  path.setAttribute('fill-rule', 'evenodd')
  made.append(path)
  return made
}
