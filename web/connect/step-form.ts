/** The credential form, as the provider's manifest asks for it, and the check of what was entered. */
import type { Problem } from './api.ts'
import { accountUse } from './account-use.ts'
import { cancelButton } from './cancel.ts'
import { el } from './dom.ts'
import { field, type Field } from './field.ts'
import { announce, show } from './frame.ts'
import { notice, type Notice } from './notice.ts'
import type { Page } from './page.ts'
import { endsSession, explain, troubleOf } from './problem.ts'
import { isClaim, type Provider, type Session } from './session.ts'

export function showForm(page: Page, session: Session, provider: Provider): void {
  const { words, host } = page
  const names = { provider: provider.displayName, host }
  const text = (key: Parameters<typeof words.text>[0]) => words.text(key, names)
  const fields = provider.form.map((spec) => field(spec, words))
  const trouble = notice()
  const submit = el('button', { type: 'submit', class: 'main' }, text('form.submit'))
  const form = el('form', { novalidate: true }, ...grouped(fields, page), trouble.element)
  form.append(el('div', { class: 'actions' }, submit, cancelButton(page, trouble)))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void connect(page, session, provider, { fields, trouble, submit })
  })
  const again = session.reconnect
  const claims = isClaim(session, provider)
  const intro = again
    ? { title: text('form.again.title'), lead: text('form.again.lead') }
    : { title: text('form.title'), lead: text(claims ? 'claim.lead' : 'form.lead') }
  const own = ownWords(session)
  show({
    banner: page.banner(session, provider),
    step: page.step('form', session, provider),
    title: own?.title ?? intro.title,
    lead: own?.subtitle ?? intro.lead,
    body: [
      claims && el('p', {}, text('claim.first')),
      el('p', {}, docsLink(provider, page)),
      accountUse(provider, words).element,
      form,
      session.providers.length > 1 && changeButton(page, session),
      el(
        'p',
        { class: 'soft small' },
        !claims && text('form.safe'),
        session.redirectHost !== null && ` ${text('form.return')}`,
      ),
    ],
  })
}

function docsLink({ displayName, docsUrl }: Provider, { words }: Page): HTMLElement {
  return el(
    'a',
    { href: docsUrl, target: '_blank', rel: 'noopener noreferrer' },
    words.text('form.docs', { provider: displayName }),
    el('span', { class: 'unseen' }, ` (${words.text('newTab')})`),
  )
}

/** With one provider the app's own words stand at the form, because no other step comes before. */
export const ownWords = ({ providers, copy }: Session) => (providers.length > 1 ? null : copy)

export function changeButton(page: Page, session: Session): HTMLElement {
  const button = el('button', { type: 'button', class: 'link' }, page.words.text('form.change'))
  button.addEventListener('click', () => page.showPicker(session))
  return el('p', {}, button)
}

/** What is needed stands open, the rest is folded. Where any one field is enough, the first stands for them. */
function grouped(fields: Field[], { words }: Page): HTMLElement[] {
  const anyOne = fields.every(({ spec }) => spec.optional)
  const open = anyOne ? fields.slice(0, 1) : fields.filter(({ spec }) => !spec.optional)
  const folded = fields.filter((one) => !open.includes(one))
  const elements = open.map(({ element }) => element)
  if (folded.length === 0) return elements
  return [
    ...elements,
    el(
      'details',
      {},
      el('summary', {}, words.text(anyOne ? 'form.instead' : 'form.more')),
      ...folded.map(({ element }) => element),
    ),
  ]
}

interface Parts {
  fields: Field[]
  trouble: Notice
  submit: HTMLButtonElement
}

async function connect(page: Page, session: Session, provider: Provider, parts: Parts): Promise<void> {
  const { fields, trouble, submit } = parts
  if (submit.getAttribute('aria-disabled') === 'true') return
  trouble.clear()
  if (markMissing(fields, page)) return
  const credentials = Object.fromEntries(
    fields.flatMap((one) => {
      const value = one.value()
      return value === null ? [] : [[one.spec.key, value]]
    }),
  )
  setBusy(page, provider, parts, true)
  const answer = isClaim(session, provider)
    ? await page.api.claim(String(credentials.hotelId))
    : await page.api.connect(provider.id, credentials)
  if (answer.ok || endsSession(answer.problem)) return void (await page.refresh())
  setBusy(page, provider, parts, false)
  tell(page, provider, parts, answer.problem)
}

/** Whether something that is needed was left empty. */
function markMissing(fields: Field[], { words }: Page): boolean {
  const anyOne = fields.every(({ spec }) => spec.optional)
  const filled = fields.filter((one) => one.value() !== null)
  const missing = anyOne
    ? fields.slice(0, filled.length > 0 ? 0 : 1)
    : fields.filter((one) => !one.spec.optional && !filled.includes(one))
  for (const one of fields) {
    one.mark(
      missing.includes(one) ? words.text(anyOne && fields.length > 1 ? 'form.fillOne' : 'form.fill') : null,
    )
  }
  missing[0]?.focus()
  return missing.length > 0
}

function setBusy({ words }: Page, provider: Provider, { fields, submit }: Parts, busy: boolean): void {
  const checking = words.text('form.checking', { provider: provider.displayName })
  submit.textContent = busy ? checking : words.text('form.submit')
  submit.classList.toggle('busy', busy)
  // Not disabled: the focus would be lost.
  if (busy) submit.setAttribute('aria-disabled', 'true')
  else submit.removeAttribute('aria-disabled')
  for (const one of fields) one.lock(busy)
  announce(busy ? checking : '')
}

function tell(page: Page, provider: Provider, { fields, trouble }: Parts, problem: Problem): void {
  const kind = troubleOf(problem)
  const wrong = fields.find(({ spec }) => [`credentials.${spec.key}`, spec.key].includes(problem.field ?? ''))
  if (kind === 'field' || kind === 'credentials') {
    wrong?.mark(page.words.text('form.wrong'))
    wrong?.focus()
  }
  // One fault is told once, where it is.
  if (kind === 'field' && wrong) return
  trouble.say(explain(problem, page.words, { provider: provider.displayName, host: page.host }))
}
