/** One field of the credential form: label, help, the box, and what is wrong with it. */
import { el } from './dom.ts'
import type { FormField } from './session.ts'
import type { Words } from './text.ts'
import { cleaned, valueOf } from './value.ts'

export interface Field {
  spec: FormField
  element: HTMLElement
  value(): string | string[] | null
  /** null: nothing is wrong. */
  mark(problem: string | null): void
  focus(): void
  lock(locked: boolean): void
}

export function field(spec: FormField, words: Words): Field {
  const id = `field-${spec.key}`
  const label = words.of(spec.label)
  const input = spec.kind === 'choice' ? selectFor(spec, id, words) : inputFor(spec, id)
  const problem = el('p', { class: 'problem', id: `${id}-problem`, hidden: true })
  input.setAttribute('aria-describedby', `${id}-help ${id}-problem`)
  if (!spec.optional) input.setAttribute('aria-required', 'true')
  const optional = spec.optional && el('span', { class: 'soft' }, ` (${words.text('form.optional')})`)
  const help = [
    words.of(spec.help).replaceAll('`', ''),
    ...(spec.kind === 'list' ? [words.text('form.list')] : []),
  ].join(' ')
  const element = el(
    'div',
    { class: 'field' },
    el('label', { for: id }, label, optional),
    el('p', { class: 'help', id: `${id}-help` }, help),
    input instanceof HTMLInputElement && spec.kind === 'secret'
      ? el('div', { class: 'with-button' }, input, revealButton(input, label, words))
      : input,
    problem,
  )
  const mark = (text: string | null) => {
    problem.hidden = text === null
    problem.textContent = text
    if (text === null) input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  input.addEventListener('input', () => mark(null))
  return {
    spec,
    element,
    value: () => valueOf(spec.kind, input.value),
    mark,
    focus() {
      // It may be in a part that is folded.
      element.closest('details')?.setAttribute('open', '')
      input.focus()
    },
    lock: (locked) => (locked ? input.setAttribute('disabled', '') : input.removeAttribute('disabled')),
  }
}

function inputFor(spec: FormField, id: string): HTMLInputElement {
  const input = el('input', {
    id,
    name: spec.key,
    type: spec.kind === 'secret' ? 'password' : 'text',
    autocomplete: 'off',
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: 'false',
  })
  input.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain')
    if (text === undefined || spec.kind === 'list') return
    event.preventDefault()
    input.setRangeText(cleaned(text), input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return input
}

function selectFor({ key, choices = [] }: FormField, id: string, { of }: Words): HTMLSelectElement {
  const options = choices.map(({ value, label }) => el('option', { value }, of(label)))
  return el('select', { id, name: key }, ...options)
}

function revealButton(input: HTMLInputElement, label: string, { text }: Words): HTMLElement {
  const button = el('button', { type: 'button', class: 'quiet' })
  const show = (visible: boolean) => {
    input.type = visible ? 'text' : 'password'
    button.textContent = text(visible ? 'form.hide' : 'form.show')
    button.setAttribute('aria-label', text(visible ? 'form.hideField' : 'form.showField', { label }))
  }
  show(false)
  button.addEventListener('click', () => show(input.type === 'password'))
  return button
}
