/** Asking for a link. */
import { el } from '../connect/dom.ts'
import { show } from '../connect/frame.ts'
import { api } from './api.ts'
import { busy, button, tell, troublePlace, type Page } from './page.ts'

export function showAsk(page: Page): void {
  const { text, locale } = page
  const input = el('input', {
    id: 'email',
    type: 'email',
    name: 'email',
    autocomplete: 'email',
    autocapitalize: 'none',
    spellcheck: 'false',
    required: true,
    'aria-describedby': 'email-problem',
  })
  const problem = el('p', { id: 'email-problem', class: 'problem', hidden: true }, text('ask.wrong'))
  const trouble = troublePlace()
  const submit = el('button', { type: 'submit', class: 'main' }, text('ask.submit'))
  const mark = (isWrong: boolean) => {
    problem.hidden = !isWrong
    if (isWrong) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  const ask = async () => {
    const email = input.value.trim()
    const answer = await api.ask(email, locale)
    if (answer.ok) return showAsked(page, email, answer.value.expiresInSeconds)
    if (answer.problem.code !== 'invalid_body') return tell(page, trouble, answer.problem)
    mark(true)
    input.focus()
  }
  const form = el(
    'form',
    { novalidate: true },
    el('div', { class: 'field' }, el('label', { for: 'email' }, text('ask.email')), input, problem),
    trouble,
    el('div', { class: 'actions' }, submit),
  )
  input.addEventListener('input', () => mark(false))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    trouble.hidden = true
    mark(!input.checkValidity())
    if (input.checkValidity()) void busy(submit, text('ask.sending'), ask)
    else input.focus()
  })
  show({ title: text('ask.title'), lead: text('ask.lead'), body: [form] })
}

function showAsked(page: Page, email: string, seconds: number): void {
  const { text } = page
  const again = button(text('asked.again'), 'second')
  again.addEventListener('click', () => showAsk(page))
  show({
    tone: 'good',
    title: text('asked.title'),
    lead: text('asked.lead', { email, minutes: Math.round(seconds / 60) }),
    body: [el('div', { class: 'actions' }, again)],
  })
}
