import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { calendarDay, nightsOf } from './calendar.ts'
import type { Message } from './inbox.ts'
import type { Webhooks } from './webhooks.ts'

const shown = (message: Message) => ({ ...message, conversationId: message.thread_id })

/** The control interface's operations in this vendor's records. */
export function airbnbOperations(account: Account, { address }: Webhooks): VendorOperations {
  const { store, inbox } = account
  return operationsOf(account, {
    webhook: address,
    createMessage: (message) => shown(account.write(message)),
    stay: (row) => ({ id: row.confirmation_code, ...row }),
    state: () => ({
      listings: [...store.listings.values()],
      reservations: [...store.reservations.values()].map((row) => ({ id: row.confirmation_code, ...row })),
      conversations: [...inbox.threads.values()].map((thread) => inbox.shown(thread)),
      messages: [...inbox.messages.values()].flat().map(shown),
      reviews: [...account.reviews.rows.values()],
    }),
    parts: {
      calendar: () => {
        const from = account.today()
        return [...store.listings.values()].map((listing) => ({
          id: listing.id,
          days: nightsOf(store, listing, from, addDays(from, 365)).map(calendarDay),
        }))
      },
      alterations: () => [...store.alterations.values()],
      offers: () => [...store.offers.values()],
      hosts: () => [...store.hosts.values()],
    },
  })
}
