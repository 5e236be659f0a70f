// SPDX-License-Identifier: MIT
// Quads of a DDNet map move, turn and change their colours by envelopes, as in the game.
import { expect, test } from 'vitest'
import { type Envelope, valuesAt } from '../../src/scenes/envelopes.js'
import { Scenery } from '../../src/scenes/scenery.js'

const point = (time: number, curve: number, ...values: number[]): Envelope[number] => ({ time, curve, values })

test('an envelope goes from point to point by its curve, and begins again', () => {
  const by = (curve: number): number => valuesAt([point(0, curve, 0), point(1000, curve, 8)], 250)![0]
  expect([0, 1, 2, 3, 4].map(by)).toEqual([0, 2, 8 / 64, 8 * (1 - 27 / 64), 8 * (3 / 16 - 2 / 64)])
  expect([by(5), by(-1), by(99)]).toEqual([2, 2, 2])
  const two = [point(0, 1, 0, 1), point(1000, 1, 8, 1), point(1500, 0, 4, 3)]
  expect([0, 1000, 1250, 1499, 1500, 3250].map((time) => valuesAt(two, time)![0])).toEqual([0, 8, 6, expect.closeTo(4.008), 0, 2])
  expect(valuesAt(two, 1250)).toEqual([6, 2])
})

test('a curve by tangents passes where the game does, and is straight without them', () => {
  const at = (time: number, from: number[], to: number[]): number =>
    valuesAt(
      [
        { ...point(0, 5, 0), tangents: [from] },
        { ...point(1000, 5, 8), tangents: [to] },
      ],
      time,
    )![0]
  // Controls on the line between the points are the line.
  for (const time of [0, 125, 250, 500, 990]) expect(at(time, [0, 0, 250, 2], [-250, -2, 0, 0])).toBeCloseTo(time / 125, 3)
  // Level at both ends, with controls at thirds of the time, for which x is the share itself: 3t² − 2t³.
  for (const share of [0.1, 0.25, 0.5, 0.8])
    expect(at(1000 * share, [0, 0, 1000 / 3, 0], [-1000 / 3, 0, 0, 0])).toBeCloseTo(8 * (3 * share ** 2 - 2 * share ** 3), 3)
  // Controls beyond the points are at them: x is 3t² − 2t³ and y rises by 2 before it falls. At t = 1/4, x is 5/32, and y 6·9/64 + 8·10/64.
  expect(at(1000 * (5 / 32), [0, 0, -500, 2], [500, 0, 0, 0])).toBeCloseTo((2 * 27) / 64 + 8 * (10 / 64), 2)
  // Values may leave those of the points.
  expect(at(500, [0, 0, 500, 40], [-500, 40, 0, 0])).toBeGreaterThan(20)
  expect(valuesAt([{ ...point(0, 5, 0), tangents: [[0, 0, 1000, 0]] }, point(1000, 0, 8)], 250)).toEqual([2])
})

test('an envelope without points has no values; before its first point, and with times that go back, it has the last ones', () => {
  expect([valuesAt(undefined, 5), valuesAt([], 5)]).toEqual([null, null])
  expect(valuesAt([point(0, 1, 7)], 1e9)).toEqual([7])
  expect(valuesAt([point(100, 1, 1), point(200, 1, 2)], 50)).toEqual([2])
  expect(valuesAt([point(0, 1, 1), point(200, 1, 2)], -50)).toEqual([2])
  for (let time = -500; time < 500; time += 7) {
    const [value] = valuesAt([point(300, 1, 1), point(-20, 4, 2), point(50, 9, 3), point(50, 0, 4), point(80, 2, 5)], time)!
    expect(value).toBeGreaterThanOrEqual(1)
    expect(value).toBeLessThanOrEqual(5)
  }
})

/** The corners that are drawn at a time, clockwise, and the alpha of the first colour. */
function drawnAt(seconds: number, more: object): { corners: number[][]; alpha: string | undefined } {
  const corners: number[][] = []
  let alpha: string | undefined
  const context = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'createLinearGradient'
          ? () => ({ addColorStop: (_at: number, css: string) => (alpha ??= css) })
          : name === 'lineTo'
            ? (x: number, y: number) => corners.push([Math.round(x), Math.round(y)])
            : () => undefined,
      set: () => true,
    },
  ) as CanvasRenderingContext2D
  const quad = { corners: [0, 0, 32, 0, 0, 32, 32, 32], texture: [], colors: Array<number>(16).fill(255), pivot: [0, 0], ...more }
  const layer = { image: -1, width: 0, height: 0, tiles: null, color: [], quads: [quad] }
  const envelopes = [
    [point(0, 1, 0, 0, 0), point(1000, 1, 64, -32, 90)],
    [point(0, 1, 1, 1, 1, 0), point(2000, 1, 1, 0, 1, 1)],
  ]
  const scenery = new Scenery({ groups: [{ offset: [0, 0], parallax: [1, 1], layers: [layer] }], images: [], envelopes } as never)
  scenery.draw(context, { x: 0, y: 0, left: 400, top: 300, width: 800, height: 600, scale: 1 }, seconds)
  return { corners, alpha }
}

test('a quad moves and turns around its pivot by an envelope, each with its own offset', () => {
  const still = [
    [0, 0],
    [32, 0],
    [32, 32],
    [0, 32],
  ]
  expect(drawnAt(0.5, {}).corners).toEqual(still)
  expect(drawnAt(0.5, { motion: [-1, 0] }).corners).toEqual(still)
  expect(drawnAt(0.5, { motion: [7, 0] }).corners).toEqual(still)
  expect(drawnAt(0, { motion: [0, 0] }).corners).toEqual(still)
  // Half way: 32 to the right, 16 up, and turned by 45 degrees.
  expect(drawnAt(0.5, { motion: [0, 0] }).corners).toEqual([
    [32, -16],
    [55, 7],
    [32, 29],
    [9, 7],
  ])
  expect(drawnAt(0.25, { motion: [0, 250] })).toEqual(drawnAt(0.5, { motion: [0, 0] }))
  // Around its middle the middle moves only.
  const { corners } = drawnAt(0.5, { motion: [0, 0], pivot: [16, 16] })
  expect(corners.map(([x]) => x).reduce((sum, x) => sum + x, 0) / 4).toBeCloseTo(48)
})

test('a quad out of sight that an envelope brings into it is drawn, and one that is transparent is not', () => {
  const far = { corners: [-500, 0, -468, 0, -500, 32, -468, 32], pivot: [-500, 0] }
  expect(drawnAt(0.999, far).corners).toEqual([])
  expect(drawnAt(0.999, { ...far, motion: [0, 0] }).corners).toEqual([])
  const near = { corners: [-450, 0, -418, 0, -450, 32, -418, 32], pivot: [-450, 0] }
  expect(drawnAt(0.999, near).corners).toEqual([])
  expect(drawnAt(0.999, { ...near, motion: [0, 0] }).corners.length).toBe(4)
  expect(drawnAt(0, { tint: [1, 0] }).corners).toEqual([])
  expect(drawnAt(1, { tint: [1, 0] }).alpha).toBe('rgba(255,127.5,255,0.5)')
})
