/** The account is connected: what it sells is read, then each room or listing there is said to be a listing here. */
import type { Problem } from './api.ts'
import { el } from './dom.ts'
import { driftChoice, type DriftChoice } from './drift-choice.ts'
import { announce, show } from './frame.ts'
import { notice, type Notice } from './notice.ts'
import type { Page } from './page.ts'
import { explain } from './problem.ts'
import { roomRow, type RoomRow } from './room-row.ts'
import { providerOf, type Session } from './session.ts'
import { soldThere, type Known, type SoldThere } from './sold-there.ts'
import { waited } from './waited.ts'

/** Rooms are few, and read first. */
const askEveryMs = 2000

type Names = Record<'provider' | 'host' | 'name', string>

const namesOf = ({ host }: Page, session: Session, known?: Known): Names => ({
  provider: providerOf(session)?.displayName ?? '',
  host,
  name: known?.name ?? providerOf(session)?.displayName ?? '',
})

export function showRooms(page: Page, session: Session): void {
  const { words } = page
  const names = namesOf(page, session)
  const remark = el('p', { class: 'soft' })
  const sold = soldThere(page, session)
  show({
    step: page.step('rooms', session),
    title: words.text(`${sold.kind}.reading.title`, names),
    lead: words.text(`${sold.kind}.reading.lead`, names),
    body: [el('div', { class: 'waiting', 'aria-hidden': 'true' }), remark],
  })
  void follow(page, session, { sold, remark })
}

/** The session's own end, and not that of a listing which was chosen. */
const endsHere = ({ code, field }: Problem): boolean =>
  code === 'session_terminal' || code === 'session_expired' || (code === 'not_found' && field === 'sessionId')

/** Asks until the rooms are known. Ends by itself when another step is shown. */
async function follow(
  page: Page,
  session: Session,
  { sold, remark }: { sold: SoldThere; remark: HTMLElement },
): Promise<void> {
  for (;;) {
    const answer = await sold.read()
    if (!remark.isConnected) return
    if (answer.ok && answer.value.status === 'completed') return void (await page.refresh())
    if (answer.ok && answer.value.status === 'ready') return showChoices(page, session, sold, answer.value)
    if (!answer.ok && endsHere(answer.problem)) return void (await page.refresh())
    const text = answer.ok ? '' : page.words.text('rooms.stale')
    if (remark.textContent !== text) announce(text)
    remark.textContent = text
    await waited(Math.max(askEveryMs, answer.ok ? 0 : (answer.problem.retryAfter ?? 0) * 1000))
    if (!remark.isConnected) return
  }
}

function showChoices(page: Page, session: Session, sold: SoldThere, known: Known): void {
  const { words } = page
  const { kind } = sold
  const names = namesOf(page, session, known)
  if (known.rooms.length === 0) return showNone(page, session, kind, names)
  const trouble = notice()
  const rows = known.rooms.map((room) => roomRow(room, known.listingOptions, words, kind))
  const drift = driftChoice(known.rooms, words, { names, kind })
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
    void save(page, names, { sold, rows, drift, trouble, submit })
  })
  show({
    step: page.step('rooms', session),
    title: words.text(`${kind}.title`),
    lead: words.text(`${kind}.lead`, names),
    body: [form],
  })
}

function showNone(page: Page, session: Session, kind: SoldThere['kind'], names: Names): void {
  const { words } = page
  const again = el('button', { type: 'button', class: 'main' }, words.text('tryAgain'))
  again.addEventListener('click', () => void page.refresh())
  show({
    step: page.step('rooms', session),
    title: words.text(`${kind}.none.title`),
    lead: words.text(`${kind}.none.lead`, names),
    body: [el('div', { class: 'actions' }, again)],
  })
}

interface Parts {
  sold: SoldThere
  rows: readonly RoomRow[]
  drift: DriftChoice
  trouble: Notice
  submit: HTMLButtonElement
}

async function save(page: Page, names: Names, { sold, rows, drift, trouble, submit }: Parts): Promise<void> {
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
  const answer = await sold.map(rows.map((row) => drift.of(row.mapping())))
  if (answer.ok || endsHere(answer.problem)) return void (await page.refresh())
  setBusy(false)
  const { problem } = answer
  const [, at] = /^mappings\[(\d+)\]/.exec(problem.field ?? '') ?? []
  const wrong = at === undefined ? undefined : rows[Number(at)]
  wrong?.mark(page.words.text(`${sold.kind}.wrong`))
  wrong?.focus()
  trouble.say(explain(wrong ? { ...problem, code: 'invalid_state' } : problem, page.words, names))
}
