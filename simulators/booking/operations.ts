import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import { daysOf } from '../kit/nights.ts'
import type { Account } from './account.ts'
import type { BookingRequests } from './booking-requests.ts'
import type { Inbox, Message } from './inbox.ts'
import { rateNightOf } from './inventory.ts'
import type { Reviews } from './reviews.ts'
import type { Room } from './records.ts'

/** The control interface's operations in this vendor's records; what can be booked is a room. */
export function bookingOperations(
  account: Account,
  requests: BookingRequests,
  inbox: Inbox,
  reviews: Reviews,
): VendorOperations {
  const { store, queue } = account
  return operationsOf(account, {
    state: () => ({
      listings: [...store.rooms.values()],
      reservations: [...store.reservations.values()],
      conversations: [...inbox.conversations.values()].map(({ id, propertyId, reservationId }) => ({
        ...{ id, property_id: propertyId, reservation_id: reservationId },
      })),
      reviews: reviews.all().map((review) => reviews.show(review)),
      messages: inbox.messages().map((message) => shown(inbox, message)),
    }),
    createMessage: (input) => shown(inbox, inbox.write(input)),
    parts: {
      calendar: () => [...store.rooms.values()].map((room) => calendarOf(account, room)),
      hotels: () => [...store.hotels.values()],
      rates: () => [...store.rates.values()],
      queue: () => queue.list(),
      requests: () => requests.list().map((held) => requests.show(held)),
      emailed: () => [...queue.emailed],
    },
  })
}

const shown = (inbox: Inbox, message: Message): object => ({
  ...{ id: message.id, conversationId: message.conversationId },
  ...inbox.show(message),
})

/** What the channel shows for the next year. */
function calendarOf(account: Account, room: Room): object {
  const { store } = account
  const days = daysOf({ from: account.today(), to: addDays(account.today(), 365) })
  const rates = store.ratesOf(room.hotel_id)
  const nights = days.map((date) => ({
    date,
    ...store.roomNight(room, date),
    rates: rates.map((rate) => ({ rate_id: rate.id, ...rateNightOf(store, room, rate, date) })),
  }))
  return { room_id: room.id, nights }
}
