import { known } from '../kit/asked.ts'
import { addDays } from '../kit/clock.ts'
import type { ShownNight, VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import { daysOf, type DayRange } from '../kit/nights.ts'
import type { Account } from './account.ts'
import type { BookingRequests } from './booking-requests.ts'
import type { Inbox, InboxMessage } from './inbox.ts'
import { priceFor, rateNightOf } from './inventory.ts'
import type { Reviews } from './reviews.ts'
import type { Room } from './records.ts'
import { roomsLeft, type Store } from './store.ts'

/** The control interface's operations on this vendor's records; a listing is a room. */
export function bookingOperations(
  account: Account,
  requests: BookingRequests,
  inbox: Inbox,
  reviews: Reviews,
): VendorOperations {
  const { store, queue } = account
  const operations = operationsOf(account, {
    state: () => ({
      listings: [...store.rooms.values()],
      reservations: [...store.reservations.values()],
      conversations: [...inbox.conversations.values()].map(({ id, propertyId, reservationId }) => ({
        ...{ id, property_id: propertyId, reservation_id: reservationId },
      })),
      reviews: reviews.all().map((review) => reviews.show(review)),
      messages: inbox.messages().map((message) => toControlMessage(inbox, message)),
    }),
    createMessage: (input) => toControlMessage(inbox, inbox.write(input)),
    parts: {
      calendar: () => [...store.rooms.values()].map((room) => calendarOf(account, room)),
      hotels: () => [...store.hotels.values()],
      rates: () => [...store.rates.values()],
      derived: () => [...store.derived].map(([key, rules]) => ({ room_rate: key, ...rules })),
      queue: () => queue.list(),
      requests: () => requests.list().map((request) => requests.show(request)),
      emailed: () => [...queue.emailed],
      told: () => [...queue.toldAtMs].map(([id, ms]) => ({ id, at: new Date(ms).toISOString() })),
    },
  })
  return {
    ...operations,
    nights: (id, range) => shownNights(store, known(store.rooms.get(Number(id)), `no room ${id}`), range),
  }
}

/** Shows the rate that is neither derived nor read-only, for a full house. */
function shownNights(store: Store, room: Room, range: DayRange): ShownNight[] {
  const rate = store.ratesOf(room.hotel_id).find(({ is_child_rate, readonly }) => !is_child_rate && !readonly)
  return daysOf(range).map((date) => {
    const night = rate && rateNightOf(store, room, rate, date)
    const closedAtMs = store.closedAtMs.get(room.id)?.get(date)
    return {
      date,
      left: night?.closed === true ? 0 : roomsLeft(store.roomNight(room, date)),
      price: (night && priceFor(night, room.max_persons ?? 1)) ?? null,
      closedAt: closedAtMs === undefined ? null : new Date(closedAtMs).toISOString(),
    }
  })
}

const toControlMessage = (inbox: Inbox, message: InboxMessage): object => ({
  ...{ id: message.id, conversationId: message.conversationId },
  ...inbox.show(message),
})

/** Shows the channel's nights for the next year. */
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
