import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { availabilityOf } from './nights.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

type Part = (store: Store, today: string) => unknown

/** Parts of the state that are left out unless asked for. */
const parts: Record<string, Part> = {
  units: (store) => store.sellable().map(({ Id }) => ({ listingId: Id, units: store.rooms(Id).map(withId) })),
  calendar: (store, today) =>
    store.sellable().map((category) => ({
      listingId: category.Id,
      from: today,
      availableUnits: availabilityOf(store, category, today, 366).left,
    })),
  customers: (store) => store.customers.values().map(withId),
  orderItems: (store) => store.orderItems.values().map(withId),
  others: (store) =>
    store.reservations
      .values()
      .filter((row) => !store.isStay(row))
      .map(withId),
}

/** The control interface's operations in this vendor's records; each row has its id as `id` as well. */
export function mewsOperations(account: Account, webhooks: Webhooks): VendorOperations {
  const { store } = account
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !Object.hasOwn(parts, part))
      if (unknown !== undefined) {
        throw new ControlError(`include knows ${Object.keys(parts).join(', ')}, not "${unknown}"`)
      }
      const today = account.today()
      return {
        listings: store.sellable().map(withId),
        reservations: store.reservations
          .values()
          .filter((row) => store.isStay(row))
          .map(withId),
        conversations: [],
        messages: [],
        reviews: [],
        ...Object.fromEntries([...include].map((part) => [part, parts[part]?.(store, today)])),
      }
    },
    createReservation: (fields) => withId(account.book(fields)),
    updateReservation: (id, fields) => withId(account.change(id, fields)),
    cancelReservation: (id, options) => withId(account.cancel(id, options)),
    deleteReservation: (id) => account.remove(id),
    createMessage: () => {
      throw new ControlError('this vendor has no messages of guests')
    },
    updateListing: (id, fields) => withId(account.changeListing(id, fields)),
    setWebhook: (input) => webhooks.configure(input),
  }
}

function withId<T extends { Id: string }>(row: T): T & { id: string } {
  return { id: row.Id, ...row }
}
