/** Compares a record's new text with the one shown before. */
import type { Reservation } from '../../contract/reservation.ts'
import { once } from '../../platform/once.ts'
import type { Write } from '../../platform/outbox.ts'
import { canonicalJson } from '../canonical.ts'
import { conflictsAfter, placeOf, type ConflictChanges, type StayMove } from '../conflicts/rules.ts'
import type { HistoryRow } from '../history-queries.ts'
import { renderReservation } from './render.ts'
import { withHead } from './status-sql.ts'
import type { RowToPublish, ShownText } from './text-queries.ts'

export type ShownReservations = Map<string, Reservation>

/** `updatedAt` moves with every change, and events carry the account outside the record. */
const notCompared = new Set(['updatedAt', 'account'])

/** Returns prior values of the fields that differ; null for fields that were absent. */
function previousAttributes(before: Reservation, after: Reservation): Record<string, unknown> {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !notCompared.has(name),
  )
  const changed = names.filter((name) => canonicalJson(old[name]) !== canonicalJson(now[name]))
  return Object.fromEntries(changed.map((name) => [name, old[name] ?? null]))
}

/** A record holds its nights exactly if it is not shown as cancelled. */
export function moveOf(
  row: RowToPublish,
  before: Reservation | undefined,
  connectionId: string | null,
  now: Date,
): StayMove {
  const { id, source, confirmation_code } = row
  const to = placeOf(row, now)
  return {
    id,
    from:
      before && before.status !== 'cancelled'
        ? { listing_id: before.listingId, check_in: before.checkIn, check_out: before.checkOut }
        : null,
    to: to && { ...to, id, connection_id: connectionId, source, confirmation_code },
    isInConflict: row.conflicts_with.length > 0,
  }
}

export const withConflicts =
  (conflicts: ConflictChanges) =>
  (row: RowToPublish): RowToPublish => ({
    ...row,
    conflicts_with: conflictsAfter(row.id, row.conflicts_with, conflicts),
  })

export interface ShownReservationChange {
  row: RowToPublish
  /** The text to store, with the revision and time it then has. */
  text: ShownText
  /** Built only when an event needs it; most records of an import have no event. */
  shown: () => Reservation
  /** Null for a new record. */
  previous: Record<string, unknown> | null
}

/** Returns by id what becomes of each record, whether it changes or not. */
export function changesOf(
  rows: readonly RowToPublish[],
  { at }: Write,
  before: ShownReservations,
): Map<string, ShownReservationChange> {
  const render = (row: RowToPublish) => {
    const doc = JSON.stringify(renderReservation(row))
    const { id, revision, updated_at } = row
    return {
      text: { id, doc, revision, updated_at },
      shown: once(() => JSON.parse(withHead(row.head, doc)) as Reservation),
    }
  }
  const changeOf = (row: RowToPublish): ShownReservationChange => {
    const same = render(row)
    const old = before.get(row.id)
    if (!old) return { row, ...same, previous: null }
    const previous = previousAttributes(old, same.shown())
    if (Object.keys(previous).length === 0) return { row, ...same, previous }
    const changed = { ...row, revision: row.revision + 1, updated_at: at }
    return { row: changed, ...render(changed), previous }
  }
  return new Map(rows.map((row) => [row.id, changeOf(row)]))
}

/** A lapsed request was shown as cancelled already, so its final cancellation is no new one. */
export const becameCancelled = ({ previous, shown }: ShownReservationChange) =>
  previous !== null && 'status' in previous && shown().status === 'cancelled'

export function historyOf(change: ShownReservationChange): HistoryRow {
  const kind = change.previous === null ? 'created' : becameCancelled(change) ? 'cancelled' : 'updated'
  const { id, revision } = change.row
  return { type: 'reservation', id, revision, change: kind, previous: change.previous ?? {} }
}
