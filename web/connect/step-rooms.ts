/** The property is claimed: its rooms are read, then each is said to be a listing. */
import type { Problem } from './api.ts'
import { el } from './dom.ts'
import { driftChoice, type DriftChoice } from './drift-choice.ts'
import { announce, show } from './frame.ts'
import { notice, type Notice } from './notice.ts'
import type { Page } from './page.ts'
import { explain } from './problem.ts'
import { roomRow, type RoomRow } from './room-row.ts'
import { providerOf, type ClaimedRooms, type Session } from './session.ts'
import { waited } from './waited.ts'

/** Rooms are few, and read first. */
const askEveryMs = 2000

type Names = Record<'provider' | 'host' | 'name', string>

const namesOf = ({ host }: Page, session: Session, claimed?: ClaimedRooms): Names => ({
  provider: providerOf(session)?.displayName ?? '',
  host,
  name: claimed?.hotelName ?? claimed?.hotelId ?? providerOf(session)?.displayName ?? '',
})

export function showRooms(page: Page, session: Session): void {
  const { words } = page
  const names = namesOf(page, session)
  const remark = el('p', { class: 'soft' })
  show({
    step: page.step('rooms', session),
    title: words.text('rooms.reading.title', names),
    lead: words.text('rooms.reading.lead', names),
    body: [el('div', { class: 'waiting', 'aria-hidden': 'true' }), remark],
  })
  void follow(page, session, remark)
}

/** The session's own end, and not that of a listing which was chosen. */
const endsHere = ({ code, field }: Problem): boolean =>
  code === 'session_terminal' || code === 'session_expired' || (code === 'not_found' && field === 'sessionId')

/** Asks until the rooms are known. Ends by itself when another step is shown. */
async function follow(page: Page, session: Session, remark: HTMLElement): Promise<void> {
  for (;;) {
    const answer = await page.api.rooms()
    if (!remark.isConnected) return
    if (answer.ok && answer.value.status === 'completed') return void (await page.refresh())
    if (answer.ok && answer.value.status === 'ready') return showChoices(page, session, answer.value)
    if (!answer.ok && endsHere(answer.problem)) return void (await page.refresh())
    const text = answer.ok ? '' : page.words.text('rooms.stale')
    if (remark.textContent !== text) announce(text)
    remark.textContent = text
    await waited(Math.max(askEveryMs, answer.ok ? 0 : (answer.problem.retryAfter ?? 0) * 1000))
    if (!remark.isConnected) return
  }
}

function showChoices(page: Page, session: Session, claimed: ClaimedRooms): void {
  const { words } = page
  const names = namesOf(page, session, claimed)
  if (claimed.rooms.length === 0) return showNone(page, session, names)
  const trouble = notice()
  const rows = claimed.rooms.map((room) => roomRow(room, claimed.listingOptions, words))
  const drift = driftChoice(claimed.rooms, words, names)
  const submit = el('button', { type: 'submit', class: 'main' }, words.text('rooms.submit'))
  const form = el(
    'form',
    { novalidate: true },
    el('ul', { class: 'rooms' }, ...rows.map(({ element }) => element)),
    drift.element,
    trouble.element,
    el('div', { class: 'actions' }, submit),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void save(page, names, { rows, drift, trouble, submit })
  })
  show({
    step: page.step('rooms', session),
    title: words.text('rooms.title'),
    lead: words.text('rooms.lead', names),
    body: [form],
  })
}

function showNone(page: Page, session: Session, names: Names): void {
  const { words } = page
  const again = el('button', { type: 'button', class: 'main' }, words.text('tryAgain'))
  again.addEventListener('click', () => void page.refresh())
  show({
    step: page.step('rooms', session),
    title: words.text('rooms.none.title'),
    lead: words.text('rooms.none.lead', names),
    body: [el('div', { class: 'actions' }, again)],
  })
}

interface Parts {
  rows: readonly RoomRow[]
  drift: DriftChoice
  trouble: Notice
  submit: HTMLButtonElement
}

async function save(page: Page, names: Names, { rows, drift, trouble, submit }: Parts): Promise<void> {
  if (submit.getAttribute('aria-disabled') === 'true') return
  trouble.clear()
  for (const row of rows) row.mark(null)
  const setBusy = (busy: boolean) => {
    const text = page.words.text(busy ? 'rooms.saving' : 'rooms.submit')
    submit.textContent = text
    submit.classList.toggle('busy', busy)
    // Not disabled: the focus would be lost.
    if (busy) submit.setAttribute('aria-disabled', 'true')
    else submit.removeAttribute('aria-disabled')
    announce(busy ? text : '')
  }
  setBusy(true)
  const answer = await page.api.mapRooms(rows.map((row) => drift.of(row.mapping())))
  if (answer.ok || endsHere(answer.problem)) return void (await page.refresh())
  setBusy(false)
  const { problem } = answer
  const [, at] = /^mappings\[(\d+)\]/.exec(problem.field ?? '') ?? []
  const wrong = at === undefined ? undefined : rows[Number(at)]
  wrong?.mark(page.words.text('rooms.wrong'))
  wrong?.focus()
  trouble.say(explain(wrong ? { ...problem, code: 'invalid_state' } : problem, page.words, names))
}
