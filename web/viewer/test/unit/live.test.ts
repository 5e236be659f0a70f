// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Clock } from '../../src/player/clock.js'
import { follow } from '../../src/player/edge.js'
import { LiveStream } from '../../src/player/stream.js'

describe('the clock of a play that is still being recorded', () => {
  test('it waits at the end so far, and goes on with it', () => {
    const clock = new Clock({ from: 0, to: 10 }, [])
    clock.open = true
    clock.toEnd()
    clock.advance(1)
    expect([clock.time, clock.playing, clock.following]).toEqual([10, true, true])
    clock.reshape({ from: 0, to: 11 }, [])
    clock.advance(0.5)
    expect(clock.time).toBeCloseTo(10.5)
  })

  test('it is never more than a step behind one that grows by a second each second, whatever the pictures', () => {
    const clock = new Clock({ from: 0, to: 3 }, [])
    clock.open = true
    clock.toEnd()
    for (let at = 0; at < 60 * 30; at++) {
      if (at % 60 === 0) clock.reshape({ from: 0, to: 4 + at / 60 }, [])
      clock.advance(1 / 60)
      expect(clock.span.to - clock.time).toBeLessThanOrEqual(1.0001)
    }
  })

  test('pausing and seeking leave the end, and playing on does not go back to the start', () => {
    const clock = new Clock({ from: 0, to: 10 }, [])
    clock.open = true
    clock.toEnd()
    clock.toggle()
    expect([clock.playing, clock.following]).toEqual([false, false])
    clock.toggle()
    expect([clock.playing, clock.following, clock.time]).toEqual([true, false, 10])
    clock.toEnd()
    clock.seek(4)
    clock.advance(1)
    expect([clock.time, clock.following]).toEqual([5, false])
    clock.advance(100)
    expect([clock.time, clock.playing]).toEqual([10, true])
    clock.open = false
    clock.advance(1)
    expect(clock.playing).toBe(false)
  })

  test('what is late catches up, and what is far behind jumps', () => {
    expect(follow(8, 10, 1)).toBeCloseTo(9.25)
    expect(follow(9, 10, 0.5)).toBeCloseTo(9.5)
    expect(follow(9.9, 10, 0.5)).toBe(10)
    expect(follow(0, 100, 0.02)).toBeCloseTo(99.7)
  })
})

class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readyState = 1
  constructor(readonly url: URL) {
    super()
    FakeSource.all.push(this)
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
  bytes(text: string, end: number): void {
    this.dispatchEvent(new MessageEvent('bytes', { data: btoa(text), lastEventId: String(end) }))
  }
}

describe('the stream of a play', () => {
  beforeEach(() => {
    FakeSource.all = []
    vi.useFakeTimers()
    vi.stubGlobal('EventSource', FakeSource)
    vi.stubGlobal('location', { href: 'http://host/page' })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function listen(): { text: string; ended: boolean[]; on: boolean[]; stream: LiveStream } {
    const heard = { text: '', ended: [] as boolean[], on: [] as boolean[] }
    const stream = new LiveStream('/live/1/stream?key=a', {
      bytes: (part) => (heard.text += new TextDecoder().decode(part)),
      ended: (complete) => heard.ended.push(complete),
      connected: (on) => heard.on.push(on),
    })
    return Object.assign(heard, { stream })
  }

  test('each byte comes once, also if the server sends some again', () => {
    const heard = listen()
    const [source] = FakeSource.all
    expect(source.url.href).toBe('http://host/live/1/stream?key=a&offset=0')
    source.bytes('abcd', 4)
    source.bytes('cdef', 6)
    source.bytes('ab', 2)
    source.bytes('g', 7)
    expect(heard.text).toBe('abcdefg')
    source.dispatchEvent(new Event('end'))
    expect([heard.ended, source.readyState]).toEqual([[true], FakeSource.CLOSED])
  })

  test('after a refusal and after a gap it asks again from the byte that is missing', () => {
    const heard = listen()
    FakeSource.all[0].bytes('abcd', 4)
    FakeSource.all[0].close()
    FakeSource.all[0].dispatchEvent(new Event('error'))
    vi.runOnlyPendingTimers()
    expect(FakeSource.all[1].url.searchParams.get('offset')).toBe('4')
    FakeSource.all[1].bytes('zz', 9)
    vi.runOnlyPendingTimers()
    FakeSource.all[2].bytes('efg', 7)
    expect([heard.text, heard.ended]).toEqual(['abcdefg', []])
  })

  test('a server that is gone ends it, and a break that the browser mends does not', () => {
    const heard = listen()
    for (let at = 0; at < 50; at++) FakeSource.all[0].dispatchEvent(new Event('error'))
    FakeSource.all[0].bytes('a', 1)
    expect([heard.ended, FakeSource.all.length]).toEqual([[], 1])
    for (let at = 0; at <= 60; at++) {
      const last = FakeSource.all[FakeSource.all.length - 1]
      last.close()
      last.dispatchEvent(new Event('error'))
      vi.runOnlyPendingTimers()
    }
    expect(heard.ended).toEqual([false])
    expect(heard.on).not.toContain(true)
  })
})
