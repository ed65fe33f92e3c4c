import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { shownNights } from './calendar.ts'
import type { Booking } from './records.ts'

const toControlBooking = (booking: Booking) => ({ ...booking, id: booking.bookingCode })

/** The control interface's operations on this vendor's records. */
export function plumguideOperations(account: Account): VendorOperations {
  const { store } = account
  return {
    ...operationsOf(account, {
      stay: toControlBooking,
      state: () => ({
        listings: [...store.listings.values()].filter(({ status }) => status === 'Approved'),
        reservations: [...store.bookings.values()].map(toControlBooking),
      }),
      parts: {
        calendar: () => {
          const range = { from: account.today(), to: addDays(account.today(), 365) }
          return [...store.listings.values()].map((listing) => ({
            id: listing.id,
            days: shownNights(store, listing, range),
          }))
        },
      },
    }),
    nights: (id, range) => shownNights(store, account.listing(id), range),
  }
}
