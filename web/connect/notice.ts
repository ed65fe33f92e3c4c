/** The place where problems of a step are told; screen readers say it at once. */
import { el, present } from './dom.ts'
import type { Explained } from './problem.ts'

export interface Notice {
  element: HTMLElement
  say(explained: Explained): void
  clear(): void
}

export function notice(): Notice {
  const element = el('div', { class: 'notice', role: 'alert', hidden: true })
  return {
    element,
    say({ title, body, reference }) {
      element.hidden = false
      element.replaceChildren(
        ...present([
          el('strong', {}, title),
          el('p', {}, body),
          reference !== null && el('p', { class: 'soft' }, reference),
        ]),
      )
      element.scrollIntoView({ block: 'nearest' })
    },
    clear() {
      element.hidden = true
      element.replaceChildren()
    },
  }
}
