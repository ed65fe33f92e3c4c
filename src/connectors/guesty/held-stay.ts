import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import { sourceOf } from './channels.ts'
import { idOf, readRows } from './envelope.ts'
import { orNull } from './missing.ts'
import { VendorHeld } from './vendor-writes.ts'

const heldCheck = compileCheck(VendorHeld)

/** A booking as the newer interface has it; what a change of one that is not there answers is not documented. */
export async function heldStay({ http }: VendorContext, externalId: string): Promise<VendorHeld> {
  const query = { 'reservationIds[]': externalId }
  const answer = await orNull(http.get('/v1/reservations-v3', { query }))
  const row = answer === null ? undefined : readRows(answer).rows.find((one) => idOf(one) === externalId)
  if (row === undefined) throw new VendorError('not_found', `no reservation ${externalId}`)
  if (!heldCheck.fits(row)) throw new VendorError('malformed', heldCheck.problem(row) ?? 'not a reservation')
  return row
}

/** Bookings of other channels are changed there; what is written here would be overwritten. */
export function demandOwn({ platform, source }: VendorHeld, allowed: ReadonlySet<string>): void {
  const from = sourceOf(platform, source)
  if (from === null || allowed.has(from)) return
  const error = new VendorError('rejected', `the booking belongs to ${from}`)
  throw because(error, 'owned_by_channel')
}
