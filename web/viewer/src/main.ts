// SPDX-License-Identifier: MIT
import './style.css'
import { findMap, type Place } from './maps/find.js'
import { MapFolder } from './maps/folder.js'
import { type GameMap, readMap } from './maps/maps.js'
import { MapError } from './maps/unpack.js'
import { ReelViewerElement } from './element/element.js'
import { nameOf } from './element/name.js'
import { startFrame } from './embed/frame.js'
import { themeOf } from './draw/theme.js'
import { pressKey } from './page/controls.js'
import { button, element } from './page/dom.js'
import { LivePlay } from './page/live.js'
import { helpDialog } from './page/help.js'
import { host, liveInPage, mapInPage, replayInPage } from './page/host.js'
import { load, type Loaded } from './page/load.js'
import { type Outside, Player } from './page/player.js'
import { PlaylistBar } from './page/playlist.js'
import { RecentDialog } from './page/recentdialog.js'
import { readLink } from './player/link.js'
import { filesIn, type Item, itemOf, itemsInArchive, itemsInZip } from './player/playlist.js'
import { KEPT, RecentFiles } from './player/recent.js'
import { RemoteReplay, ReplayError } from './replay/client.js'
import { theModule, useHost } from './replay/host.js'
import { LONG_BYTES, type Members } from './replay/protocol.js'
import { texts } from './texts.js'

type State = 'empty' | 'opening' | 'ready' | 'error'

const app = document.getElementById('app')!
const status = element('p', { className: 'status', attributes: { role: 'status' } })
const input = element('input', { type: 'file', multiple: true, hidden: true, tabIndex: -1, aria: { hidden: 'true' } })
const otherInput = element('input', { type: 'file', hidden: true, tabIndex: -1, aria: { hidden: 'true' } })
const folderInput = element('input', { type: 'file', hidden: true, tabIndex: -1, webkitdirectory: true, aria: { hidden: 'true' } })
const openButton = element('button', { type: 'button', className: 'primary' }, texts.open)
const compareButton = element('button', { type: 'button', hidden: true }, texts.compare)
const drop = element(
  'div',
  { className: 'drop' },
  element('p', {}, texts.dropHere),
  element('button', { type: 'button', className: 'primary' }, texts.open),
  element('p', { className: 'dim' }, texts.intro),
)
const body = element('main', {}, drop)
const help = helpDialog()
const playlist = new PlaylistBar(
  (item) => void openItem(item),
  () => mayReplace(),
)

let player: Player | undefined
let opening = 0
/** The worker of a file that is being opened: another file stops it. */
let unfinished: RemoteReplay | undefined
const maps = new MapFolder()
/** For tests: above this size a file is read by windows, if it can be. */
const limits = { long: LONG_BYTES, kept: { ...KEPT } }

const recent = new RecentFiles(limits.kept)
const recentDialog = new RecentDialog(recent, (file, name) => {
  if (!mayReplace()) return
  playlist.show(null)
  void openFile(file, name)
})

function setState(state: State): void {
  document.documentElement.dataset.state = state
}

function say(text: string): void {
  status.textContent = text
}

/** Why a file could not be opened, for people, and where in the file. */
function errorTexts(error: unknown, size: number): { message: string; where: string } {
  const words = texts.errors
  if (size === 0) return { message: words.empty, where: '' }
  if (error instanceof MapError) return { message: error.message, where: error.rule }
  if (!(error instanceof ReplayError)) return { message: words.other(error instanceof Error ? error.message : String(error)), where: '' }
  const { status: kind, message, rule, section, offset } = error.failure
  const says = {
    unsupported: words.unsupported,
    truncated: words.truncated,
    corrupt: words.corrupt,
    limit: words.limit,
    memory: words.memory,
  }
  const text = says[kind as keyof typeof says] ?? words.other
  return { message: text(message), where: words.where(rule, section, offset) }
}

function showError(error: unknown, name: string, size: number): void {
  const { message, where } = errorTexts(error, size)
  player?.close()
  player = undefined
  compareButton.hidden = true
  const notice = element(
    'div',
    { className: 'notice error', attributes: { role: 'alert' } },
    element('strong', {}, name),
    element('p', {}, message),
  )
  if (where) notice.append(element('code', {}, where))
  body.replaceChildren(notice, drop)
  say('')
  setState('error')
}

const outside: Outside = {
  open: () => input.click(),
  help: () => help.showModal(),
  findMap: () => void chooseMaps(),
  say,
  theme: () => themeOf('auto'),
  share(fragment) {
    history.replaceState(null, '', fragment)
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error('no clipboard'))
    copied.then(() => say(texts.player.linkCopied)).catch(() => say(texts.player.linkFailed))
  },
}

let live: LivePlay | undefined

/** Another replay takes the place of the one that is shown. */
function present(loaded: Loaded): Player {
  player?.close()
  player = new Player(loaded, outside)
  body.replaceChildren(player.root)
  player.start(readLink(location.hash))
  compareButton.hidden = loaded.scene === null
  document.title = `${loaded.opened.name} – ${texts.title}`
  say(texts.opened(loaded.opened.name, loaded.opened.format.name))
  setState('ready')
  return player
}

/** Shows a play that is still being recorded. */
function openLive(url: string, name: string): void {
  const turn = ++opening
  live?.close()
  setState('opening')
  say(texts.opening(name))
  live = new LivePlay({ url, name, show: present, failed: (error) => turn === opening && showError(error, name, -1) })
}

/** `keep`: it was the user's own file. */
async function openFile(file: Blob, name: string, keep = true): Promise<void> {
  const turn = ++opening
  live?.close()
  unfinished?.close()
  unfinished = undefined
  setState('opening')
  say(texts.opening(name))
  try {
    const progress = (share: number): void => {
      if (turn === opening) say(texts.progress(name, share))
    }
    const started = (remote: RemoteReplay): void => {
      if (turn === opening) unfinished = remote
      else remote.close()
    }
    const loaded = await load(file, name, { progress, started, threshold: limits.long })
    if (turn !== opening) return loaded.remote.close()
    unfinished = undefined
    present(loaded)
    if (keep) {
      void remember(file, name)
      void maps.chosen(false).then((place) => place && lookFor(place, false))
    }
  } catch (error) {
    if (turn === opening) showError(error, name, file.size)
  }
}

/** Keeps a file among the last ones, if people asked for that. */
async function remember(file: Blob, name: string): Promise<void> {
  try {
    if (!(await recent.add(file, name))) say(texts.recent.notKept(texts.recent.tooLarge))
  } catch (error) {
    say(texts.recent.notKept(error instanceof Error ? error.message : String(error)))
  }
}

async function openOther(file: Blob, name: string): Promise<void> {
  const own = player
  if (!own) return openFile(file, name)
  say(texts.opening(name))
  try {
    const progress = (share: number): void => say(texts.progress(name, share))
    const loaded = await load(file, name, { progress, threshold: limits.long })
    if (own !== player) return loaded.remote.close()
    own.compare(loaded, loaded.type === own.loaded.type ? 'ghost' : 'side')
    say(texts.compared(own.loaded.opened.name, name))
  } catch (error) {
    say(`${name}: ${errorTexts(error, file.size).message}`)
  }
}

/** Says why a file beside the replay cannot be used. */
function refuse(error: unknown, name: string): void {
  const { message, where } = errorTexts(error, -1)
  say(texts.map.failed(name, where ? texts.errors.withRule(message, where) : message))
}

async function addMap(map: GameMap, name: string): Promise<void> {
  if (!player) return showError(new MapError('other', texts.map.first), name, -1)
  try {
    say(await player.addMap(map))
  } catch (error) {
    refuse(error, name)
  }
}

/** Looks for the map of the replay in a folder. `told`: people wait for the answer. */
async function lookFor(place: Place, told: boolean): Promise<void> {
  const own = player
  const { level } = own ?? {}
  if (!own || !level || own.mapped) return
  const name = level.name || own.loaded.opened.name
  if (told) say(texts.map.searching(name))
  try {
    const map = await findMap(place, level)
    if (own !== player || own.mapped) return
    if (map) await addMap(map, name)
    else if (told) say(texts.map.notFound(name))
  } catch (error) {
    if (own === player && told) refuse(error, name)
  }
}

/** Lets people choose the folder of their maps; one that was chosen in another visit only has to be allowed again. */
async function chooseMaps(): Promise<void> {
  try {
    const known = (await maps.chosen(false)) ? null : await maps.chosen(true)
    if (known) return await lookFor(known, true)
    if (!maps.canKeep) return folderInput.click()
    await lookFor(await maps.choose(), true)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) refuse(error, texts.map.find)
  }
}

async function openItem(item: Item): Promise<void> {
  const turn = ++opening
  setState('opening')
  say(texts.opening(item.name))
  try {
    const file = await item.open()
    if (turn === opening) await openFile(file, item.name)
  } catch (error) {
    if (turn === opening) showError(error, item.name, -1)
  }
}

/** The replays of an archive, by a worker of its own. */
async function membersOf(file: Blob, most: number): Promise<Members> {
  const remote = await RemoteReplay.start(file)
  try {
    return await remote.call('members', file, most)
  } finally {
    remote.close()
  }
}

/** Whether another replay may take the place of the one that is shown. */
const mayReplace = (): boolean => !player?.unsaved || confirm(texts.edit.discard)

/** Of so many files it is seen whether they are maps or archives; more are a list of replays. */
const MOST_LOOKED_INTO = 8

/**
 * Opens what was chosen: one replay, or one and another to compare it with, or a list of several; and maps. What a file is, is decided by
 * its content.
 */
async function openAll(files: readonly File[]): Promise<void> {
  if (files.length === 0 || !mayReplace()) return
  if (files.length > MOST_LOOKED_INTO) return playlist.show(files.map(itemOf))
  const maps: { map: GameMap; name: string }[] = []
  const replays: File[] = []
  const packed: Item[] = []
  for (const file of files) {
    try {
      const map = await readMap(file)
      if (map) maps.push({ map, name: file.name })
      else {
        const inside = (await itemsInZip(file)) ?? (await itemsInArchive(file, membersOf))
        if (inside) packed.push(...inside)
        else replays.push(file)
      }
    } catch (error) {
      if (player) refuse(error, file.name)
      else showError(error, file.name, -1)
    }
  }
  const items = [...replays.map(itemOf), ...packed]
  const [first, second] = replays
  const several = items.length > 2 || packed.length > 0
  if (items.length > 0) playlist.show(several ? items : null)
  if (several) return
  if (first) await openFile(first, first.name)
  if (second) await openOther(second, second.name)
  for (const { map, name } of maps) await addMap(map, name)
}

function listen(): void {
  openButton.addEventListener('click', () => input.click())
  drop.querySelector('button')!.addEventListener('click', () => input.click())
  compareButton.addEventListener('click', () => otherInput.click())
  input.addEventListener('change', () => {
    void openAll([...(input.files ?? [])])
    input.value = ''
  })
  otherInput.addEventListener('change', () => {
    const [file] = otherInput.files ?? []
    if (file) void openOther(file, file.name)
    otherInput.value = ''
  })
  folderInput.addEventListener('change', () => {
    void lookFor(maps.take([...(folderInput.files ?? [])]), true)
    folderInput.value = ''
  })
  let inside = 0
  const over = (on: boolean): void => void document.body.classList.toggle('dropping', on)
  addEventListener('dragenter', () => over(++inside > 0))
  addEventListener('dragleave', () => over(--inside > 0))
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', (event) => {
    event.preventDefault()
    over((inside = 0) > 0)
    if (event.dataTransfer) void filesIn(event.dataTransfer).then(openAll)
  })
  addEventListener('hashchange', () => player?.follow(readLink(location.hash)))
  addEventListener('keydown', (event) => {
    if (help.open || recentDialog.root.open || event.ctrlKey || event.metaKey || event.altKey) return
    if (!player && event.key.toLowerCase() === 'o') return input.click()
    if (playlist.press(event)) return
    if (player) pressKey(player.actions, event)
    else if (event.key === '?') help.showModal()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => player?.restyle())
  addEventListener('resize', () => player?.restyle())
}

/** Shows the map that the page has for its replay. */
async function openMapInPage(): Promise<void> {
  const file = await mapInPage()
  if (!file || !player) return
  try {
    const map = await readMap(file)
    if (map) await addMap(map, file.name)
    else refuse(new MapError('other', texts.map.first), file.name)
  } catch (error) {
    refuse(error, file.name)
  }
}

/** A replay in the page itself, or one that the address names: ?link=. */
async function openFirst(): Promise<void> {
  const own = replayInPage()
  if (own) {
    await openFile(new Blob([await own.bytes()]), own.name, false)
    return openMapInPage()
  }
  const running = liveInPage()
  if (running) return openLive(running.src, running.name)
  const link = new URLSearchParams(location.search).get('link')
  if (!link) return
  const name = nameOf(link)
  try {
    setState('opening')
    const response = await fetch(link)
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
    await openFile(await response.blob(), name, false)
  } catch (error) {
    showError(error, name, -1)
  }
}

function startPage(): void {
  app.append(
    element(
      'header',
      {},
      element('h1', {}, texts.title),
      status,
      playlist.root,
      compareButton,
      openButton,
      button(texts.recent.heading, 'recent', () => recentDialog.show()),
      button(texts.help, 'help', () => help.showModal()),
      input,
      otherInput,
      folderInput,
    ),
    body,
    help,
    recentDialog.root,
    element('div', { className: 'veil', aria: { hidden: 'true' } }, texts.dropNow),
  )
  listen()
  setState('empty')
  void openFirst()
}

useHost(host)
// For tests and for pages that embed this one.
Object.defineProperty(window, 'reelViewer', { value: { open: openFile, compare: openOther, player: () => player, limits, recent } })
if (new URLSearchParams(location.search).has('embed')) {
  customElements.define('reel-viewer', ReelViewerElement)
  startFrame(app, new ReelViewerElement(), replayInPage())
} else startPage()
// After the first paint, which it would delay: the module is compiled while a file is chosen. Opening a file says what failed.
new PerformanceObserver((_, observer) => {
  observer.disconnect()
  void theModule('full').catch(() => undefined)
}).observe({ type: 'paint', buffered: true })
