/** UUIDs of version 7 begin with their time, so that the id alone finds the partition. */
import { randomUUID } from 'node:crypto'

/** `random` is a UUID whose later part is used. */
export function timeUuid(at: Date, random: string = randomUUID()): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

const form = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
/** No later time has a four-digit year. */
const latest = Date.UTC(9999, 11, 31)

/** Returns null when the UUID has no time. */
export function timeOfUuid(id: string): Date | null {
  const [, high, low] = form.exec(id) ?? []
  if (high === undefined || low === undefined) return null
  const ms = Number.parseInt(high + low, 16)
  return ms > latest ? null : new Date(ms)
}
