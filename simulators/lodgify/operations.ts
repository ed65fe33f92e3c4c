import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { nightsOf, periodsOf } from './availability.ts'
import type { Booking, Enquiry } from './booking-record.ts'
import type { PropertyRoom } from './property-record.ts'

const listingId = ({ property, room }: PropertyRoom) => `${property.id}-${room.id}`

/** Shows a room type with its property, under both their numbers. */
function listing(lodging: PropertyRoom): object {
  const { property, room, settings } = lodging
  return { ...room, id: listingId(lodging), room_type_id: room.id, property, settings }
}

/** An enquiry's number gets its letter, because a booking can have the same number. */
const stay = (row: Booking | Enquiry): object =>
  'user_id' in row ? row : { ...row, id: `E${row.id}`, type: 'Enquiry' }

/** The control interface's operations on this vendor's records. */
export function lodgifyOperations(account: Account): VendorOperations {
  const { store } = account
  const threads = () => [...store.threads.values()]
  return operationsOf(account, {
    stay,
    listing,
    createMessage: (message) => account.write(message),
    state: () => ({
      listings: [...store.lodgings.values()].map(listing),
      reservations: [...store.bookings.values(), ...[...store.enquiries.values()].map(stay)],
      conversations: threads().map((thread) => ({ id: thread.thread_uid, ...thread })),
      messages: threads().flatMap(({ thread_uid }) =>
        store.messagesOf(thread_uid).map((message) => ({ ...message, conversationId: thread_uid })),
      ),
    }),
    parts: {
      calendar: () => {
        const [from, to] = [account.today(), addDays(account.today(), 365)]
        return [...store.lodgings.values()].map((lodging) => ({
          id: listingId(lodging),
          periods: periodsOf(nightsOf(store, lodging, from, to)),
        }))
      },
    },
  })
}
