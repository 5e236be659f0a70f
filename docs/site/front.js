// SPDX-License-Identifier: MIT
// The play at the top of the first page, which runs by itself, and what is dropped on it. The element is loaded after the page is there; from a
// folder, where browsers load no modules, and for readers who want little data or no motion, the picture stays until it is asked for.
document.addEventListener('DOMContentLoaded', () => {
  const show = document.getElementById('show')
  const drop = document.getElementById('drop')
  if (!show || !drop) return
  const said = document.getElementById('said')
  const local = location.protocol === 'file:'
  const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches || navigator.connection?.saveData
  let loaded
  const load = () => (loaded ??= import(new URL('element/reel-viewer.js', document.baseURI)))
  const failed = (why) => {
    document.documentElement.dataset.show = 'error'
    said.textContent = `This file could not be opened: ${why}`
  }
  const open = async (file) => {
    if (local) {
      said.textContent = 'From a folder, open it in the whole viewer: '
      return
    }
    said.textContent = `Reading ${file.name} …`
    try {
      await load()
      const { format, game } = await show.open(file, file.name)
      said.textContent = `${file.name}: ${format}${game ? `, ${game}` : ''}. It was read in this page and sent nowhere.`
      show.play()
    } catch (error) {
      failed(error.message)
    }
  }

  document.getElementById('file').addEventListener('change', (event) => {
    if (event.target.files[0]) open(event.target.files[0])
  })
  for (const area of [show, drop]) {
    area.addEventListener('dragover', (event) => {
      event.preventDefault()
      drop.classList.add('over')
    })
    area.addEventListener('dragleave', () => drop.classList.remove('over'))
    area.addEventListener('drop', (event) => {
      event.preventDefault()
      event.stopPropagation()
      drop.classList.remove('over')
      if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0])
    })
  }

  // Muted and over again, until somebody takes it in hand or opens something else.
  let ours = true
  show.addEventListener('pointerdown', () => (ours = false))
  show.addEventListener('keydown', () => (ours = false))
  show.addEventListener('ready', ({ detail }) => {
    document.documentElement.dataset.show = 'ready'
    ours &&= detail.name === 'play.bsor'
    if (ours && !quiet) show.play()
  })
  show.addEventListener('pause', () => {
    if (!ours || quiet || !(show.currentTime >= show.duration - 0.1)) return
    show.seek(0)
    show.play()
  })
  show.addEventListener('error', ({ detail }) => detail && failed(detail.message))
  if (!local && !navigator.connection?.saveData) addEventListener('load', () => requestIdleCallback?.(load) ?? load())
})
