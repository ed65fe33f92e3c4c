/**
 * From changed rows to what the API shows of them: the records are rendered, compared with what was shown before, and
 * only where something shown differs does the revision rise and is the change written down and told.
 */
import type { Reservation } from '../../contract/reservation.ts'
import { appendEvents, type NewEvent, type Write } from '../../platform/outbox.ts'
import { renderReservations, shownReservations, storeTexts } from './shown.ts'
import { canonicalJson } from '../canonical.ts'
import type { Batch } from '../batch.ts'
import { insertHistory, type HistoryRow } from '../history-queries.ts'
import { reservationEvents } from './events.ts'
import { markChanged, reservationFacts, type ReservationFacts } from './store-queries.ts'

export type Shown = Map<string, Reservation>

/** In the order of the ids, which becomes the order of the events. */
export async function shownNow(
  batch: Pick<Batch, 'tx' | 'scope' | 'now'>,
  ids: readonly string[],
): Promise<Shown> {
  if (ids.length === 0) return new Map()
  const shown = await shownReservations(batch.tx, batch.scope, ids, batch.now)
  return new Map(
    ids.flatMap((id) => {
      const reservation = shown.get(id)
      return reservation ? [[id, reservation] as const] : []
    }),
  )
}

/** Moves with every change and says nothing about it; the account is no part of the record in events. */
const notCompared = new Set(['updatedAt', 'account'])

/** The fields that differ, with the values they had; null for those that were not there. */
export function previousAttributes(before: Reservation, after: Reservation): Record<string, unknown> {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !notCompared.has(name),
  )
  const changed = names.filter((name) => canonicalJson(old[name]) !== canonicalJson(now[name]))
  return Object.fromEntries(changed.map((name) => [name, old[name] ?? null]))
}

export interface Created {
  id: string
  /** Whether it is told that it appeared. */
  isNews: boolean
}

/** What the history says of where a change came from. */
export type Source = Pick<Batch, 'now' | 'origin' | 'runId'>

export interface Candidates {
  /** What was shown of every stored record that may have changed. */
  before: Shown
  created: readonly Created[]
  /** Stored records of which nothing is told, whatever changed. */
  quiet: ReadonlySet<string>
}

/** Answers the ids of the records that really changed, the new ones included. */
export async function publishReservations(
  write: Write,
  batch: Source,
  { before, created, quiet }: Candidates,
): Promise<string[]> {
  const { tx, scope } = write
  // What a first import finds is not told, so it need not be read back.
  const [news, quietly] = [true, false].map((told) =>
    created.filter(({ isNews }) => isNews === told).map(({ id }) => id),
  )
  await storeTexts(tx, scope, quietly ?? [])
  const rendered = await renderReservations(tx, scope, [...(news ?? []), ...before.keys()], batch.now)
  const changes = [...before].flatMap(([id, old]) => {
    const after = rendered.get(id)
    const previous = after ? previousAttributes(old, after) : {}
    return Object.keys(previous).length > 0 ? [{ id, previous }] : []
  })
  const changedIds = changes.map(({ id }) => id)
  await markChanged(tx, scope, changedIds, write.at)
  const current = new Map([...rendered, ...(await renderReservations(tx, scope, changedIds, batch.now))])
  const facts = await reservationFacts(tx, scope, [...created.map(({ id }) => id), ...changedIds])
  const history: HistoryRow[] = []
  const events: NewEvent[] = []
  const record = (change: Change): void => {
    const fact = facts.get(change.id)
    const shown = current.get(change.id)
    if (!fact) return
    history.push(historyOf(change, fact, shown))
    if (shown && change.isNews && fact.listing_active) events.push(...eventsOf(write, change, fact, shown))
  }
  for (const { id, isNews } of created) record({ id, isNews, previous: null })
  for (const { id, previous } of changes) record({ id, isNews: !quiet.has(id), previous })
  await insertHistory(tx, scope, history, { origin: batch.origin, runId: batch.runId, at: write.at })
  await appendEvents(write, events)
  return [...created.map(({ id }) => id), ...changedIds]
}

interface Change {
  id: string
  isNews: boolean
  /** null: the record is new. */
  previous: Record<string, unknown> | null
}

/** A request that lapsed was shown as cancelled all along: being cancelled for good is then no cancellation. */
const becameCancelled = (previous: Change['previous'], shown: Reservation | undefined) =>
  shown?.status === 'cancelled' && previous !== null && 'status' in previous

function historyOf(change: Change, fact: ReservationFacts, shown: Reservation | undefined): HistoryRow {
  const kind =
    change.previous === null ? 'created' : becameCancelled(change.previous, shown) ? 'cancelled' : 'updated'
  const { id, revision } = fact
  return { type: 'reservation', id, revision, change: kind, previous: change.previous ?? {} }
}

function eventsOf(write: Write, change: Change, fact: ReservationFacts, shown: Reservation): NewEvent[] {
  return reservationEvents(write, {
    shown,
    previous: change.previous,
    becameCancelled: becameCancelled(change.previous, shown),
    revision: fact.revision,
    account: accountOf(fact),
    cancelledAt: fact.cancelled_at,
    cancelledBy: fact.cancelled_by,
    cancelReason: fact.cancel_reason,
    sourceStatus: fact.source_status,
  })
}

function accountOf(fact: ReservationFacts): NewEvent['account'] {
  if (fact.provider === null || fact.external_account_id === null) return null
  return {
    ...(fact.connection_id === null ? {} : { id: fact.connection_id }),
    provider: fact.provider,
    externalAccountId: fact.external_account_id,
  }
}
