/** What becomes of what is shown of a record: rendered, and compared with what was shown before. */
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

/** Moves with every change and says nothing about it; the account is no part of the record in events. */
const notCompared = new Set(['updatedAt', 'account'])

/** The fields that differ, with the values they had; null for those that were not there. */
function previousAttributes(before: Reservation, after: Reservation): Record<string, unknown> {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !notCompared.has(name),
  )
  const changed = names.filter((name) => canonicalJson(old[name]) !== canonicalJson(now[name]))
  return Object.fromEntries(changed.map((name) => [name, old[name] ?? null]))
}

/** What holds its nights is not shown as cancelled, and the other way round. */
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
  /** As it is to be stored, with the revision and time it has then. */
  text: ShownText
  /** Put together when something is told of it: of most of what an import finds nothing is. */
  shown: () => Reservation
  /** null: the record is new. */
  previous: Record<string, unknown> | null
}

/** By id, what becomes of each record, changed or not. */
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

/** A request that lapsed was shown as cancelled all along: being cancelled for good is then no cancellation. */
export const becameCancelled = ({ previous, shown }: ShownReservationChange) =>
  previous !== null && 'status' in previous && shown().status === 'cancelled'

export function historyOf(change: ShownReservationChange): HistoryRow {
  const kind = change.previous === null ? 'created' : becameCancelled(change) ? 'cancelled' : 'updated'
  const { id, revision } = change.row
  return { type: 'reservation', id, revision, change: kind, previous: change.previous ?? {} }
}
