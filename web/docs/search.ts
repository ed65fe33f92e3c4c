/** The search as a dialog: `/` opens it, arrows choose, Enter goes there, Escape closes. */
import { el, type Child } from '../connect/dom.ts'
import type { SearchEntry } from '../../src/http/docs-pages/search-entry.ts'
import { createSearch, type Found, type Search } from './search-ranking.ts'

const kindNames: Record<SearchEntry['kind'], string> = {
  operation: 'Operation',
  field: 'Field',
  event: 'Event',
  error: 'Error code',
  guide: 'Page',
}

async function loadSearch(address: string): Promise<Search> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the index was answered with ${answer.status}`)
  return createSearch((await answer.json()) as SearchEntry[])
}

/** The text with the words that were looked for marked. */
function marked(text: string, terms: readonly string[]): Child[] {
  if (terms.length === 0) return [text]
  const any = terms
    .toSorted((a, b) => b.length - a.length)
    .map((term) => term.replaceAll(/[^a-z0-9 ]/gi, '\\$&'))
  return text
    .split(new RegExp(`(${any.join('|')})`, 'i'))
    .map((part, i) => (i % 2 === 1 ? el('mark', {}, part) : part))
}

const optionOf = ({ entry, line, terms }: Found, i: number) =>
  el(
    'li',
    { role: 'option', id: `found-${i}`, 'aria-selected': 'false', 'data-href': entry.href },
    el('span', { class: 'kind' }, kindNames[entry.kind]),
    el('strong', {}, ...marked(entry.title, terms)),
    el('small', {}, entry.of),
    line === '' ? null : el('p', {}, ...marked(line, terms)),
  )

export interface SearchDialog {
  open(): void
}

class DialogOfSearch implements SearchDialog {
  readonly #input = el('input', {
    type: 'search',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'found',
    'aria-autocomplete': 'list',
    'aria-label': 'Search the documentation',
    placeholder: 'Search operations, fields, error codes, guides',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  readonly #list = el('ul', { role: 'listbox', id: 'found', 'aria-label': 'Found' })
  readonly #status = el('p', { class: 'status-line', role: 'status' })
  readonly #near = el('p', { class: 'near' })
  readonly #dialog: HTMLDialogElement
  readonly #loading: Promise<Search>
  #chosen = -1
  #asked = 0

  constructor(address: string) {
    this.#loading = loadSearch(address)
    // Told where it is awaited.
    this.#loading.catch(() => {})
    const close = el('button', { type: 'button', class: 'close' }, 'Close')
    this.#dialog = el(
      'dialog',
      { class: 'search', 'aria-label': 'Search' },
      el('div', { class: 'field' }, this.#input, close),
      this.#status,
      this.#near,
      this.#list,
      el('p', { class: 'keys', 'aria-hidden': 'true' }, '↑ ↓ to choose, Enter to go there, Esc to close'),
    )
    document.body.append(this.#dialog)
    close.addEventListener('click', () => this.#dialog.close())
    this.#input.addEventListener('input', () => void this.#search())
    this.#dialog.addEventListener('keydown', (event) => this.#press(event))
    this.#dialog.addEventListener('click', (event) => this.#click(event))
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#input.focus()
    this.#input.select()
  }

  #options(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('[role=option]')]
  }

  #choose(at: number): void {
    const options = this.#options()
    options[this.#chosen]?.setAttribute('aria-selected', 'false')
    this.#chosen = options.length === 0 ? -1 : (at + options.length) % options.length
    const chosen = options[this.#chosen]
    chosen?.setAttribute('aria-selected', 'true')
    chosen?.scrollIntoView({ block: 'nearest' })
    if (chosen) this.#input.setAttribute('aria-activedescendant', chosen.id)
    else this.#input.removeAttribute('aria-activedescendant')
  }

  #press(event: KeyboardEvent): void {
    // Where a browser clears the field with the first Escape, the dialog would need a second.
    if (event.key === 'Escape') this.#dialog.close()
    else if (event.key === 'ArrowDown') this.#choose(this.#chosen + 1)
    else if (event.key === 'ArrowUp') this.#choose(this.#chosen - 1)
    else if (event.key === 'Enter' && document.activeElement === this.#input)
      this.#go(this.#options()[this.#chosen])
    else return
    event.preventDefault()
  }

  #click(event: Event): void {
    if (event.target === this.#dialog) this.#dialog.close()
    else if (event.target instanceof Element)
      this.#go(event.target.closest<HTMLElement>('[role=option]') ?? undefined)
  }

  #go(option: HTMLElement | undefined): void {
    const href = option?.dataset['href']
    if (href === undefined) return
    this.#dialog.close()
    location.assign(href)
  }

  async #search(): Promise<void> {
    const asked = (this.#asked += 1)
    const text = this.#input.value
    const search = await this.#loading.catch((error: unknown) => {
      this.#status.textContent = `The search does not work: ${error instanceof Error ? error.message : error}`
    })
    // A letter more was typed meanwhile.
    if (!search || asked !== this.#asked) return
    const found = text.trim() === '' ? [] : search.find(text)
    this.#list.replaceChildren(...found.map(optionOf))
    this.#input.setAttribute('aria-expanded', String(found.length > 0))
    this.#chosen = -1
    if (found.length > 0) this.#choose(0)
    const isEmpty = text.trim() !== '' && found.length === 0
    this.#status.textContent = isEmpty ? `Nothing found for “${text.trim()}”.` : ''
    this.#near.replaceChildren(...(isEmpty ? this.#suggestions(search.near(text)) : []))
  }

  #suggestions(words: readonly string[]): (Node | string)[] {
    if (words.length === 0) return []
    const buttons = words.map((word) => {
      const button = el('button', { type: 'button', class: 'quiet' }, word)
      button.addEventListener('click', () => {
        this.#input.value = word
        this.#input.focus()
        void this.#search()
      })
      return button
    })
    return ['Near words: ', ...buttons]
  }
}

export const createSearchDialog = (address: string): SearchDialog => new DialogOfSearch(address)
