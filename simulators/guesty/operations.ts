import { addDays } from '../kit/clock.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'
import type { Inbox } from './inbox.ts'
import { showConversation, showPost } from './thread-view.ts'
import { isMessage } from './thread-record.ts'

const parts = ['calendar', 'units', 'ownerConversations', 'internalPosts', 'guests']

const named = <T extends { _id: string }>(row: T) => ({ id: row._id, ...row })

/** The control interface's operations in this vendor's records, each with its id in `id` as well. */
export function guestyOperations(account: Account, inbox: Inbox, clock: SimulatorClock): VendorOperations {
  const { store } = account
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !parts.includes(part))
      if (unknown !== undefined) throw new ControlError(`include knows ${parts.join(', ')}, not "${unknown}"`)
      const today = clock.today()
      const conversations = [...store.conversations.values()]
      const ofType = (type: string) =>
        conversations.filter((one) => one.type === type).map((one) => named(showConversation(store, one)))
      const posts = [...store.posts.values()]
      const guestThreads = new Set(conversations.flatMap(({ _id, type }) => (type === 'guest' ? [_id] : [])))
      const more: Record<string, () => unknown> = {
        units: () => [...store.listings.values()].filter(({ type }) => type === 'MTL_CHILD').map(named),
        ownerConversations: () => ofType('owner'),
        internalPosts: () => posts.filter((post) => !isMessage(post)).map(showPost),
        guests: () => [...store.guests.values()].map(named),
        calendar: () =>
          store.roots().map((listing) => ({
            listingId: listing._id,
            days: calendarDays(store, listing, today, addDays(today, 365), true),
          })),
      }
      return {
        listings: store.roots().map(named),
        reservations: [...store.reservations.values()].map(named),
        conversations: ofType('guest'),
        messages: posts
          .filter((post) => isMessage(post) && guestThreads.has(post.conversationId))
          .map(showPost),
        reviews: [...store.reviews.values()].map(named),
        ...Object.fromEntries([...include].map((part) => [part, more[part]?.()])),
      }
    },
    createReservation: (fields) => named(account.book(fields)),
    updateReservation: (id, fields) => named(account.change(id, fields)),
    cancelReservation: (id, options) => named(account.cancel(id, options)),
    deleteReservation: (id) => account.remove(id),
    createMessage: (message) => showPost(inbox.write(message)),
    updateListing: (id, fields) => named(account.changeListing(id, fields)),
  }
}
