import { demand, fieldOf, isFields } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import { sourceOf } from './channels.ts'
import { isClosed, through } from './doors.ts'
import { staysById } from './newer-stays.ts'
import { olderRow } from './older-stays.ts'
import { VendorStay } from './vendor-stay.ts'

export const bookingPath = (id: string): string => `/v1/reservations-v3/${encodeURIComponent(id)}`

/** A booking before it is changed; what a change of one that is not there answers is not documented. */
export async function heldStay(context: VendorContext, externalId: string): Promise<VendorStay> {
  const [newer] = (await through(context, 'newer', () => staysById(context, [externalId]))) ?? []
  const row = newer ?? (await olderHeld(context, externalId))
  if (row === undefined) throw new VendorError('not_found', `no reservation ${externalId}`)
  return demand(VendorStay, row, `reservation ${externalId}`)
}

/** By the older interface, where the newer does not give it. */
async function olderHeld(context: VendorContext, externalId: string): Promise<unknown> {
  if (isClosed(context, 'older')) return undefined
  const older = await olderRow(context, externalId)
  if (older.is !== 'there' || !isFields(older.row)) return undefined
  const platform = fieldOf(older.row.integration, 'platform') ?? null
  return { ...older.row, platform, stay: [older.row] }
}

/** Bookings of other channels are changed there; what is written here would be overwritten. */
export function demandOwn({ platform, source }: VendorStay, allowed: ReadonlySet<string>): void {
  const from = sourceOf(platform, source)
  if (from === null || allowed.has(from)) return
  const error = new VendorError('rejected', `the booking belongs to ${from}`)
  throw because(error, 'owned_by_channel')
}
