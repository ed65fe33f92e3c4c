/**
 * From changed rows to what the API shows of them: the records are rendered, compared with what was shown before, and
 * only where something shown differs does the revision rise and is the change written down and told.
 */
import type { Reservation } from '../../contract/reservation.ts'
import { appendEvents, type NewEvent, type Write } from '../../platform/outbox.ts'
import type { Batch } from '../batch.ts'
import { canonicalJson } from '../canonical.ts'
import { insertHistory, type HistoryRow } from '../history-queries.ts'
import { reservationEvents } from './events.ts'
import { renderReservation } from './render.ts'
import type { StoredReservation } from './row.ts'
import { shownReservations } from './shown.ts'
import { withHead } from './status-sql.ts'
import { insertReservations, updateReservations } from './store-queries.ts'
import {
  comingToPublish,
  storedToPublish,
  storeShownTexts,
  type RowToPublish,
  type ShownText,
} from './text-queries.ts'

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

export interface Published {
  /** The records that really changed, the new ones included. */
  ids: string[]
  /** To be appended, in this order. */
  events: NewEvent[]
}

/** Rows that changed already. Answers the ids of the records that really changed, the new ones included. */
export async function publishReservations(
  write: Write,
  source: Source,
  candidates: Candidates,
): Promise<string[]> {
  const { before, created } = candidates
  const ids = [...created.map(({ id }) => id), ...before.keys()]
  const changes = changesOf(await storedToPublish(write.tx, write.scope, ids, source.now), write, candidates)
  await storeShownTexts(
    write.tx,
    write.scope,
    [...changes.values()].map(({ text }) => text),
  )
  const published = await writeDown(write, source, changes, candidates)
  await appendEvents(write, published.events)
  return published.ids
}

/** Rows that are to be stored, each written once with what is shown of it; others of `candidates` changed already. */
export async function storeAndPublish(
  write: Write,
  source: Source,
  { connectionId, rows }: { connectionId: string; rows: readonly StoredReservation[] },
  candidates: Candidates,
): Promise<Published> {
  const { tx, scope, at } = write
  const { now } = source
  const coming = await comingToPublish(tx, scope, rows, { now, at })
  const others = await storedToPublish(tx, scope, [...candidates.before.keys()], now)
  const textBefore = new Map(coming.map((row) => [row.id, row.before]))
  // In the order in which they came: it becomes the order of the events.
  const ofComing = rows.flatMap(({ id }) => {
    const text = textBefore.get(id)
    return text ? [[id, JSON.parse(text) as Reservation] as const] : []
  })
  const all = { ...candidates, before: new Map([...ofComing, ...candidates.before]) }
  const changes = changesOf([...coming, ...others], write, all)
  const isNew = new Set(candidates.created.map(({ id }) => id))
  const written = rows.flatMap((row) => {
    const text = changes.get(row.id)?.text
    return text ? [{ ...row, ...text }] : []
  })
  await insertReservations(
    tx,
    scope,
    connectionId,
    written.filter(({ id }) => isNew.has(id)),
  )
  await updateReservations(
    tx,
    scope,
    written.filter(({ id }) => !isNew.has(id)),
  )
  await storeShownTexts(
    tx,
    scope,
    others.flatMap(({ id }) => changes.get(id)?.text ?? []),
  )
  return writeDown(write, source, changes, all)
}

interface Change {
  row: RowToPublish
  /** As it is to be stored, with the revision and time it has then. */
  text: ShownText
  shown: Reservation
  /** null: the record is new. */
  previous: Record<string, unknown> | null
}

/** By id, what becomes of each record, changed or not. */
function changesOf(
  rows: readonly RowToPublish[],
  { at }: Write,
  { before }: Pick<Candidates, 'before'>,
): Map<string, Change> {
  const render = (row: RowToPublish) => {
    const doc = JSON.stringify(renderReservation(row))
    const { id, revision, updated_at } = row
    return {
      text: { id, doc, revision, updated_at },
      shown: JSON.parse(withHead(row.head, doc)) as Reservation,
    }
  }
  const changeOf = (row: RowToPublish): Change => {
    const same = render(row)
    const old = before.get(row.id)
    if (!old) return { row, ...same, previous: null }
    const previous = previousAttributes(old, same.shown)
    if (Object.keys(previous).length === 0) return { row, ...same, previous }
    const changed = { ...row, revision: row.revision + 1, updated_at: at }
    return { row: changed, ...render(changed), previous }
  }
  return new Map(rows.map((row) => [row.id, changeOf(row)]))
}

/** The history of what really changed, and what is told of it. */
async function writeDown(
  write: Write,
  { origin, runId }: Source,
  changes: ReadonlyMap<string, Change>,
  { before, created, quiet }: Candidates,
): Promise<Published> {
  const isNews = new Map(created.map((one) => [one.id, one.isNews]))
  const changedIds = [...before.keys()].filter(
    (id) => Object.keys(changes.get(id)?.previous ?? {}).length > 0,
  )
  const ids = [...isNews.keys(), ...changedIds]
  const really = ids.flatMap((id) => changes.get(id) ?? [])
  await insertHistory(write.tx, write.scope, really.map(historyOf), { origin, runId, at: write.at })
  const told = really.filter(({ row }) => row.listing_active && (isNews.get(row.id) ?? !quiet.has(row.id)))
  return { ids, events: told.flatMap((change) => eventsOf(write, change)) }
}

/** A request that lapsed was shown as cancelled all along: being cancelled for good is then no cancellation. */
const becameCancelled = ({ previous, shown }: Change) =>
  shown.status === 'cancelled' && previous !== null && 'status' in previous

function historyOf(change: Change): HistoryRow {
  const kind = change.previous === null ? 'created' : becameCancelled(change) ? 'cancelled' : 'updated'
  const { id, revision } = change.row
  return { type: 'reservation', id, revision, change: kind, previous: change.previous ?? {} }
}

function eventsOf(write: Write, change: Change): NewEvent[] {
  const { row, shown, previous } = change
  return reservationEvents(write, {
    shown,
    previous,
    becameCancelled: becameCancelled(change),
    revision: row.revision,
    account: accountOf(row),
    cancelledAt: row.cancelled_at,
    cancelledBy: row.cancelled_by,
    cancelReason: row.cancel_reason,
    sourceStatus: row.source_status,
  })
}

function accountOf(row: RowToPublish): NewEvent['account'] {
  if (row.provider === null || row.external_account_id === null) return null
  return {
    ...(row.connection_id === null ? {} : { id: row.connection_id }),
    provider: row.provider,
    externalAccountId: row.external_account_id,
  }
}
