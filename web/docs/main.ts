/** Comforts only: the pages read the same without it. What is rarely needed is loaded when it is asked for. */
import { watchCode } from './code.ts'
import { followReading, openTarget } from './deep-links.ts'
import { enliveSamples } from './samples.ts'
import { switchTheme } from './theme.ts'
import type { SearchDialog } from './search.ts'

function offerSearch(button: HTMLElement): void {
  let dialog: Promise<SearchDialog> | undefined
  const load = () =>
    (dialog ??= import('./search.ts').then(({ createSearchDialog }) =>
      createSearchDialog(button.dataset['search'] ?? ''),
    ))
  const open = () => void load().then((opened) => opened.open())
  button.addEventListener('click', open)
  button.addEventListener('pointerenter', () => void load(), { once: true })
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null
    const isAsked =
      (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) ||
      (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!isAsked || event.altKey) return
    event.preventDefault()
    open()
  })
  button.hidden = false
}

for (const button of document.querySelectorAll<HTMLElement>('[data-search]')) offerSearch(button)
for (const button of document.querySelectorAll<HTMLElement>('[data-theme-switch]')) switchTheme(button)
enliveSamples()
watchCode(document)
followReading([
  ...document.querySelectorAll<HTMLAnchorElement>('.here a[href^="#"], .side .inside a[href*="#"]'),
])
addEventListener('hashchange', openTarget)
openTarget()
document.querySelector('.side [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
// For whoever measures how soon a page can be used.
performance.mark('docs-ready')
