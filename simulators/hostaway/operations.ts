import { addDays } from '../kit/clock.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'

const parts = ['calendar', 'listingUnits']

/** The control interface's operations in this vendor's records. */
export function hostawayOperations(account: Account, clock: SimulatorClock): VendorOperations {
  const { store } = account
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !parts.includes(part))
      if (unknown !== undefined) throw new ControlError(`include knows ${parts.join(', ')}, not "${unknown}"`)
      const listings = [...store.listings.values()]
      const today = clock.today()
      return {
        listings,
        reservations: [...store.reservations.values()],
        conversations: [...store.conversations.values()],
        messages: [...store.messages.values()],
        reviews: [...store.reviews.values()],
        ...(include.has('listingUnits')
          ? {
              listingUnits: listings.map(({ id }) => ({
                listingMapId: id,
                units: store.units.get(id) ?? [],
              })),
            }
          : {}),
        ...(include.has('calendar')
          ? {
              calendar: listings.map((listing) => ({
                listingMapId: listing.id,
                days: calendarDays(store, listing, today, addDays(today, 365), false),
              })),
            }
          : {}),
      }
    },
    createReservation: (fields) => account.book(fields),
    updateReservation: (id, fields) => account.change(id, fields),
    cancelReservation: (id, options) => account.cancel(id, options),
    deleteReservation: (id) => account.remove(id),
    createMessage: (message) => account.write(message),
    updateListing: (id, fields) => account.changeListing(id, fields),
  }
}
