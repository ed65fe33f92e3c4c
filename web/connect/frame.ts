/** The page around a step: its heading takes the focus when the step changes, so that it is read out. */
import { byId, el, present, type Child } from './dom.ts'

export interface Screen {
  /** Above everything: who asks. */
  banner?: Child
  title: string
  /** `Step 2 of 3` */
  step?: string
  lead?: string
  body?: Child[]
  tone?: 'good' | 'bad'
}

let shown = false

export function show({ banner = null, title, step, lead, body = [], tone }: Screen): void {
  const heading = el('h1', { tabindex: '-1' }, title)
  const page = byId('page')
  page.replaceChildren(
    el(
      'div',
      { class: tone === undefined ? 'card' : `card ${tone}` },
      banner,
      step !== undefined && el('p', { class: 'step' }, step),
      tone !== undefined && el('div', { class: 'sign', 'aria-hidden': 'true' }),
      heading,
      lead !== undefined && el('p', { class: 'lead' }, lead),
      ...body,
    ),
  )
  page.removeAttribute('aria-busy')
  document.title = title
  byId('live').textContent = ''
  // The first step is read out by the browser itself.
  if (shown) {
    heading.focus()
    window.scrollTo(0, 0)
  }
  shown = true
}

/** Said by a screen reader without moving anything. */
export function announce(text: string): void {
  byId('live').textContent = text
}

export function footer(...children: Child[]): void {
  byId('foot').replaceChildren(...present(children))
}
