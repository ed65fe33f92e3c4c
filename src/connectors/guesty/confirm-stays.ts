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
import { addPayments, paymentsIn } from './payments.ts'
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

/** Compares bookings that have not changed just now, marks those that differ, and adds whether bookings are paid. */
export async function confirmStays(
  context: VendorContext,
  records: StayRecord[],
  older: EnvelopeRows | null,
): Promise<StayRecord[]> {
  if (older === null) return addPayments(context, records, new Map())
  const ids = new Set(records.map(({ externalId }) => externalId))
  const rows = older.rows.filter((row) => ids.has(idOf(row)))
  const olderStays = mapRows(rows, olderMapping).records
  const settled = settledIds(context, rows)
  const byId = new Map(
    olderStays.flatMap((record) =>
      settled.has(record.externalId) ? [[record.externalId, record] as const] : [],
    ),
  )
  const compared = records.map((record) => markDifferences(record, byId.get(record.externalId)))
  return addPayments(context, compared, paymentsIn(olderStays))
}

function settledIds({ now }: VendorContext, rows: readonly unknown[]): ReadonlySet<string> {
  const settled = new Date(now().getTime() - settledAfterMs).toISOString()
  const isSettled = (row: unknown): boolean => {
    const at = changedAt(row)
    return at !== null && compareInstants(at, settled) < 0
  }
  return new Set(rows.filter(isSettled).map(idOf))
}
