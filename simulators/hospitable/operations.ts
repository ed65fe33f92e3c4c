import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'
import { messageKey } from './store.ts'
import type { Webhooks } from './webhooks.ts'

const parts = ['calendar']

/** The control interface's operations in this vendor's records. */
export function hospitableOperations(account: Account, webhooks: Webhooks): VendorOperations {
  const { store } = account
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !parts.includes(part))
      if (unknown !== undefined) throw new ControlError(`include knows ${parts.join(', ')}, not "${unknown}"`)
      const homes = [...store.homes.values()]
      const talkers = [...store.reservations.values(), ...store.inquiries.values()].filter(
        (row) => row.last_message_at !== null,
      )
      const conversations = talkers.map((row) => ('conversation_id' in row ? row.conversation_id : row.id))
      const today = account.today()
      return {
        listings: homes.map(({ row }) => row),
        reservations: [...store.reservations.values(), ...store.inquiries.values()],
        conversations: conversations.map((id, index) => ({ id, row_id: talkers[index]?.id })),
        messages: conversations.flatMap((id) =>
          store
            .messagesOf(id)
            .map((message) => ({ ...message, id: messageKey(message), conversationId: id })),
        ),
        reviews: [...store.reviews.values()],
        ...(include.has('calendar')
          ? {
              calendar: homes.map((home) => ({
                id: home.row.id,
                days: calendarDays(store, home, today, addDays(today, 365), today),
              })),
            }
          : {}),
      }
    },
    createReservation: (fields) => account.book(fields),
    updateReservation: (id, fields) => account.change(id, fields),
    cancelReservation: (id, options) => account.cancel(id, options),
    deleteReservation: (id) => account.remove(id),
    createMessage: (input) => {
      const message = account.write(input)
      return { ...message, id: messageKey(message), conversationId: message.conversation_id }
    },
    updateListing: (id, fields) => account.changeProperty(id, fields).row,
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
