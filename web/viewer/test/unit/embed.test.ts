// SPDX-License-Identifier: MIT
import { beforeEach, expect, test, vi } from 'vitest'
import type { ReelViewerElement } from '../../src/element/element.js'
import { Frame, type Own } from '../../src/embed/frame.js'
import { fromAddress, parse } from '../../src/embed/protocol.js'

vi.stubGlobal('location', { origin: 'https://viewer.example' })
vi.stubGlobal('document', { baseURI: 'https://viewer.example/embed.html' })

const ready = { name: 'secret.bsor', format: 'bsor', game: 'Beat Saber', start: 0, end: 60, cameras: ['behind'] }
const embedder = 'https://site.example'

/** An element that opens anything, and counts. */
class Viewer extends EventTarget {
  textContent = ''
  calls: string[] = []
  opened: unknown[] = []
  open(source: unknown, name: string): Promise<unknown> {
    this.opened.push(source)
    const detail = { ...ready, name }
    this.dispatchEvent(new CustomEvent('ready', { detail }))
    return Promise.resolve(detail)
  }
  setAttribute(name: string, value: string): void {
    this.calls.push(`${name}=${value}`)
  }
  seek(time: number): void {
    this.calls.push(`seek ${time}`)
  }
  play(): void {
    this.calls.push('play')
  }
  pause(): void {
    this.calls.push('pause')
  }
  close(): void {
    this.calls.push('close')
  }
  snapshot(): Promise<Blob> {
    return Promise.resolve(new Blob(['picture']))
  }
}

interface Sent {
  readonly message: { readonly reel: number; readonly type: string; readonly id?: unknown; readonly detail?: { rule?: string } }
  readonly target: string
}
let viewer: Viewer
let sent: Sent[]
const parent = { postMessage: (message: unknown, target: string) => void sent.push({ message, target } as Sent) }
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0))
const types = (): string[] => sent.map(({ message }) => message.type)

function frameOf(own: Own | null = null): Frame {
  viewer = new Viewer()
  sent = []
  return new Frame(viewer as unknown as ReelViewerElement, parent, own)
}
const hear = (frame: Frame, data: unknown, origin = embedder, source: unknown = parent): void => frame.hear({ source, origin, data })

/** The same numbers in each run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function hostile(next: (below: number) => number, depth = 0): unknown {
  const values: (() => unknown)[] = [
    () => undefined,
    () => null,
    () => NaN,
    () => -Infinity,
    () => 2 ** next(1030),
    () => -next(1e9),
    () => true,
    () => 'x'.repeat(next(20_000)),
    () => ['hello', 'open', 'set', 'seek', 'play', 'snapshot', '__proto__', 'constructor', 'toString'][next(9)],
    () => 'https://other.example/\u0000\ud800',
    () => new ArrayBuffer(next(100)),
    () => new Uint8Array(next(100)),
    () => new Float64Array(2),
    () => new Map([['reel', 1]]),
    () => new Date(NaN),
    () => /x/g,
    () => 10n ** 40n,
    () => new Error('reel'),
    () => Array.from({ length: next(6) }, () => (depth < 3 ? hostile(next, depth + 1) : 0)),
    () =>
      Object.fromEntries(Array.from({ length: next(6) }, () => [fields[next(fields.length)], depth < 3 ? hostile(next, depth + 1) : 1])),
  ]
  return values[next(values.length)]()
}
const fields = [
  'reel',
  'type',
  'id',
  'src',
  'bytes',
  'name',
  'map',
  't',
  'speed',
  'camera',
  'theme',
  'controls',
  'time',
  '__proto__',
  'length',
]

/** A message that is mostly right. */
function almost(next: (below: number) => number): unknown {
  const type = ['hello', 'open', 'set', 'seek', 'play', 'pause', 'snapshot', 'close', 'nothing'][next(9)]
  const message: Record<string, unknown> = {
    reel: next(8) ? 1 : hostile(next),
    type,
    id: next(1000),
    time: next(60),
    bytes: new Blob(['x']),
  }
  for (let changes = next(3); changes > 0; changes--) message[fields[next(fields.length)]] = hostile(next)
  return message
}

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))

test('an embedder that said hello opens, controls and hears', async () => {
  const frame = frameOf()
  hear(frame, { reel: 1, type: 'hello', id: 1 })
  hear(frame, { reel: 1, type: 'open', bytes: new Uint8Array(3), name: 'mine', id: 2 })
  await settled()
  hear(frame, { reel: 1, type: 'set', t: 3, speed: 2, camera: 'top', id: 3 })
  hear(frame, { reel: 1, type: 'seek', time: 4, id: 4 })
  hear(frame, { reel: 1, type: 'play', id: 5 })
  hear(frame, { reel: 1, type: 'snapshot', id: 6 })
  await settled()
  expect(types()).toEqual(['welcome', 'ready', 'done', 'done', 'done', 'done', 'done'])
  expect(sent.every(({ message, target }) => message.reel === 1 && target === embedder)).toBe(true)
  expect(sent.flatMap(({ message: { type, id } }) => (type === 'ready' ? [] : [id]))).toEqual([1, 2, 3, 4, 5, 6])
  expect(viewer.calls).toEqual(['close', 't=3', 'seek 3', 'seek 4', 'play'])
  expect(viewer).toMatchObject({ speed: 2, camera: 'top' })
})

test.each([
  [{ reel: 2, type: 'play' }, 'embed.version'],
  [{ reel: 1, type: 'dance' }, 'embed.type'],
  [{ reel: 1, type: 'seek', time: '3' }, 'embed.field'],
  [{ reel: 1, type: 'set', theme: 'pink' }, 'embed.field'],
  [{ reel: 1, type: 'open', bytes: [1, 2] }, 'embed.field'],
  [{ reel: 1, type: 'open' }, 'embed.field'],
  [{ reel: 1, type: 'open', src: 'a', bytes: new Blob() }, 'embed.field'],
])('%o is answered with %s', (message, rule) => {
  const frame = frameOf()
  hear(frame, { reel: 1, type: 'hello' })
  hear(frame, { ...message, id: 'mine' })
  expect(sent[1].message).toMatchObject({ type: 'error', id: 'mine', detail: { rule } })
  expect(viewer.calls).toEqual([])
})

test('before hello nothing is obeyed and nothing told', async () => {
  const frame = frameOf()
  hear(frame, { reel: 1, type: 'open', bytes: new Blob(), id: 1 })
  viewer.dispatchEvent(new CustomEvent('ready', { detail: ready }))
  await settled()
  expect(viewer.opened).toEqual([])
  expect(sent.map(({ message }) => message.detail?.rule)).toEqual(['embed.hello'])
})

test('of many replays only the last one is opened, and each request has one answer', async () => {
  const frame = frameOf()
  hear(frame, { reel: 1, type: 'hello' })
  for (let id = 0; id < 2000; id++) hear(frame, { reel: 1, type: 'open', bytes: new Blob([String(id)]), id })
  await settled()
  expect(viewer.opened.length).toBeLessThanOrEqual(2)
  expect(await (viewer.opened.at(-1) as Blob).text()).toBe('1999')
  expect(new Set(sent.flatMap(({ message }) => (typeof message.id === 'number' ? [message.id] : []))).size).toBe(2000)
})

test.each([1, 2, 3])('hostile messages from everywhere neither throw nor learn anything (seed %i)', async (seed) => {
  const next = random(seed)
  const frame = frameOf({ name: 'secret.bsor', embedders: [], bytes: () => Promise.resolve(new ArrayBuffer(1)) })
  frame.start('')
  await settled()
  const strangers = [null, {}, frame, viewer]
  const asked = { parent: 0, other: 0 }
  for (let turn = 0; turn < 5000; turn++) {
    const data = next(2) ? hostile(next) : almost(next)
    // What the embedder opens is its own: here it opens nothing.
    if (parse(data) && (data as { type?: unknown }).type === 'open') continue
    if ((data as { type?: unknown } | null)?.type === 'close') continue
    const stranger = next(3) > 0
    const before = sent.length
    hear(frame, data, ['null', embedder, 'https://other.example'][next(3)], stranger ? strangers[next(strangers.length)] : parent)
    asked[stranger ? 'other' : 'parent']++
    if (stranger && sent.length !== before) throw new Error('a stranger was answered')
    viewer.dispatchEvent(new CustomEvent('timeupdate', { detail: { time: turn } }))
  }
  await settled()
  expect(asked.parent).toBeGreaterThan(1000)
  expect(types().filter((type) => !['welcome', 'done', 'error'].includes(type))).toEqual([])
  expect(JSON.stringify(sent)).not.toMatch(/secret|Beat Saber|bsor/)
  expect(sent.some(({ message }) => message.type === 'done' && 'value' in message)).toBe(false)
})

test('a replay of the page is told to its own origin and to those that the operator names', async () => {
  const own = { name: 'secret.bsor', embedders: [embedder], bytes: () => Promise.resolve(new ArrayBuffer(1)) }
  for (const [origin, told] of [
    [embedder, true],
    ['https://viewer.example', true],
    ['https://other.example', false],
    ['null', false],
  ] as const) {
    const frame = frameOf(own)
    frame.start('')
    await settled()
    hear(frame, { reel: 1, type: 'hello' }, origin)
    expect(JSON.stringify(sent).includes('secret'), origin).toBe(told)
    hear(frame, { reel: 1, type: 'snapshot' }, origin)
    await settled()
    expect(sent.at(-1)?.message.type, origin).toBe(told ? 'done' : 'error')
  }
})

test('what is fetched for an embedder is fetched without cookies, and a refusal names the host', async () => {
  const frame = frameOf()
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (url: URL, options: RequestInit) => {
    asked.push([url.href, options.credentials])
    return Promise.reject(new TypeError('refused'))
  })
  hear(frame, { reel: 1, type: 'hello' })
  hear(frame, { reel: 1, type: 'open', src: 'https://elsewhere.example/a.bsor', id: 1 })
  await settled()
  expect(asked).toEqual([['https://elsewhere.example/a.bsor', 'omit']])
  expect(sent.at(-1)?.message).toMatchObject({ type: 'error', id: 1, detail: { rule: 'embed.origin' } })
  expect(viewer.textContent).toContain('elsewhere.example')
})

test('an address is read as far as it can be understood', () => {
  expect(fromAddress('?embed&src=/a.bsor&t=3.5&speed=x&camera=top&theme=pink&controls')).toEqual({
    src: '/a.bsor',
    settings: { t: 3.5, camera: 'top', controls: 'basic' },
  })
  const next = random(7)
  for (let turn = 0; turn < 2000; turn++) {
    const text = Array.from({ length: next(20) }, () => String.fromCharCode(next(0x3000))).join('')
    const { settings } = fromAddress(`?${fields[next(fields.length)]}=${text}&${text}`)
    expect(settings.speed === undefined || Number.isFinite(settings.speed)).toBe(true)
  }
})
