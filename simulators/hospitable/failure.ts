import type { VendorAnswer } from '../kit/definition.ts'
import type { Store } from './store.ts'

/** The vendor's error body. */
export const failure = (status: number, reason: string): VendorAnswer => ({
  status,
  body: { status_code: status, reason_phrase: reason },
})

export const notFound = failure(404, 'The requested resource could not be found.')
export const unauthorized = failure(401, 'Unauthenticated.')
const became = 'This Inquiry is now a Reservation and can be retrieved by the Reservation API.'

/** An inquiry that was booked is told apart from one that never was. */
export function noInquiry(store: Store, id: string): VendorAnswer {
  const isBooked = store.reservations.values().some(({ conversation_id }) => conversation_id === id)
  return isBooked ? failure(410, became) : notFound
}
