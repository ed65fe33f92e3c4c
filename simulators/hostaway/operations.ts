import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'

/** The control interface's operations on this vendor's records. */
export function hostawayOperations(account: Account): VendorOperations {
  const { store } = account
  const listings = () => [...store.listings.values()]
  return operationsOf(account, {
    createMessage: (message) => account.write(message),
    state: () => ({
      listings: listings(),
      reservations: [...store.reservations.values()],
      conversations: [...store.conversations.values()],
      messages: [...store.messages.values()],
      reviews: [...store.reviews.values()],
    }),
    parts: {
      calendar: () => {
        const [from, to] = [account.today(), addDays(account.today(), 365)]
        return listings().map((listing) => ({
          listingMapId: listing.id,
          days: calendarDays(store, listing, from, to, false),
        }))
      },
      listingUnits: () =>
        listings().map(({ id }) => ({ listingMapId: id, units: store.units.get(id) ?? [] })),
    },
  })
}
