/** The way back to the app, and the screens of sessions that ended otherwise than connected. */
import { el, type Child } from './dom.ts'
import { show } from './frame.ts'
import type { Problem } from './api.ts'
import { isPopup, leave, tellOpener } from './leave.ts'
import { webAddress } from './message.ts'
import type { Page } from './page.ts'
import type { Ended, Session } from './session.ts'

/** The button that leads back, with the address that it leads to; or how to go without one. */
export function wayBack(page: Page, session: Ended, options: { waiting?: boolean } = {}): Child[] {
  const { words, host } = page
  const target = webAddress(session.returnUrl)
  if (target === null) return [el('p', { class: 'soft' }, words.text('leave.closeYourself'))]
  const popup = isPopup()
  const key = popup ? 'leave.close' : options.waiting ? 'leave.now' : 'leave.continue'
  const button = el(
    'button',
    { type: 'button', class: options.waiting ? 'second' : 'main' },
    words.text(key, { host }),
  )
  button.addEventListener('click', () => {
    tellOpener(session)
    leave(session)
  })
  return [
    el('div', { class: 'actions' }, button),
    key !== 'leave.continue' &&
      el('p', { class: 'soft small' }, words.text('leave.to', { host: target.host })),
  ]
}

export function showEnded(page: Page, session: Session): void {
  const { words, host } = page
  const failed = session.status === 'errored'
  show({
    tone: 'bad',
    title: words.text(failed ? 'errored.title' : 'cancelled.title'),
    lead: words.text(failed ? 'errored.lead' : 'cancelled.lead', { host }),
    body: [
      failed && session.error !== null && el('p', { class: 'quote' }, session.error),
      ...wayBack(page, session),
    ],
  })
}

/** Its time is over. What it is still known for is how it ended. */
function endedBefore({ sessionStatus, returnUrl }: Problem): Ended {
  const back = webAddress(returnUrl)?.searchParams
  const status = sessionStatus === 'completed' || sessionStatus === 'cancelled' ? sessionStatus : 'errored'
  return {
    status,
    provider: null,
    connection: null,
    error: back?.get('error') ?? null,
    workspaceId: back?.get('workspaceId') ?? '',
    state: back?.get('state') ?? null,
    returnUrl,
  }
}

const over = { completed: 'finished', cancelled: 'cancelled' } as const

function showExpired(page: Page, problem: Problem): void {
  const { words, host } = page
  const ended = endedBefore(problem)
  const key = ended.status === 'completed' || ended.status === 'cancelled' ? over[ended.status] : 'expired'
  show({
    tone: key === 'finished' ? 'good' : 'bad',
    title: words.text(`${key}.title`),
    lead: words.text(`${key}.lead`, { host }),
    body: wayBack(page, ended),
  })
}

/** The session could not be read at all. */
export function showUnread(page: Page, problem: Problem): void {
  if (problem.code === 'session_expired') return showExpired(page, problem)
  const { words, host } = page
  const key = ['not_found', 'invalid_param', 'invalid_params'].includes(problem.code) ? 'missing' : 'load'
  const again = el('button', { type: 'button', class: 'main' }, words.text('tryAgain'))
  again.addEventListener('click', () => void page.refresh())
  show({
    tone: 'bad',
    title: words.text(`${key}.title`),
    lead: words.text(`${key}.lead`, { host }),
    body: [key === 'load' && el('div', { class: 'actions' }, again)],
  })
}
