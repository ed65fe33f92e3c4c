import { demand } from '../../connector-kit/answers.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import { sourceOf } from './sources.ts'
import { VendorHeld } from './vendor-writes.ts'

// These fields are sent back; others appear when reading and are refused when writing.
const names = [
  ...['id', 'type', 'booking_type', 'status', 'source', 'source_text', 'guest', 'arrival', 'departure'],
  ...['people', 'property_id', 'property_name', 'rooms', 'created_at', 'is_replied', 'updated_at'],
  ...['is_deleted', 'date_deleted', 'total_amount', 'total_paid', 'amount_to_pay', 'thread_uid', 'currency'],
  ...['note', 'payment_type', 'payment_address', 'payment_website_id'],
] as const

export const bookingPath = (id: string): string => `/v1/reservation/booking/${encodeURIComponent(id)}`

export async function heldBooking({ http }: VendorContext, id: string): Promise<VendorHeld> {
  return demand(VendorHeld, await http.get(bookingPath(id)), `booking ${id}`)
}

/** The vendor changes a booking only as a whole, so all of it is sent back with the changes. */
export async function putBooking(
  { http }: VendorContext,
  booking: VendorHeld,
  change: Record<string, unknown>,
): Promise<void> {
  const whole = Object.fromEntries(Object.entries(booking).filter(([name]) => names.includes(name as 'id')))
  const guest = 'guest' in whole ? { guest: writableGuest(whole['guest']) } : {}
  await http.put(bookingPath(String(booking.id)), { body: { ...whole, ...guest, ...change } })
}

/** The vendor's description calls the full name read-only, since the vendor composes it. */
function writableGuest(guest: unknown): unknown {
  const names = (guest as { guest_name?: object | null } | null)?.guest_name
  if (!names) return guest
  const { full_name: _readOnly, ...guest_name } = names as { full_name?: unknown }
  return { ...(guest as object), guest_name }
}

export function ownDates({ arrival, departure }: VendorHeld): {
  own?: { checkIn: string; checkOut: string }
} {
  const [checkIn, checkOut] = [civilDate(arrival), civilDate(departure)]
  return checkIn === null || checkOut === null ? {} : { own: { checkIn, checkOut } }
}

/** Only the channel can answer bookings that it brought. */
export function demandOwn({ source }: VendorHeld): void {
  const from = sourceOf(source)
  if (from === 'direct' || from === 'website') return
  throw because(new VendorError('rejected', `the booking belongs to ${source}`), 'owned_by_channel')
}
