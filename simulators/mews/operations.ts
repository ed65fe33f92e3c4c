import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { availabilityOf } from './nights.ts'
import type { Webhooks } from './webhooks.ts'

const withId = <T extends { Id: string }>(row: T): T & { id: string } => ({ id: row.Id, ...row })

/** The control interface's operations on this vendor's records; each row also has its id as `id`. */
export function mewsOperations(account: Account, { address }: Webhooks): VendorOperations {
  const { store } = account
  const bookings = (areStays: boolean) =>
    store.reservations.values().filter((row) => store.isStay(row) === areStays)
  return operationsOf(account, {
    webhook: address,
    stay: withId,
    listing: withId,
    state: () => ({
      listings: store.sellable().map(withId),
      reservations: bookings(true).map(withId),
    }),
    parts: {
      units: () => store.sellable().map(({ Id }) => ({ listingId: Id, units: store.rooms(Id).map(withId) })),
      calendar: () => {
        const from = account.today()
        return store.sellable().map((category) => ({
          listingId: category.Id,
          from,
          availableUnits: availabilityOf(store, category, from, 366).left,
        }))
      },
      customers: () => store.customers.values().map(withId),
      orderItems: () => store.orderItems.values().map(withId),
      others: () => bookings(false).map(withId),
    },
  })
}
