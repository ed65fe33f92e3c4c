/** Requests to paste: one language at a time, with the key of the reader where one was entered. */
import { el } from '../connect/dom.ts'
import {
  exampleValues,
  sampleLanguages,
  sampleRequest,
  type OperationShape,
  type RequestValues,
} from '../../src/http/docs-pages/request-sample.ts'
import { copyButton, writeCode } from './code.ts'
import { keepKey, keepLanguage, keptKey, keptLanguage } from './kept.ts'

export interface ShownOperation {
  article: HTMLElement
  shape: OperationShape
  /** What was typed into the form, or the examples. */
  values: RequestValues
}

const baseUrl = () =>
  document.querySelector<HTMLElement>('[data-base-url]')?.dataset['baseUrl'] ?? location.origin

function writeSamples({ article, shape, values }: ShownOperation): void {
  const key = keptKey().trim() || undefined
  const request = sampleRequest(shape, { baseUrl: baseUrl(), values, key })
  for (const { id, write } of sampleLanguages) {
    const code = article.querySelector(`[data-language="${id}"] code`)
    if (code) writeCode(code, write(request))
  }
}

function showLanguage(id: string): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[data-language]'))
    panel.hidden = panel.dataset['language'] !== id
  for (const tab of document.querySelectorAll<HTMLElement>('[data-tab]'))
    tab.setAttribute('aria-pressed', String(tab.dataset['tab'] === id))
}

function languageTabs(samples: HTMLElement, tools: HTMLElement[]): HTMLElement {
  const tabs = sampleLanguages.map(({ id, label }) => {
    const tab = el('button', { type: 'button', 'data-tab': id, 'aria-pressed': 'false' }, label)
    tab.addEventListener('click', () => {
      keepLanguage(id)
      showLanguage(id)
    })
    return tab
  })
  const shown = () => samples.querySelector('[data-language]:not([hidden]) code')?.textContent ?? ''
  return el(
    'div',
    { class: 'tabs' },
    el('div', { class: 'languages', role: 'group', 'aria-label': 'Language of the example' }, ...tabs),
    copyButton(shown),
    ...tools,
  )
}

function tryButton(operation: ShownOperation): HTMLElement {
  const button = el('button', { type: 'button', class: 'try-open', 'aria-expanded': 'false' }, 'Try it')
  button.addEventListener('click', () => {
    void import('./try-it.ts').then(({ toggleForm }) =>
      toggleForm(operation, button, () => writeSamples(operation)),
    )
  })
  return button
}

/** `changed` is called with every letter. */
export function keyField(changed: () => void): HTMLElement {
  const input = el('input', {
    type: 'text',
    class: 'key',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'sk_test_…',
  })
  input.value = keptKey()
  input.addEventListener('input', () => {
    keepKey(input.value.trim())
    changed()
  })
  // Several fields of a page show one key.
  document.addEventListener('key-changed', () => {
    if (document.activeElement !== input) input.value = keptKey()
  })
  return el('label', { class: 'key-label' }, el('span', {}, 'API key'), input)
}

export const tellKey = (): boolean => document.dispatchEvent(new Event('key-changed'))

/** Makes the examples of a reference page work. */
export function enliveSamples(): void {
  const articles = [...document.querySelectorAll<HTMLElement>('article[data-shape]')]
  if (articles.length === 0) return
  const operations = articles.map((article): ShownOperation => {
    const shape = JSON.parse(article.dataset['shape'] ?? '{}') as OperationShape
    return { article, shape, values: exampleValues(shape) }
  })
  for (const operation of operations) {
    const samples = operation.article.querySelector<HTMLElement>('[data-languages]')
    samples?.prepend(languageTabs(samples, [tryButton(operation)]))
  }
  const kept = keptLanguage()
  showLanguage(sampleLanguages.some(({ id }) => id === kept) ? (kept ?? '') : 'curl')
  const writeAll = () => {
    for (const operation of operations) writeSamples(operation)
  }
  document.addEventListener('key-changed', writeAll)
  if (keptKey()) writeAll()
  document
    .querySelector('[data-key]')
    ?.append(
      keyField(tellKey),
      el(
        'p',
        { class: 'soft' },
        'Put into the examples, kept in this tab only, and sent to nobody but this server.',
      ),
    )
}
