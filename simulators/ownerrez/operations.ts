import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'
import type { Message } from './records.ts'
import type { Webhooks } from './webhooks.ts'

const toControlMessage = (message: Message) => ({ ...message, conversationId: message.thread_id })

/** The control interface's operations on this vendor's records. */
export function ownerrezOperations(account: Account, { address }: Webhooks): VendorOperations {
  const { store } = account
  const bookings = () => [...store.bookings.values()]
  const threadsOf = ({ id, thread_ids }: { id: number; thread_ids: number[] }) =>
    thread_ids.map((thread) => ({ id: thread, booking_id: id }))
  return operationsOf(account, {
    webhook: address,
    createMessage: (message) => toControlMessage(account.write(message)),
    state: () => ({
      listings: [...store.properties.values()],
      reservations: bookings(),
      conversations: bookings().flatMap(threadsOf),
      messages: store.messages.map(toControlMessage),
      reviews: [...store.reviews.values()],
    }),
    parts: {
      calendar: () => {
        const from = account.today()
        const range = { from, to: addDays(from, 365), pricedUntil: addDays(from, 540) }
        return [...store.properties.values()].map((row) => ({
          id: row.id,
          days: calendarDays(store, row, range),
        }))
      },
    },
  })
}
