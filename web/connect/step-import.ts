/** The account is connected: how far its import is, and the way back. */
import { el, type Child } from './dom.ts'
import { wayBack } from './ending.ts'
import { announce, show } from './frame.ts'
import { tellOpener } from './leave.ts'
import type { Page } from './page.ts'
import { isOver, nextPause, ratioOf, timeLeft } from './progress.ts'
import { providerOf, type Import, type ImportEntity, type Session } from './session.ts'
import type { Words } from './text.ts'
import { waited } from './waited.ts'
import { webhookAddress } from './webhook-address.ts'

export function showConnected(page: Page, session: Session): void {
  // Whoever closes the window now has connected the account all the same.
  addEventListener('pagehide', () => tellOpener(session))
  if (isOver(session.import)) return showDone(page, session)
  const { words } = page
  const meter = importMeter(words)
  meter.update(session.import)
  show({
    step: page.step('import', session),
    title: words.text('import.title', { provider: nameOf(session) }),
    lead: words.text('import.lead'),
    body: [
      accountLine(words, session),
      ...meter.elements,
      webhookPart(words, session),
      ...wayBack(page, session, { waiting: true }),
    ],
  })
  void follow(page, session, meter)
}

function showDone(page: Page, session: Session): void {
  const { words, host } = page
  const names = { provider: nameOf(session), host }
  const status = session.import?.status
  const ending = status === 'partial' || status === 'failed' ? (`done.${status}` as const) : 'done'
  // What did not go well has to be said, whatever the app would rather have said.
  const own = ending === 'done' ? session.copy : null
  const meter = importMeter(words)
  meter.update(session.import)
  show({
    ...(ending === 'done' ? { tone: 'good' as const } : {}),
    title: own?.completedTitle ?? words.text(`${ending}.title`, names),
    lead: own?.completedBody ?? words.text(`${ending}.lead`, names),
    body: [accountLine(words, session), meter.counts, webhookPart(words, session), ...wayBack(page, session)],
  })
}

const nameOf = (session: Session): string => providerOf(session)?.displayName ?? session.provider ?? ''

function accountLine(words: Words, { connection }: Session): Child {
  const name = connection?.accountName ?? connection?.externalAccountId ?? null
  return name !== null && el('p', { class: 'soft' }, words.text('import.account', { name }))
}

function webhookPart(words: Words, session: Session): Child {
  const address = session.connection?.webhooks.address ?? null
  return address !== null && webhookAddress(address, providerOf(session), words)
}

interface Meter {
  elements: HTMLElement[]
  counts: HTMLElement
  update(progress: Import | null): void
  /** Something about the numbers themselves. */
  remark(text: string): void
}

function importMeter(words: Words): Meter {
  const bar = el('progress', { max: '1', value: '0', 'aria-label': words.text('import.bar') })
  const line = el('p', { class: 'soft' })
  const counts = el('ul', { class: 'counts' })
  let best = 0
  let quarters = 0
  return {
    elements: [bar, line, counts],
    counts,
    update(progress) {
      // Totals become known on the way, and a bar that goes back frightens.
      best = Math.max(best, ratioOf(progress))
      bar.value = best
      line.textContent = [
        words.text('import.percent', { percent: words.percent(best) }),
        leftText(progress, words),
        readingText(progress, words),
      ]
        .filter(Boolean)
        .join(' · ')
      if (progress === null) line.textContent = words.text('import.starting')
      counts.replaceChildren(...(progress?.entities ?? []).map((entity) => countRow(entity, words)))
      if (Math.floor(best * 4) > quarters) announce(line.textContent)
      quarters = Math.floor(best * 4)
    },
    remark(text) {
      line.textContent = text
      announce(text)
    },
  }
}

/** What is read now: said before the first count moves, and before anybody can say how long it takes. */
function readingText(progress: Import | null, words: Words): string {
  const part = progress?.entities.find(({ done }) => !done)
  const key = `entity.${part?.entity}`
  return words.has(key) ? words.text('import.reading', { what: words.text(key) }) : ''
}

function leftText(progress: Import | null, words: Words): string {
  const left = timeLeft(progress?.estimatedEndAt ?? null, Date.now())
  if (left === null) return ''
  return left.unit === 'soon' ? words.text('import.soon') : words.counted(`import.${left.unit}`, left.n)
}

function countRow({ entity, seen, expected, done }: ImportEntity, words: Words): HTMLElement {
  const key = `entity.${entity}`
  const numbers =
    expected !== null && !done
      ? words.text('import.of', {
          seen: words.number(seen),
          expected: words.number(Math.max(expected, seen)),
        })
      : words.number(seen)
  return el(
    'li',
    { class: done ? 'finished' : '' },
    el('span', {}, words.has(key) ? words.text(key) : entity),
    el('span', { class: 'number' }, numbers),
    el('span', { class: 'unseen' }, words.text(done ? 'import.done' : 'import.open')),
  )
}

/** Asks until the import is over. Ends by itself when another step is shown. */
async function follow(page: Page, session: Session, meter: Meter): Promise<void> {
  let pause = nextPause(0, true)
  let before = JSON.stringify(session.import)
  for (;;) {
    await waited(pause)
    const [element] = meter.elements
    if (!element?.isConnected) return
    const answer = await page.api.read()
    if (!element.isConnected) return
    if (!answer.ok) {
      const { code } = answer.problem
      meter.remark(page.words.text(code === 'offline' ? 'import.offline' : 'import.stale'))
      // Its time is over, the import's is not.
      if (code === 'session_expired') return
      pause = Math.max(nextPause(pause, false), (answer.problem.retryAfter ?? 0) * 1000)
      continue
    }
    if (isOver(answer.value.import)) return showConnected(page, answer.value)
    const now = JSON.stringify(answer.value.import)
    pause = nextPause(pause, now !== before)
    before = now
    meter.update(answer.value.import)
  }
}
