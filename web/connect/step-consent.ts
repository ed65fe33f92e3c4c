/** Providers where the account's owner allows the connection on the provider's own page. */
import type { Problem } from './api.ts'
import { accountUse } from './account-use.ts'
import { cancelButton } from './cancel.ts'
import { choices } from './choices.ts'
import { el } from './dom.ts'
import { announce, show } from './frame.ts'
import { startJourney } from './journey.ts'
import { notice } from './notice.ts'
import type { Page } from './page.ts'
import { explain } from './problem.ts'
import type { Consent, Provider, Session } from './session.ts'
import { changeButton, ownWords } from './step-form.ts'
import type { TextKey } from './text-en.ts'

export function showConsent(
  page: Page,
  session: Session,
  provider: Provider,
  { problem, consent }: { problem: Problem | null; consent: Consent },
): void {
  const { words, host } = page
  const names = { provider: provider.displayName, host }
  const text = (key: TextKey) => words.text(key, names)
  const trouble = notice()
  const given = consent.map(({ accessType }) => ({
    value: accessType,
    name: text(`access.${accessType}.name`),
    help: text(`access.${accessType}.help`),
  }))
  const access = choices('access', text('consent.access'), { given, checked: given[0]?.value ?? null })
  const use = accountUse(provider, words)
  const chosen = () => consent.find(({ accessType }) => accessType === access.chosen()) ?? consent[0]
  access.element.addEventListener('change', () => use.show(chosen()?.writes ?? []))
  use.show(chosen()?.writes ?? [])
  const go = el('button', { type: 'submit', class: 'main' }, text('consent.go'))
  const form = el('form', {}, given.length > 1 && access.element, use.element, trouble.element)
  form.append(el('div', { class: 'actions' }, go, cancelButton(page, trouble)))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const url = chosen()?.url
    if (url !== undefined) leaveFor(url, session.sessionId)
  })
  const own = ownWords(session)
  const lead = session.reconnect ? 'consent.again.lead' : 'consent.lead'
  show({
    banner: page.banner(session, provider),
    step: page.step('form', session, provider),
    title: own?.title ?? text(session.reconnect ? 'form.again.title' : 'form.title'),
    lead: own?.subtitle ?? text(lead),
    body: [
      session.sandbox && el('p', {}, text('consent.sandbox')),
      form,
      session.providers.length > 1 && changeButton(page, session),
      el('p', { class: 'soft small' }, text('consent.safe')),
    ],
  })
  if (problem !== null) trouble.say(explain(problem, words, names))
}

/** While the answer that was brought back is checked. */
export function showChecking({ words }: Page, provider: string): void {
  const text = words.text('form.checking', { provider })
  show({ title: text, body: [el('div', { class: 'waiting', 'aria-hidden': 'true' })] })
  announce(text)
}

function leaveFor(address: string, sessionId: string): void {
  const url = new URL(address)
  url.searchParams.set('state', startJourney(sessionId, Date.now()))
  location.assign(url.href)
}
