import { addDays } from '../kit/clock.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { nightsOf, periodsOf } from './availability.ts'
import type { Booking, Enquiry } from './booking-record.ts'
import type { Lodging } from './property-record.ts'

const parts = ['calendar']

const listingId = ({ property, room }: Lodging) => `${property.id}-${room.id}`

/** A room type with its property, under both their numbers. */
function showLodging(lodging: Lodging): object {
  const { property, room, settings } = lodging
  return { ...room, id: listingId(lodging), room_type_id: room.id, property, settings }
}

/** Under the number with its letter, because a booking can have the same number. */
function showEnquiry(enquiry: Enquiry): object {
  return { ...enquiry, id: `E${enquiry.id}`, type: 'Enquiry' }
}

const showRow = (row: Booking | Enquiry): object => ('user_id' in row ? row : showEnquiry(row))

/** The control interface's operations in this vendor's records. */
export function lodgifyOperations(account: Account, clock: SimulatorClock): VendorOperations {
  const { store } = account
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !parts.includes(part))
      if (unknown !== undefined) throw new ControlError(`include knows ${parts.join(', ')}, not "${unknown}"`)
      const lodgings = [...store.lodgings.values()]
      const threads = [...store.threads.values()]
      const today = clock.today()
      return {
        listings: lodgings.map(showLodging),
        reservations: [...store.bookings.values(), ...[...store.enquiries.values()].map(showEnquiry)],
        conversations: threads.map((thread) => ({ id: thread.thread_uid, ...thread })),
        messages: threads.flatMap(({ thread_uid }) =>
          store.messagesOf(thread_uid).map((message) => ({ ...message, conversationId: thread_uid })),
        ),
        reviews: [],
        ...(include.has('calendar')
          ? {
              calendar: lodgings.map((lodging) => ({
                id: listingId(lodging),
                periods: periodsOf(nightsOf(store, lodging, today, addDays(today, 365))),
              })),
            }
          : {}),
      }
    },
    createReservation: (fields) => account.book(fields),
    updateReservation: (id, fields) => showRow(account.change(id, fields)),
    cancelReservation: (id, options) => showRow(account.cancel(id, options)),
    deleteReservation: (id) => account.remove(id),
    createMessage: (message) => account.write(message),
    updateListing: (id, fields) => showLodging(account.changeListing(id, fields)),
  }
}
