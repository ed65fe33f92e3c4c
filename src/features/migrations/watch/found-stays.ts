/** Which stays of the old system are other than they were when it was cut off. Pure. */
import type { ReservationRecord } from '../../../contract/records.ts'

export interface KnownStay {
  external_id: string
  id: string
  listing_id: string
  status: string
  check_in: string
  check_out: string
}

export interface FoundStay {
  externalId: string
  change: 'new' | 'changed' | 'cancelled'
  /** Told again only when this differs. */
  seen: string
  known: KnownStay | undefined
  record: ReservationRecord
}

/** Guests who left before are of no concern; `today` is a day that has begun everywhere. */
export function findNewStays(
  records: readonly ReservationRecord[],
  known: ReadonlyMap<string, KnownStay>,
  today: string,
): FoundStay[] {
  // A list that moves while it is read has a stay twice: what was read last is how it is.
  const last = new Map(records.map((record) => [record.externalId, record]))
  return [...last.values()].flatMap((record) => {
    const before = known.get(record.externalId)
    const change = changeOf(record, before)
    const lastDay = [record.checkOut, before?.check_out ?? ''].toSorted().at(-1) ?? ''
    if (change === null || lastDay < today) return []
    const seen = [record.status, record.checkIn, record.checkOut].join(' ')
    return [{ externalId: record.externalId, change, seen, known: before, record }]
  })
}

function changeOf(
  { status, checkIn, checkOut }: ReservationRecord,
  before: KnownStay | undefined,
): FoundStay['change'] | null {
  const isCancelled = status === 'cancelled'
  if (!before) return isCancelled ? null : 'new'
  if (isCancelled) return before.status === 'cancelled' ? null : 'cancelled'
  const isSame = before.status === status && before.check_in === checkIn && before.check_out === checkOut
  return isSame ? null : 'changed'
}
