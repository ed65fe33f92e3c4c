import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { calendarRanges } from './calendar.ts'
import type { Room } from './records.ts'
import type { Webhooks } from './webhooks.ts'

const parts = ['calendar']
const everything = {
  includeNumAvail: 'true',
  includeMinStay: 'true',
  includeMaxStay: 'true',
  includeMultiplier: 'true',
  includeOverride: 'true',
  includePrices: 'true',
}

/** The control interface's operations in this vendor's records. A listing is a room type. */
export function beds24Operations(account: Account, webhooks: Webhooks): VendorOperations {
  const { store } = account
  const showRoom = (room: Room) => ({ ...room, property: store.properties.get(room.propertyId ?? 0) ?? null })
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !parts.includes(part))
      if (unknown !== undefined) throw new ControlError(`include knows ${parts.join(', ')}, not "${unknown}"`)
      const rooms = [...store.rooms.values()]
      const today = account.today()
      const messages = [...store.messages.values()]
      const told = messages.filter(({ source }) => source !== 'internalNote')
      return {
        listings: rooms.map(showRoom),
        reservations: [...store.bookings.values()],
        // The vendor has no threads: the messages of a booking are its conversation.
        conversations: [...new Set(told.map(({ bookingId }) => bookingId))].map((id) => ({
          id,
          bookingId: id,
        })),
        messages: told,
        internalNotes: messages.filter(({ source }) => source === 'internalNote'),
        reviews: [
          ...store.airbnbReviews.map((review) => ({ ...review, id: `airbnb-${review.id}` })),
          ...store.bookingReviews.map((review) => ({ ...review, id: `booking-${review.review_id}` })),
        ],
        ...(include.has('calendar')
          ? {
              calendar: rooms.map((room) => ({
                roomId: room.id,
                calendar: calendarRanges(store, room, today, addDays(today, 365), everything),
              })),
            }
          : {}),
      }
    },
    createReservation: (fields) => account.book(fields),
    updateReservation: (id, fields) => account.change(id, fields),
    cancelReservation: (id, options) => account.cancel(id, options),
    deleteReservation: (id) => account.remove(id),
    createMessage: (message) => account.write(message),
    updateListing: (id, fields) => showRoom(account.changeListing(id, fields)),
    setWebhook: (input) => webhooks.set(input),
  }
}
