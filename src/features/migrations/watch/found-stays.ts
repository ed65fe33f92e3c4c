/** Finds stays of the old system that changed since the cutover. Pure. */
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
  /** A stay is reported again only if this differs. */
  seen: string
  known: KnownStay | undefined
  record: ReservationRecord
}

/** Past stays are ignored; `today` has begun everywhere. */
export function findNewStays(
  records: readonly ReservationRecord[],
  knownStays: ReadonlyMap<string, KnownStay>,
  today: string,
): FoundStay[] {
  // A list that changes while it is read may contain a stay twice; the last one counts.
  const last = new Map(records.map((record) => [record.externalId, record]))
  return [...last.values()].flatMap((record) => {
    const before = knownStays.get(record.externalId)
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
