/** As long as the older interface answers, it confirms what the newer one says of a booking. */
import type { StayRecord } from '../../contract/records.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { compareInstants } from '../../connector-kit/dates.ts'
import { mapRows } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { markDifferences } from './compare-generations.ts'
import { through } from './doors.ts'
import { idOf } from './envelope.ts'
import type { EnvelopeRows } from './envelope.ts'
import { olderMapping, olderPage } from './older-stays.ts'
import { changedAt } from './reservation-walk.ts'
import type { ReservationCursor } from './reservation-walk.ts'

// A booking that changed this recently may have changed between the two calls.
const settledAfterMs = 60_000

/** Reads the older list from the same place; null if the account cannot read it there. */
export function olderBeside(context: VendorContext, place: ReservationCursor): Promise<EnvelopeRows | null> {
  return through(context, 'older', () => olderPage(context, place)).catch((error: unknown) => {
    // The walk does not need this list, so a refused filter must not end it.
    if (error instanceof VendorError && error.kind === 'rejected') return null
    throw error
  })
}

/** Compares bookings that have not changed just now, and marks those that differ. */
export function confirmStays(
  { now }: VendorContext,
  records: StayRecord[],
  older: EnvelopeRows | null,
): StayRecord[] {
  if (older === null) return records
  const settled = new Date(now().getTime() - settledAfterMs).toISOString()
  const isSettled = (row: unknown): boolean => {
    const at = changedAt(row)
    return at !== null && compareInstants(at, settled) < 0
  }
  const ids = new Set(records.map(({ externalId }) => externalId))
  const rows = older.rows.filter((row) => ids.has(idOf(row)) && isSettled(row))
  const byId = new Map(mapRows(rows, olderMapping).records.map((record) => [record.externalId, record]))
  return records.map((record) => markDifferences(record, byId.get(record.externalId)))
}
