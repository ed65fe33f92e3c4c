/** Lists that are asked for newest first are read until they are older than the last reading. */
import { compareInstants, momentIn } from '../../connector-kit/dates.ts'

/** A row without a readable time counts as new. */
export function isSince(row: unknown, field: string, since: string): boolean {
  const at = momentIn(row, field)
  return at === null || compareInstants(at, since) >= 0
}

/** True if the newest came first and the last is older; a vendor that keeps another order is read to its end. */
export function endsBefore(rows: readonly unknown[], field: string, since: string): boolean {
  const times = rows.map((row) => momentIn(row, field))
  const isOrdered = times.every((at, place) => {
    const before = times[place - 1] ?? at
    return at !== null && before !== null && compareInstants(before, at) >= 0
  })
  const last = times.at(-1)
  return isOrdered && last !== undefined && last !== null && compareInstants(last, since) < 0
}
