// SPDX-License-Identifier: MIT
// Uploads a replay from the start page. Text from replays is only ever set as text.
const part = (id) => document.getElementById(id)

/** An element with children, which are elements or text. */
function make(name, attributes, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

function verdict({ id, verdict, reasons = [], findings = [] }) {
  const found = findings.filter(({ severity }) => severity !== 'note')
  const lines = [...reasons, ...found].map(({ message, rule }) => make('li', {}, `${message} (${rule})`))
  const link = make('a', { href: `/plays/${id}` }, 'See the play')
  return [make('p', {}, `The replay is ${verdict}. `, link), ...(lines.length ? [make('ul', {}, ...lines)] : [])]
}

/** What the upload gives: the elements to show. */
async function send(file, token) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' }
  const answer = await fetch('/replays', { method: 'POST', headers, body: file })
  const body = await answer.json()
  return body.verdict ? verdict(body) : [make('p', {}, body.title ?? answer.statusText)]
}

const form = part('upload').querySelector('form')
form.hidden = false
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  part('answer').replaceChildren(make('p', {}, 'Uploading…'))
  let shown
  try {
    shown = await send(part('file').files[0], part('token').value.trim())
  } catch (error) {
    shown = [make('p', {}, error.message)]
  }
  part('answer').replaceChildren(...shown)
})
