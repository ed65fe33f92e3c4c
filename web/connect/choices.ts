/** One of a few, each with words of its own. */
import { el } from './dom.ts'

export interface Choice<V extends string> {
  value: V
  name: string
  help: string
}

export interface Choices<V extends string> {
  element: HTMLElement
  /** null: none was chosen. */
  chosen(): V | null
}

export function choices<V extends string>(
  name: string,
  legend: string,
  { given, checked }: { given: readonly Choice<V>[]; checked: V | null },
): Choices<V> {
  const all = given.map(({ value, name: label, help }) => {
    const id = `${name}-${value}`
    const input = el('input', { type: 'radio', name, value, checked: value === checked, id })
    const words = el('span', {}, label, el('span', { class: 'soft small' }, help))
    return { value, input, element: el('label', { for: id, class: 'choice' }, input, words) }
  })
  return {
    element: el('fieldset', {}, el('legend', {}, legend), ...all.map(({ element }) => element)),
    chosen: () => all.find(({ input }) => input.checked)?.value ?? null,
  }
}
