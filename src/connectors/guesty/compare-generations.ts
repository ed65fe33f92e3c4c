import type { StayRecord } from '../../contract/records.ts'
import { isFields } from '../../connector-kit/answers.ts'
import { otherValue, unreadOf, withUnread } from '../../connector-kit/tolerance/unread-fields.ts'

// Only the older interface reports payments, and each interface has its own word for an invoice item.
const incomparable = new Set(['paymentStatus', 'type'])

/** Returns the places at which two records of one booking differ: `financials.host.fees[].amount`. */
export function differingFields(newer: StayRecord, older: StayRecord): string[] {
  return [...new Set(differingPlaces(newer, older, ''))]
}

/** Marks the newer record with its differences, so that the account lists them. */
export function markDifferences<R extends StayRecord>(newer: R, older: StayRecord | undefined): R {
  if (older === undefined) return newer
  const differing = differingFields(newer, older).map((field) => ({ field, found: otherValue }))
  return withUnread(newer, [...unreadOf(newer), ...differing])
}

function differingPlaces(newer: unknown, older: unknown, place: string): string[] {
  if (Array.isArray(newer) && Array.isArray(older)) {
    if (newer.length !== older.length) return [place]
    return newer.flatMap((item, index) => differingPlaces(item, older[index], `${place}[]`))
  }
  if (isFields(newer) && isFields(older)) {
    const names = [...new Set([...Object.keys(newer), ...Object.keys(older)])]
    return names
      .filter((name) => !incomparable.has(name))
      .flatMap((name) => differingPlaces(newer[name], older[name], place === '' ? name : `${place}.${name}`))
  }
  // A field that is absent says no more than an empty one.
  return (newer ?? null) === (older ?? null) ? [] : [place]
}
