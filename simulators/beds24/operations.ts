import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { calendarRanges } from './calendar.ts'
import type { Room } from './records.ts'
import type { Webhooks } from './webhooks.ts'

const everything = {
  includeNumAvail: 'true',
  includeMinStay: 'true',
  includeMaxStay: 'true',
  includeMultiplier: 'true',
  includeOverride: 'true',
  includePrices: 'true',
}

/** The control interface's operations on this vendor's records; a listing is a room type. */
export function beds24Operations(account: Account, { address }: Webhooks): VendorOperations {
  const { store } = account
  const rooms = () => [...store.rooms.values()]
  const listing = (room: Room) => ({ ...room, property: store.properties.get(room.propertyId ?? 0) ?? null })
  const messages = (isNote: boolean) =>
    [...store.messages.values()].filter(({ source }) => (source === 'internalNote') === isNote)
  return operationsOf(account, {
    webhook: address,
    listing,
    createMessage: (message) => account.write(message),
    state: () => ({
      listings: rooms().map(listing),
      reservations: [...store.bookings.values()],
      // The vendor has no threads, so a booking's messages are its conversation.
      conversations: [...new Set(messages(false).map(({ bookingId }) => bookingId))].map((id) => ({
        id,
        bookingId: id,
      })),
      messages: messages(false),
      internalNotes: messages(true),
      reviews: [
        ...store.airbnbReviews.map((review) => ({ ...review, id: `airbnb-${review.id}` })),
        ...store.bookingReviews.map((review) => ({ ...review, id: `booking-${review.review_id}` })),
      ],
    }),
    parts: {
      calendar: () => {
        const [from, to] = [account.today(), addDays(account.today(), 365)]
        return rooms().map((room) => ({
          roomId: room.id,
          calendar: calendarRanges(store, room, from, to, everything),
        }))
      },
    },
  })
}
