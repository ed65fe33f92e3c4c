import type { VendorAnswer } from '../kit/definition.ts'
import { reservationsOf, type HospitableWorld } from './records.ts'

/** The vendor's error body. */
export const failure = (status: number, reason: string): VendorAnswer => ({
  status,
  body: { status_code: status, reason_phrase: reason },
})

export const notFound = failure(404, 'The requested resource could not be found.')
export const unauthorized = failure(401, 'Unauthenticated.')
const became = 'This Inquiry is now a Reservation and can be retrieved by the Reservation API.'

/** A booked inquiry is answered differently from one that never existed. */
export function noInquiry(world: HospitableWorld, id: string): VendorAnswer {
  const isBooked = reservationsOf(world).some(({ conversation_id }) => conversation_id === id)
  return isBooked ? failure(410, became) : notFound
}
