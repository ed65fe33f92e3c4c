import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'
import type { Message } from './records.ts'
import type { Webhooks } from './webhooks.ts'

const toControlMessage = (message: Message) => ({
  ...message,
  id: String(message.id),
  conversationId: message.conversation_id,
})

/** The control interface's operations on this vendor's records. */
export function hospitableOperations(account: Account, { address }: Webhooks): VendorOperations {
  const { store } = account
  const rows = () => [...store.reservations.values(), ...store.inquiries.values()]
  const conversations = () =>
    rows()
      .filter((row) => row.last_message_at !== null)
      .map((row) => ({ id: 'conversation_id' in row ? row.conversation_id : row.id, row_id: row.id }))
  return operationsOf(account, {
    webhook: address,
    listing: ({ row }) => row,
    createMessage: (message) => toControlMessage(account.write(message)),
    state: () => ({
      listings: [...store.homes.values()].map(({ row }) => row),
      reservations: rows(),
      conversations: conversations(),
      messages: conversations().flatMap(({ id }) => store.messagesOf(id).map(toControlMessage)),
      reviews: [...store.reviews.values()],
    }),
    parts: {
      calendar: () => {
        const today = account.today()
        return [...store.homes.values()].map((home) => ({
          id: home.row.id,
          days: calendarDays(store, home, today, addDays(today, 365), today),
        }))
      },
    },
  })
}
