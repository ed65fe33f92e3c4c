import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { shownNights } from './nights.ts'
import { keyOf, type Booking } from './records.ts'

/** Under the id by which it can be asked for, which holds that of its home. */
export const shown = (booking: Booking) => ({ ...booking, id: keyOf(booking) })

/** The control interface's operations in this vendor's records. */
export function vrboOperations(account: Account): VendorOperations {
  const { store } = account
  return operationsOf(account, {
    stay: shown,
    state: () => ({
      listings: [...store.properties.values()],
      reservations: [...store.bookings.values()].map(shown),
    }),
    parts: {
      calendar: () =>
        [...store.properties.keys()].map((id) => ({
          id,
          days: shownNights(store, id, { from: account.today(), to: addDays(account.today(), 365) }),
        })),
    },
  })
}
