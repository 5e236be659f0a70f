// SPDX-License-Identifier: MIT
// Two viewers in frames play in step: the second one is as far behind the seconds that are alike as the first.
const pair = document.getElementById('pair')
const { from, sourceFrom, seconds } = Object.fromEntries(Object.entries(pair.dataset).map(([key, value]) => [key, Number(value)]))
const shift = sourceFrom - from
const frames = [...pair.querySelectorAll('iframe')]
const ready = frames.map(() => false)
const [run, back, at, time] = ['run', 'back', 'at', 'time'].map((id) => document.getElementById(id))
/** How far the second one may be from where it should be, in seconds, before it is moved. */
const SLACK = 0.1
const BEFORE = 5 // seconds that are shown before those that are alike
const AFTER = 30
let running = false
let now = from

at.min = Math.max(0, from - BEFORE)
at.max = from + seconds + AFTER

const tell = (frame, message) => frame.contentWindow.postMessage({ reel: 1, ...message }, location.origin)

function show(seconds) {
  now = seconds
  at.value = seconds
  time.textContent = `${seconds.toFixed(2)} s here, ${(seconds + shift).toFixed(2)} s there`
}

function seek(seconds) {
  show(seconds)
  tell(frames[0], { type: 'seek', time: seconds })
  tell(frames[1], { type: 'seek', time: seconds + shift })
}

function play(on) {
  running = on
  run.textContent = on ? 'Pause both' : 'Play both'
  for (const frame of frames) tell(frame, { type: on ? 'play' : 'pause' })
}

addEventListener('message', ({ source, origin, data }) => {
  const which = frames.findIndex((frame) => frame.contentWindow === source)
  if (which < 0 || origin !== location.origin || data?.reel !== 1) return
  if (data.type === 'ready' || (data.type === 'welcome' && data.ready)) {
    ready[which] = true
    document.getElementById('controls').hidden = !ready.every(Boolean)
    if (ready.every(Boolean)) seek(from)
  }
  if (data.type !== 'timeupdate' || !ready.every(Boolean)) return
  const moment = data.detail?.time ?? data.detail
  if (typeof moment !== 'number') return
  if (which === 0) show(moment)
  else if (running && Math.abs(moment - shift - now) > SLACK) tell(frames[1], { type: 'seek', time: now + shift })
})
for (const frame of frames) {
  const greet = () => tell(frame, { type: 'hello', id: 1 })
  frame.addEventListener('load', greet)
  if (frame.contentDocument?.readyState === 'complete' && frame.contentWindow.location.href !== 'about:blank') greet()
}
run.addEventListener('click', () => play(!running))
back.addEventListener('click', () => seek(from))
at.addEventListener('input', () => seek(Number(at.value)))
