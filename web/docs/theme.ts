import { keepTheme, keptTheme } from './kept.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Light or dark: what was chosen here, else what the system prefers. */
export function switchTheme(button: HTMLElement): void {
  const shown = () => {
    const kept = keptTheme()
    return kept === 'light' || kept === 'dark' ? kept : dark.matches ? 'dark' : 'light'
  }
  const other = () => (shown() === 'dark' ? 'light' : 'dark')
  const name = () => {
    button.setAttribute('aria-label', `Switch to ${other()}`)
    button.title = `Switch to ${other()}`
  }
  button.addEventListener('click', () => {
    const next = other()
    keepTheme(next)
    document.documentElement.dataset['theme'] = next
    name()
  })
  dark.addEventListener('change', name)
  name()
  button.hidden = false
}
