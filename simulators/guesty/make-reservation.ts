import { freeUnit } from './booking-place.ts'
import { bookingOf } from './invent-reservation.ts'
import type { Listing } from './listing-record.ts'
import { instant } from './object-ids.ts'
import type { Guest, NumberOfGuests, Reservation } from './reservation-record.ts'
import type { SentFields } from './sent-fields.ts'
import { priceStay } from './stay-money.ts'
import type { Store } from './store.ts'

/** A direct booking as the vendor makes it of what was sent. */
export function makeReservation(
  store: Store,
  listing: Listing,
  fields: SentFields,
  guest: Guest,
  nowMs: number,
): Reservation {
  const [arrival, departure] = [String(fields.checkInDateLocalized), String(fields.checkOutDateLocalized)]
  const id = store.ids.make(nowMs)
  const at = instant(nowMs)
  const unit = freeUnit(store, listing, { arrival, departure })
  return {
    ...bookingOf({ id, listing, unit, guest, arrival, departure, platform: 'manual' }),
    status: String(fields.status),
    source: String(fields.source),
    confirmationCode:
      typeof fields.confirmationCode === 'string' ? fields.confirmationCode : `GY-${id.slice(-8)}`,
    guestsCount: Number(fields.guestsCount),
    numberOfGuests: (fields.numberOfGuests ?? {
      numberOfAdults: Number(fields.guestsCount),
    }) as NumberOfGuests,
    money: priceStay(store, listing, {
      arrival,
      departure,
      fare: fields.accommodationFare as number | undefined,
      cleaning: fields.cleaningFee as number | undefined,
    }),
    isReturningGuest: false,
    createdAt: at,
    reservedAt: at,
    confirmedAt: fields.status === 'confirmed' ? at : null,
    lastUpdatedAt: at,
  }
}

/** A guest as they were sent; email and phone stand in lists as well. */
export function makeGuest(store: Store, fields: SentFields, nowMs: number): Guest {
  const { firstName, lastName, phones, email, phone } = fields as Partial<Guest>
  const first = phone ?? phones?.[0]
  const guest: Guest = {
    ...fields,
    _id: store.ids.make(nowMs),
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    fullName: `${firstName} ${lastName}`,
    ...(email === undefined ? {} : { email, emails: [email] }),
    ...(first === undefined ? {} : { phone: first, phones: [first] }),
    returningGuest: false,
    createdAt: instant(nowMs),
  }
  store.guests.set(guest._id, guest)
  return guest
}
