/** The words of the page, and what its steps have in common. */
import { el } from '../connect/dom.ts'
import { filled, type Locale } from '../connect/words.ts'
import type { Problem } from './api.ts'
import { en, type TextKey, type Texts } from './text-en.ts'
import { fr } from './text-fr.ts'

const dictionaries: Record<Locale, Texts> = { en, fr }

export interface Page {
  locale: Locale
  text(key: TextKey, values?: Record<string, string | number>): string
}

export const pageIn = (locale: Locale): Page => ({
  locale,
  text: (key, values) => filled(dictionaries[locale][key], values),
})

/** The place where problems are told; screen readers say it at once. */
export const troublePlace = (): HTMLElement => el('div', { class: 'notice', role: 'alert', hidden: true })

export function tell({ text }: Page, place: HTMLElement, problem: Problem): void {
  const { code, retryAfter, requestId } = problem
  const words =
    code === 'offline'
      ? text('trouble.offline')
      : code === 'rate_limit_exceeded'
        ? text('trouble.many', { seconds: retryAfter ?? 60 })
        : text('trouble.other')
  place.hidden = false
  place.replaceChildren(el('strong', {}, words))
  if (requestId !== null) {
    place.append(el('p', { class: 'soft' }, text('trouble.reference', { id: requestId })))
  }
}

/** What takes a moment: once at a time, and seen to be under way. */
export async function busy(
  button: HTMLButtonElement,
  words: string,
  work: () => Promise<void>,
): Promise<void> {
  if (button.classList.contains('busy')) return
  const before = button.textContent
  button.classList.add('busy')
  button.textContent = words
  try {
    await work()
  } finally {
    button.classList.remove('busy')
    button.textContent = before
  }
}

export const button = (words: string, kind: 'main' | 'second' | 'quiet' = 'main'): HTMLButtonElement =>
  el('button', { type: 'button', class: kind }, words)
