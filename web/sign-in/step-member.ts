/** Who is signed in, and where. */
import { el } from '../connect/dom.ts'
import { show } from '../connect/frame.ts'
import { api, type Member, type MemberSession } from './api.ts'
import { button, tell, troublePlace, type Page } from './page.ts'
import { showAsk } from './step-ask.ts'

export async function showMember(page: Page, member: Member): Promise<void> {
  const { text } = page
  const trouble = troublePlace()
  const answer = await api.sessions(member.id)
  const sessions = answer.ok ? answer.value.data : []
  if (!answer.ok) tell(page, trouble, answer.problem)
  const end = async ({ id, current }: MemberSession) => {
    const ended = await api.end(id)
    // One that is over already is over.
    if (!ended.ok && ended.problem.code !== 'not_found') return tell(page, trouble, ended.problem)
    if (current) showOut(page)
    else await showMember(page, member)
  }
  const out = button(text('in.out'), 'second')
  const own = sessions.find(({ current }) => current)
  out.addEventListener('click', () => {
    if (own) void end(own)
  })
  show({
    tone: 'good',
    title: text('in.title'),
    lead: text('in.lead', { email: member.email }),
    body: [
      el('p', {}, text(`in.role.${member.role}`)),
      trouble,
      el('h2', {}, text('in.sessions')),
      el('ul', { class: 'rooms' }, ...sessions.map((session) => line(page, session, end))),
      el('p', {}, el('a', { href: 'billing' }, text('in.billing'))),
      own !== undefined && el('div', { class: 'actions' }, out),
    ],
  })
}

function line(
  { text, locale }: Page,
  session: MemberSession,
  end: (session: MemberSession) => Promise<void>,
): HTMLElement {
  const date = new Date(session.createdAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const from = session.lastUsedFrom
  const stop = el(
    'button',
    { type: 'button', class: 'link', 'aria-label': text('in.endOf', { date }) },
    text('in.end'),
  )
  stop.addEventListener('click', () => void end(session))
  return el(
    'li',
    {},
    el('div', {}, text('in.since', { date })),
    from !== null && el('div', { class: 'soft small' }, text('in.from', { address: from })),
    session.current ? el('strong', {}, text('in.here')) : stop,
  )
}

function showOut(page: Page): void {
  const { text } = page
  const again = button(text('out.again'), 'second')
  again.addEventListener('click', () => showAsk(page))
  show({
    tone: 'good',
    title: text('out.title'),
    lead: text('out.lead'),
    body: [el('div', { class: 'actions' }, again)],
  })
}
