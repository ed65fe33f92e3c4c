/** What will be read of an account and may be changed there, before anything is entered or allowed. */
import { el } from './dom.ts'
import type { AccountWrite, Provider } from './session.ts'
import type { Words } from './text.ts'

export interface AccountUse {
  element: HTMLElement
  /** What may be changed with another choice of how much is allowed. */
  show(writes: readonly AccountWrite[]): void
}

export function accountUse({ reads, writes }: Pick<Provider, 'reads' | 'writes'>, words: Words): AccountUse {
  const read = el('ul', {}, ...reads.map((kind) => el('li', {}, words.text(`reads.${kind}`))))
  const written = el('div')
  const show = (shown: readonly AccountWrite[]) =>
    written.replaceChildren(
      shown.length > 0
        ? el('ul', {}, ...shown.map((kind) => el('li', {}, words.text(`writes.${kind}`))))
        : el('p', {}, words.text('uses.nothing')),
    )
  show(writes)
  const element = el(
    'section',
    { class: 'aside uses' },
    el('div', {}, el('h2', {}, words.text('uses.reads')), read),
    el('div', {}, el('h2', {}, words.text('uses.writes')), written),
  )
  return { element, show }
}
