import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'
import type { Message } from './records.ts'
import type { Webhooks } from './webhooks.ts'

const parts = ['calendar']
const shown = (message: Message) => ({ ...message, conversationId: message.thread_id })

/** The control interface's operations in this vendor's records. */
export function ownerrezOperations(account: Account, webhooks: Webhooks): VendorOperations {
  const { store } = account
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !parts.includes(part))
      if (unknown !== undefined) throw new ControlError(`include knows ${parts.join(', ')}, not "${unknown}"`)
      const properties = [...store.properties.values()]
      const bookings = [...store.bookings.values()]
      const from = account.today()
      const range = { from, to: addDays(from, 365), pricedUntil: addDays(from, 540) }
      return {
        listings: properties,
        reservations: bookings,
        conversations: bookings.flatMap(({ id, thread_ids }) =>
          thread_ids.map((thread) => ({ id: thread, booking_id: id })),
        ),
        messages: store.messages.map(shown),
        reviews: [...store.reviews.values()],
        ...(include.has('calendar')
          ? { calendar: properties.map((row) => ({ id: row.id, days: calendarDays(store, row, range) })) }
          : {}),
      }
    },
    createReservation: (fields) => account.book(fields),
    updateReservation: (id, fields) => account.change(id, fields),
    cancelReservation: (id, options) => account.cancel(id, options),
    deleteReservation: (id) => account.remove(id),
    createMessage: (input) => shown(account.write(input)),
    updateListing: (id, fields) => account.changeProperty(id, fields),
    setWebhook: (input) => {
      const body = readObject(input)
      refuseUnknown(body, ['url'])
      const { url } = body
      if (url !== null && (typeof url !== 'string' || !URL.canParse(url))) {
        throw new ControlError('url must be an address, or null for none')
      }
      webhooks.deliverTo(url)
      return { url }
    },
  }
}
