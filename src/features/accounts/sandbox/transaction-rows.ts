/** What is to be paid for the fixtures' bookings of Airbnb, as reading the bookings anew makes it of them. Pure. */
import { addDecimals } from '../../../connector-kit/money.ts'
import { connections, listings } from './fixtures/homes.ts'
import { guests, reservations } from './fixtures/stays.ts'
import type { Moments } from './moments.ts'
import type { Row } from './queries.ts'
import type { StayIds } from './stay-rows.ts'

export function transactionRows(ids: StayIds, moments: Moments): Row<'airbnb_transactions'>[] {
  return reservations.flatMap((stay) => {
    const { source, status, confirmationCode, days } = stay
    const { host } = stay.price.parts
    const amount = host?.revenue
    if (source !== 'airbnb' || status !== 'confirmed' || amount === undefined) return []
    const listing = listings.find(({ ref }) => ref === stay.listing)
    const account = connections.find(({ ref }) => ref === listing?.connection)
    const guest = guests.find(({ ref }) => ref === stay.guest)
    if (!listing || !account || !guest) throw new Error(`fixture ${stay.ref} names what is not there`)
    // Airbnb pays a day after arrival.
    const date = moments.day(days.checkIn + 1)
    const kept = addDecimals((host?.hostFees ?? []).map((fee) => fee.amount))
    return {
      connection_id: ids.connections.get(account.ref),
      id: `upcoming:${account.externalAccountId}:Reservation:${confirmationCode}:${date}:0`,
      status: 'UPCOMING',
      type: 'Reservation',
      is_payout: false,
      date,
      currency: stay.currency,
      amount,
      gross_amount: addDecimals([amount, kept]),
      host_service_fee: `-${kept}`,
      cleaning_fee: addDecimals((host?.guestFees ?? []).map((fee) => fee.amount)),
      payout_id: null,
      payout_id_synthetic: false,
      payout_date: null,
      line_index: null,
      paid_out_amount: null,
      confirmation_code: confirmationCode,
      listing_name: listing.name,
      guest_name: `${guest.firstName} ${guest.lastName}`,
      nights: days.checkOut - days.checkIn,
      reservation_start_date: moments.day(days.checkIn),
      description: null,
      reference: null,
      synced_at: moments.writtenAt,
    }
  })
}
