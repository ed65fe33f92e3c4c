import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { nightsOf } from './rates.ts'
import type { Webhooks } from './webhooks.ts'

const parts = ['calendar']

/** The control interface's operations in this vendor's records. */
export function smoobuOperations(account: Account, webhooks: Webhooks): VendorOperations {
  const { store } = account
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !parts.includes(part))
      if (unknown !== undefined) throw new ControlError(`include knows ${parts.join(', ')}, not "${unknown}"`)
      const lodgings = [...store.lodgings.values()]
      const today = account.today()
      const calendar = lodgings.map((lodging) => ({
        apartmentId: lodging.apartment.id,
        nights: include.has('calendar') ? nightsOf(store, lodging, today, addDays(today, 365)) : {},
      }))
      return {
        listings: lodgings.map(({ apartment }) => apartment),
        reservations: [...store.bookings.values()],
        conversations: [],
        messages: [],
        reviews: [],
        ...(include.has('calendar') ? { calendar } : {}),
      }
    },
    createReservation: (fields) => account.book(fields),
    updateReservation: (id, fields) => account.change(id, fields),
    cancelReservation: (id, options) => account.cancel(id, options),
    deleteReservation: (id) => account.remove(id),
    createMessage: () => {
      throw new ControlError('messages of this vendor are not simulated')
    },
    updateListing: (id, fields) => account.changeListing(id, fields),
    setWebhook: (input) => webhooks.set(input),
  }
}
