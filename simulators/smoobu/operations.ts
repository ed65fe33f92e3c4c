import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { nightsOf } from './rates.ts'
import type { Webhooks } from './webhooks.ts'

/** The control interface's operations on this vendor's records. */
export function smoobuOperations(account: Account, { address }: Webhooks): VendorOperations {
  const { store } = account
  const lodgings = () => [...store.lodgings.values()]
  return operationsOf(account, {
    webhook: address,
    state: () => ({
      listings: lodgings().map(({ apartment }) => apartment),
      reservations: [...store.bookings.values()],
    }),
    parts: {
      calendar: () => {
        const [from, to] = [account.today(), addDays(account.today(), 365)]
        return lodgings().map((lodging) => ({
          apartmentId: lodging.apartment.id,
          nights: nightsOf(store, lodging, from, to),
        }))
      },
    },
  })
}
