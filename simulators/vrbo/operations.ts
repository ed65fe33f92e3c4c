import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { shownNights } from './nights.ts'
import { momentIn, type Message } from './inbox.ts'
import { keyOf, type Booking } from './records.ts'

/** Shows a booking under the id that queries take, which contains the home's. */
export const toControlBooking = (booking: Booking) => ({ ...booking, id: keyOf(booking) })

const shownMessage = ({ threadId, createdAtMs, ...message }: Message) => ({
  ...message,
  conversationId: threadId,
  creationDateTimeUtc: momentIn(createdAtMs),
})

/** The control interface's operations on this vendor's records. */
export function vrboOperations(account: Account): VendorOperations {
  const { store, inbox, reviews } = account
  return operationsOf(account, {
    createMessage: (message) => shownMessage(account.writeAsked(message)),
    stay: toControlBooking,
    state: () => ({
      listings: [...store.properties.values()],
      // An inquiry is listed among the stays under its thread.
      reservations: [
        ...[...store.bookings.values()].map(toControlBooking),
        ...[...inbox.threads.values()]
          .filter(({ inquiry }) => inquiry !== null)
          .map(({ id }) => ({ id: `inquiry.${id}` })),
      ],
      conversations: [...inbox.threads.values()],
      messages: [...inbox.messages.values()].map(shownMessage),
      reviews: [...reviews.rows.entries()].map(([key, review]) => ({ ...review, id: key })),
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
