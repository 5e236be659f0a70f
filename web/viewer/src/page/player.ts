// SPDX-License-Identifier: MIT
// One open replay: its scene, its clock, its panels, and perhaps another replay to compare it with.
import { Clock } from '../player/clock.js'
import type { Theme } from '../draw/theme.js'
import type { Level } from '../maps/find.js'
import type { GameMap } from '../maps/maps.js'
import { Clicks } from '../player/clicks.js'
import { type Finish, neighbour, type PlayEvent, type Run, withDamage } from '../player/events.js'
import { type Link, writeLink } from '../player/link.js'
import { Music } from '../player/music.js'
import { Pace } from '../player/pace.js'
import { canFilm, Video } from '../player/video.js'
import { Windows } from '../player/windows.js'
import type { Opened } from '../replay/protocol.js'
import { type Beside, levelsDiffer, Play, type Scene } from '../scenes/scene.js'
import { mix } from '../series.js'
import { texts } from '../texts.js'
import { type Actions, Controls } from './controls.js'
import { MapError } from '../maps/unpack.js'
import { button, download, element } from './dom.js'
import type { EditPanel } from '../edit/panel.js'
import type { Filmed, FilmDialog } from './filmdialog.js'
import { demoButton, type DemoOf } from './demo.js'
import type { Loaded } from './load.js'
import { Curves, EventList, showOverview, showPlots, showStatistics, Tables } from './panels.js'
import { Stage } from './stage.js'
import { storyOf } from './story.js'
import { Timeline } from './timeline.js'

/** What a player needs of the page or the element that it is in. */
export interface Outside {
  /** People want to open another file. */
  open(): void
  help(): void
  /** Tells people something. */
  say(text: string): void
  readonly theme: () => Theme
  /** People want the map to be found; without this, it cannot be. */
  findMap?(): void
  /** People want a link to what is shown; it ends with `fragment`. */
  share(fragment: string): void
  /** A picture was drawn. */
  drawn?(): void
}

/** Loads parts of a long replay as they are needed. */
function windowsOf({ remote, opened, type, scene }: Loaded, changed: () => void): Windows | null {
  if (!opened.long || !type?.windowed || !scene?.setWindow) return null
  const needs = Object.fromEntries(type.windowed.map((name) => [name, type.needs[name]]))
  const fill = async (from: number, to: number): Promise<void> =>
    scene.setWindow!(new Play(opened.format.id, await remote.window(needs, from, to)))
  return new Windows(scene.end, fill, changed)
}

/** Macros of Geometry Dash are edited. */
const canEdit = ({ type, opened, live }: Loaded): boolean =>
  !live && type?.id === 'geometrydash' && opened.tables.some(({ name }) => name === 'inputs')

const clicksOf = ({ sounds }: Scene): Clicks | null => (sounds && sounds.length > 0 ? new Clicks(sounds) : null)

/** Seconds around a goal in which it plays slowly, and how slowly. */
const SLOW_SPAN = 0.8
const SLOW = 0.4

type PanelId = keyof typeof texts.panels
export type CompareMode = 'ghost' | 'side'

const emptyScene: Scene = {
  kind: 'plane',
  start: 0,
  end: 0,
  frames: [],
  kinds: [],
  events: [],
  curves: [],
  cameras: [],
  figures: () => [],
  draw: () => undefined,
}

export class Player {
  readonly root = element('div', { className: 'player' })
  readonly clock: Clock
  /** For tests: how many pictures were drawn, and how long scripts took for them. */
  readonly drawn = { count: 0, milliseconds: 0 }
  private scene: Scene
  /** Those of the scene, and where reading ended early. */
  private all: readonly PlayEvent[]
  private readonly stages = element('div', { className: 'stages' })
  private stageList: Stage[] = []
  private other: Loaded | null = null
  private mode: CompareMode = 'ghost'
  private readonly timeline: Timeline
  private readonly controls: Controls
  private events: EventList
  private curves: Curves
  private readonly panels = new Map<PanelId, { tab: HTMLButtonElement; panel: HTMLElement; shown: boolean }>()
  private readonly waiting = element('p', { className: 'waiting', hidden: true, attributes: { role: 'status' } }, texts.loading)
  private readonly compareBar = element('div', { className: 'compare', hidden: true })
  private video: Video | null = null
  private film: FilmDialog | null = null
  private clicks: Clicks | null
  private editing: EditPanel | null = null
  private overlays = true
  private debris = true
  private hand = -1
  private readonly pace = new Pace()
  /** What is played of the replay, in order; nothing: all. */
  private runs: readonly Run[] = []
  /** The music of the map, if there is one. */
  music: Music | null = null
  /** Whether the map was added. */
  mapped = false
  private map: GameMap | null = null
  /** What is known of the play beside its map. */
  private beside: Beside | null = null
  private finder: HTMLElement | null = null
  private forget: () => void = () => undefined
  private dirty = true
  private closed = false
  private last = 0
  private slow = 0

  constructor(
    readonly loaded: Loaded,
    private readonly outside: Outside,
  ) {
    this.scene = loaded.scene ?? emptyScene
    this.map = loaded.map ?? null
    this.mapped = this.map !== null
    loaded.windows = windowsOf(loaded, this.changed)
    const { scene } = this
    const { damage } = loaded.opened
    // Of a damaged file nobody knows what follows.
    const sure = scene.events.filter(({ kind }) => !damage || kind.id !== 'full')
    this.all = damage ? withDamage(sure, scene.end, `${damage.message} (${damage.rule})`, texts.damaged) : sure
    const kinds = damage ? [...scene.kinds, this.all.find(({ kind }) => kind.id === 'damage')!.kind] : scene.kinds
    this.clock = new Clock({ from: scene.start, to: Math.max(scene.start, scene.end) }, scene.frames)
    this.timeline = new Timeline(this.clock, this.all, (time) => this.seek(time), this.changed, outside.theme)
    this.controls = new Controls(this.clock, scene.cameras, kinds, this.actions, () => {
      this.events.show(this.kinds)
      this.changed()
    })
    this.clicks = clicksOf(scene)
    if (this.clicks) this.controls.showSounds(false)
    if (scene.debris) this.controls.showDebris(true)
    if (scene.hands) this.controls.showHand(-1)
    const side = element('aside')
    const tabs = element('div', { className: 'tabs', attributes: { role: 'tablist' } })
    side.append(tabs)
    for (const id of Object.keys(texts.panels) as PanelId[]) if (id !== 'edit' || canEdit(loaded)) this.addPanel(id, tabs, side)
    this.events = this.makeEvents()
    this.curves = this.makeCurves()
    this.root.append(
      element(
        'section',
        { className: 'play', aria: { label: texts.picture } },
        this.compareBar,
        this.stages,
        this.timeline.root,
        this.controls.root,
      ),
      side,
    )
    this.makeStages()
    this.select('overview')
  }

  /** Starts drawing at what a link says; the player must be in the page. */
  start(link: Link): void {
    this.follow(link)
    if (link.time === undefined) this.clock.pose(this.scene.first ?? NaN, this.scene.moment ?? NaN)
    requestAnimationFrame(this.frame)
  }

  private makeEvents(): EventList {
    return new EventList(this.panels.get('events')!.panel, this.all, (time) => this.seek(time), this.watch)
  }

  private makeCurves(): Curves {
    const { panel } = this.panels.get('curves')!
    return new Curves(panel, this.scene.curves, this.clock, (time) => this.seek(time), this.outside.theme)
  }

  /** Shows the replay as it was edited: the same clock and the same picture, of another scene. */
  private async showEdited(opened: Opened): Promise<void> {
    const { loaded, stageList, clock } = this
    const { type, remote } = loaded
    if (!type) return
    const scene = type.build(new Play(opened.format.id, await remote.rows(type.needs)))
    if (this.map && scene.setMap) await scene.setMap(this.map)
    if (this.closed) return
    Object.assign(loaded, { opened, scene })
    stageList[0].scene = this.scene = scene
    this.all = scene.events
    clock.reshape({ from: scene.start, to: Math.max(scene.start, scene.end) }, scene.frames)
    this.timeline.show(scene.events)
    this.events = this.makeEvents()
    this.curves.close()
    this.curves = this.makeCurves()
    this.compareCurves()
    const heard = this.clicks?.on ?? false
    this.clicks?.close()
    this.clicks = clicksOf(scene)
    if (this.clicks) this.clicks.on = heard
    for (const id of ['overview', 'statistics', 'tables', 'plots'] as const) this.panels.get(id)!.shown = false
    this.changed()
  }

  /** Shows more of a play that is still being recorded. */
  async grow(opened: Opened): Promise<void> {
    await this.showEdited(opened)
    if (this.closed) return
    this.controls.showCameras(this.scene.cameras)
    const chosen = [...this.panels].find(([, { panel }]) => !panel.hidden)
    // What people read stays as it is until the play is over.
    if (!this.clock.open && chosen) this.select(chosen[0])
  }

  /** Goes to what is played now, and follows it. */
  toEdge(): void {
    this.runs = []
    this.clock.toEnd()
    this.changed()
  }

  /** Whether the replay was edited, and the edits are in no file. */
  get unsaved(): boolean {
    return this.editing?.unsaved ?? false
  }

  private readonly changed = (): void => {
    this.dirty = true
  }

  private get kinds(): ReadonlySet<string> | null {
    const { value } = this.controls.kinds
    return value ? new Set([value]) : null
  }

  private makeStages(): void {
    for (const stage of this.stageList) stage.close()
    const { other, mode, scene, loaded } = this
    const comparable = other?.scene?.kind === scene.kind ? other.scene : null
    const ghost = mode === 'ghost' ? comparable : null
    const beside = other?.scene && !ghost ? other : null
    const made = (own: Scene, over: Scene | null, title: string): Stage =>
      new Stage(own, over, title, this.changed, this.outside.theme, {
        toggle: () => this.actions.play(),
        skip: (seconds) => this.actions.skip(seconds),
      })
    this.stageList = [made(scene, ghost, beside ? loaded.opened.name : '')]
    if (beside) this.stageList.push(made(beside.scene!, null, beside.opened.name))
    for (const stage of this.stageList) {
      stage.showOverlays(this.overlays)
      stage.showDebris(this.debris)
      stage.showHand(this.hand)
    }
    this.stages.replaceChildren(...this.stageList.map(({ root }) => root), this.waiting)
    this.setCamera(this.controls.cameras.value)
  }

  /** Shows another replay beside this one or as its ghost; null ends that. */
  compare(other: Loaded | null, mode: CompareMode = this.mode): void {
    if (this.other && this.other !== other) this.other.remote.close()
    if (other && this.other !== other) other.windows = windowsOf(other, this.changed)
    this.other = other
    this.mode = mode
    this.compareBar.hidden = other === null
    const words = texts.player
    const press = (label: string, pressed: boolean, act: () => void): HTMLButtonElement => {
      const made = element('button', { type: 'button', aria: { pressed: String(pressed) } }, label)
      made.addEventListener('click', act)
      return made
    }
    if (other) {
      this.compareBar.replaceChildren(
        element('span', {}, `${words.compareMode}: ${other.opened.name}`),
        ...(other.scene && levelsDiffer(this.scene, other.scene) ? [element('strong', {}, words.otherLevel)] : []),
        press(words.ghost, mode === 'ghost', () => this.compare(other, 'ghost')),
        press(words.side, mode === 'side', () => this.compare(other, 'side')),
        button(words.compareEnd, 'close', () => this.compare(null)),
      )
    }
    this.compareCurves()
    this.makeStages()
    this.restyle()
  }

  private compareCurves(): void {
    const { other } = this
    this.curves.compare(other?.type === this.loaded.type ? (other?.scene?.curves ?? []) : [])
  }

  /** What the replay says of its map; null: its game has none that the scene shows. */
  get level(): Level | null {
    return (this.scene.setMap && this.scene.level) ?? null
  }

  private get demoOf(): DemoOf {
    const { map, loaded } = this
    return { recording: loaded.file, name: loaded.opened.name, map: map?.kind === 'ddnet' ? (map.file ?? null) : null }
  }

  /** The button that finds the map, until there is one. */
  private findButton(): HTMLElement {
    const find = element('button', { type: 'button', title: texts.map.findAbout, data: { action: 'map' } }, texts.map.find)
    find.addEventListener('click', () => this.outside.findMap?.())
    return (this.finder = element('p', { className: 'tools' }, find))
  }

  /** Adds the map of the game; the text says what is known of it. Fails with MapError. */
  async addMap(map: GameMap): Promise<string> {
    const scenes = [this.scene, this.other?.scene].filter((scene) => scene?.setMap !== undefined)
    if (scenes.length === 0) throw new MapError('other', texts.map.none)
    const [text] = await Promise.all(scenes.map((scene) => scene!.setMap!(map)))
    if (this.closed) return text
    this.mapped = true
    this.map = map
    this.finder?.remove()
    this.music?.close()
    this.music = map.kind === 'beatsaber' && map.music ? new Music(map.music, map.offset) : null
    this.controls.showMusic(this.music)
    this.changed()
    void this.judge(map)
    return text
  }

  /** Adds what statistics and checks say of the play beside its map; a map that is not the one that was played adds nothing. */
  private async judge({ file }: GameMap): Promise<void> {
    const { loaded } = this
    const { remote, type } = loaded
    if (!file || loaded.opened.long || loaded.live || this.editing) return
    try {
      loaded.opened = await remote.call('judge', file)
      this.beside = type?.level ? type.level.beside(new Play(loaded.opened.format.id, await remote.rows(type.level.needs))) : null
    } catch (error) {
      const value = error instanceof Error ? error.message : String(error)
      this.beside = { facts: [{ name: texts.map.notJudged, value }], lists: [], events: [] }
    }
    if (this.closed) return
    const more = this.beside?.events ?? []
    if (more.length > 0) {
      this.all = [...this.all, ...more].sort((a, b) => a.time - b.time)
      this.timeline.show(this.all)
      this.events = this.makeEvents()
    }
    for (const id of ['overview', 'statistics', 'tables', 'plots'] as const) this.panels.get(id)!.shown = false
    const chosen = [...this.panels].find(([, { panel }]) => !panel.hidden)
    if (chosen) this.select(chosen[0])
    this.root.dataset.judged = 'true'
    this.changed()
  }

  private addPanel(id: PanelId, tabs: HTMLElement, side: HTMLElement): void {
    const tab = element(
      'button',
      { type: 'button', id: `tab-${id}`, attributes: { role: 'tab' }, aria: { controls: `panel-${id}`, selected: 'false' } },
      texts.panels[id],
    )
    const panel = element('section', {
      id: `panel-${id}`,
      className: 'panel',
      hidden: true,
      tabIndex: 0,
      attributes: { role: 'tabpanel' },
      aria: { labelledby: `tab-${id}` },
    })
    tab.addEventListener('click', () => this.select(id))
    tab.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (step === 0) return
      event.stopPropagation()
      const ids = [...this.panels.keys()]
      const next = ids[(ids.indexOf(id) + step + ids.length) % ids.length]
      this.select(next)
      this.panels.get(next)!.tab.focus()
    })
    tabs.append(tab)
    side.append(panel)
    this.panels.set(id, { tab, panel, shown: false })
  }

  /** Shows a panel. What is in it is made when it is shown for the first time. */
  select(id: PanelId): void {
    for (const [other, { tab, panel }] of this.panels) {
      tab.setAttribute('aria-selected', String(other === id))
      tab.tabIndex = other === id ? 0 : -1
      panel.hidden = other !== id
    }
    const chosen = this.panels.get(id)!
    if (id === 'curves') requestAnimationFrame(() => this.curves.show())
    if (chosen.shown) return
    chosen.shown = true
    this.fill(id, chosen.panel).catch((error: unknown) => {
      if (!this.closed)
        chosen.panel.append(
          element('p', { className: 'notice error' }, texts.errors.other(error instanceof Error ? error.message : String(error))),
        )
    })
  }

  private async fill(id: PanelId, panel: HTMLElement): Promise<void> {
    const { remote, opened } = this.loaded
    const { story } = this.scene
    if (id === 'overview') {
      const demo = opened.format.id === 'teehistorian' ? (finish: Finish) => demoButton(finish, () => this.demoOf) : null
      const { facts = [], lists = [] } = this.beside ?? {}
      const whole = story && { facts: [...story.facts, ...facts], lists: [...(story.lists ?? []), ...lists] }
      const told = whole ? storyOf(whole, (run) => this.watch([run]), demo) : null
      if (this.level && this.outside.findMap && !this.mapped) told?.append(this.findButton())
      await showOverview(panel, remote, opened, told)
    } else if (id === 'statistics') await showStatistics(panel, remote, opened)
    else if (id === 'tables') await new Tables(panel, remote, opened).show()
    else if (id === 'plots') {
      this.forget()
      this.forget = await showPlots(panel, remote, this.outside.theme())
    } else if (id === 'edit') await this.edit(panel)
  }

  private async edit(panel: HTMLElement): Promise<void> {
    const { remote, opened } = this.loaded
    const { EditPanel } = await import('../edit/panel.js')
    const editing = await EditPanel.fill(panel, {
      remote,
      opened,
      time: () => this.clock.time,
      seek: (time) => this.seek(time),
      changed: (edited) => this.showEdited(edited),
    })
    if (this.closed) editing?.close()
    else this.editing = editing
  }

  /** Plays parts of the replay, one after the other; those that meet are one. */
  private readonly watch = (runs: readonly Run[]): void => {
    const joined: Run[] = []
    for (const run of runs.filter(({ from }) => Number.isFinite(from)).sort((a, b) => a.from - b.from)) {
      const last = joined[joined.length - 1]
      if (last && run.from <= last.to && run.camera === last.camera)
        joined[joined.length - 1] = { ...last, to: Math.max(last.to, run.to), slow: [...(last.slow ?? []), ...(run.slow ?? [])] }
      else joined.push(run)
    }
    this.run(joined)
    // In a narrow page the picture is above the panels, and perhaps out of sight.
    this.root.scrollTop = 0
    if (joined.length > 0 && !this.clock.playing) this.clock.toggle()
  }

  private run(runs: readonly Run[]): void {
    this.runs = runs
    const [next] = runs
    if (!next) return
    this.clock.seek(next.from)
    this.chooseCamera(next.camera)
    this.changed()
  }

  private chooseCamera(id: string | undefined): void {
    if (id === undefined || !this.scene.cameras.some((camera) => camera.id === id)) return
    this.controls.cameras.value = id
    this.setCamera(id)
  }

  private seek(time: number): void {
    this.runs = []
    this.clock.seek(time === Infinity ? this.clock.span.to : time === -Infinity ? this.clock.span.from : time)
    this.changed()
  }

  private setCamera(id: string): void {
    for (const stage of this.stageList) {
      if (stage.scene.cameras.some((camera) => camera.id === id)) stage.camera = id
      stage.orbit.reset()
    }
    this.changed()
  }

  readonly actions: Actions = {
    overlays: () => {
      this.overlays = !this.overlays
      this.controls.showOverlays(this.overlays)
      for (const stage of this.stageList) stage.showOverlays(this.overlays)
    },
    debris: () => {
      this.debris = !this.debris
      this.controls.showDebris(this.debris)
      for (const stage of this.stageList) stage.showDebris(this.debris)
      this.changed()
    },
    hand: (hand = this.hand < 1 ? this.hand + 1 : -1) => {
      if (!this.scene.hands) return
      this.hand = hand
      this.controls.showHand(hand)
      for (const stage of this.stageList) stage.showHand(hand)
      this.changed()
    },
    sounds: () => {
      if (!this.clicks) return
      this.clicks.on = !this.clicks.on
      this.controls.showSounds(this.clicks.on)
    },
    play: () => {
      this.runs = []
      this.clock.toggle()
      this.changed()
    },
    step: (direction) => {
      this.clock.step(direction)
      this.changed()
    },
    event: (direction) => {
      const event = neighbour(this.all, this.clock.time, direction, this.kinds)
      if (event) this.seek(event.time)
      if (event) this.outside.say(event.text)
    },
    seek: (time) => this.seek(time),
    part: (share) => this.seek(mix(this.clock.span.from, this.clock.span.to, share)),
    skip: (seconds) => this.seek(this.clock.time + seconds),
    speed: (direction) => {
      if (direction > 0) this.clock.faster()
      else this.clock.slower()
      this.changed()
    },
    loop: (end) => {
      const { clock } = this
      const { from, to } = clock.loop ?? { from: clock.span.from, to: clock.span.to }
      if (end === 'none') clock.loop = null
      else if (end === 'from') clock.loop = { from: clock.time, to: to > clock.time ? to : clock.span.to }
      else clock.loop = { from: from < clock.time ? from : clock.span.from, to: clock.time }
      this.changed()
    },
    camera: (index) => {
      const camera = this.scene.cameras[index]
      if (!camera) return
      this.controls.cameras.value = camera.id
      this.setCamera(camera.id)
    },
    nextCamera: (direction) => {
      const { length } = this.scene.cameras
      this.actions.camera((this.controls.cameras.selectedIndex + direction + length) % length)
    },
    turn: (yaw, pitch) => this.eachOrbit((stage) => stage.orbit.turn(yaw, pitch)),
    zoom: (factor) => this.eachOrbit((stage) => stage.orbit.scale(factor)),
    resetCamera: () => this.eachOrbit((stage) => stage.orbit.reset()),
    open: () => this.outside.open(),
    help: () => this.outside.help(),
    fullscreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen()
      else
        void this.root
          .querySelector('.play')
          ?.requestFullscreen?.()
          .catch(() => undefined)
    },
    link: () => this.outside.share(writeLink(this.link())),
    video: () => {
      if (this.video) this.endVideo()
      else if (canFilm()) void this.showFilm().catch((error: unknown) => this.outside.say(String(error)))
      else this.startVideo()
    },
    screenshot: () => {
      void this.snapshot().then(
        (blob) => blob && download(`${this.loaded.opened.name}.${this.clock.time.toFixed(2)}.png`, blob, 'image/png'),
      )
    },
  }

  /** The current picture as a PNG; null without a picture. */
  snapshot(): Promise<Blob | null> {
    const [stage] = this.stageList
    if (!stage || stage.failed) return Promise.resolve(null)
    this.draw()
    return new Promise((resolve) => stage.picture().toBlob(resolve, 'image/png'))
  }

  /** What happened, in the order of time. */
  get timedEvents(): readonly PlayEvent[] {
    return this.all
  }

  get cameras(): readonly string[] {
    return this.scene.cameras.map(({ id }) => id)
  }

  /** The dialog that makes a video of the loop, or of what follows. */
  private async showFilm(): Promise<void> {
    const [stage] = this.stageList
    if (!stage || stage.failed) return
    if (this.clock.playing) this.clock.toggle()
    const { FilmDialog } = await import('./filmdialog.js')
    if (this.closed) return
    this.film?.close()
    this.film = new FilmDialog(this.filmed(stage))
    this.root.append(this.film.root)
    this.film.show()
  }

  private filmed(stage: Stage): Filmed {
    const { clock, loaded, other, outside, overlays } = this
    const from = clock.time < clock.span.to ? clock.time : clock.span.from
    return {
      name: loaded.opened.name,
      span: clock.loop ?? { from, to: clock.span.to },
      looped: clock.loop !== null,
      size: stage.size,
      sounds: this.scene.sounds ?? [],
      music: this.music,
      overlays,
      theme: outside.theme,
      say: (text) => !this.closed && outside.say(text),
      need: async (time) => {
        for (const windows of [loaded.windows, other?.windows]) await windows?.need(time)
      },
      stage: () => {
        const made = new Stage(stage.scene, stage.ghost, '', () => undefined, outside.theme)
        made.camera = stage.camera
        made.showOverlays(overlays)
        made.showDebris(this.debris)
        made.showHand(this.hand)
        Object.assign(made.orbit, stage.orbit)
        return made
      },
    }
  }

  private startVideo(): void {
    const [stage] = this.stageList
    const [width, height] = stage.size
    if (!stage || stage.failed || width === 0) return
    this.video = new Video(width, height, this.music?.element ?? null, (video) => {
      const type = video.type.split(';')[0]
      download(`${this.loaded.opened.name}.${type.endsWith('mp4') ? 'mp4' : 'webm'}`, video, type)
      if (!this.closed) this.outside.say(texts.player.recorded)
    })
    this.controls.showRecording(true)
    this.outside.say(texts.player.recording)
    if (!this.clock.playing) this.clock.toggle()
    this.changed()
  }

  private endVideo(): void {
    this.video?.stop()
    this.video = null
    this.controls.showRecording(false)
  }

  private eachOrbit(change: (stage: Stage) => void): void {
    this.stageList.forEach(change)
    this.changed()
  }

  link(): Link {
    const { time, speed, loop } = this.clock
    const camera = this.controls.cameras.value
    return { time, speed, ...(camera ? { camera } : {}), ...(loop ? { loop } : {}) }
  }

  /** Does what a link says. */
  follow({ time, speed, camera, loop }: Link): void {
    if (speed !== undefined) this.clock.speed = speed
    if (loop) this.clock.loop = loop
    this.chooseCamera(camera)
    if (time !== undefined) this.clock.seek(time)
    this.changed()
  }

  private readonly frame = (now: number): void => {
    if (this.closed) return
    requestAnimationFrame(this.frame)
    const seconds = Math.min(0.25, Math.max(0, (now - this.last) / 1000))
    this.last = now
    if (!this.clock.playing) this.pace.restart()
    else {
      if (this.pace.add(1000 * seconds)) for (const stage of this.stageList) stage.lower()
      const slow = this.runs[0]?.slow?.some((at) => Math.abs(this.clock.time - at) < SLOW_SPAN)
      this.clock.advance(slow ? seconds * SLOW : seconds)
      const [run, ...rest] = this.runs
      if (run && this.clock.time >= run.to) {
        if (rest.length === 0) this.clock.toggle()
        this.run(rest)
      }
      this.dirty = true
      // The play is over, and so is its video.
      if (!this.clock.playing && this.video) this.endVideo()
    }
    this.clicks?.follow(this.clock.time, this.clock.playing, this.clock.speed)
    this.music?.follow(this.clock.time, this.clock.playing, this.clock.speed)
    if (!this.dirty) return
    this.dirty = false
    this.draw(now)
  }

  private draw(now = this.last): void {
    const started = performance.now()
    this.waiting.hidden = [this.loaded, this.other].every((loaded) => loaded?.windows?.has(this.clock.shown) ?? true)
    for (const stage of this.stageList) stage.draw(this.clock.shown, this.clock.posed)
    this.video?.add((context, width, height) => this.stageList[0].copyTo(context, width, height))
    this.timeline.draw()
    this.controls.update()
    // Curves and the list follow ten times a second while the play runs.
    if (!this.clock.playing || now - this.slow > 100) {
      this.slow = now
      this.events.update(this.clock.time)
      if (!this.panels.get('curves')!.panel.hidden) this.curves.update()
    }
    this.drawn.count++
    this.drawn.milliseconds += performance.now() - started
    this.outside.drawn?.()
  }

  /** After a change of light and dark, or of the size of the panels. */
  restyle(): void {
    if (!this.panels.get('curves')!.panel.hidden) this.curves.show()
    this.changed()
  }

  close(): void {
    this.closed = true
    this.forget()
    this.endVideo()
    this.film?.close()
    this.editing?.close()
    this.music?.close()
    this.clicks?.close()
    this.curves.close()
    for (const stage of this.stageList) stage.close()
    this.other?.remote.close()
    this.loaded.remote.close()
    this.root.remove()
  }
}
