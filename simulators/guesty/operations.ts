import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'
import type { Inbox } from './inbox.ts'
import { isMessage } from './thread-record.ts'
import { showConversation, showPost } from './thread-view.ts'

const named = <T extends { _id: string }>(row: T) => ({ id: row._id, ...row })

/** The control interface's operations in this vendor's records, each with its id in `id` as well. */
export function guestyOperations(account: Account, inbox: Inbox): VendorOperations {
  const { store } = account
  const threads = (type: string) => [...store.conversations.values()].filter((one) => one.type === type)
  const shown = (type: string) => threads(type).map((one) => named(showConversation(store, one)))
  const posts = () => [...store.posts.values()]
  const messages = () => {
    const ofGuests = new Set(threads('guest').map(({ _id }) => _id))
    return posts().filter((post) => isMessage(post) && ofGuests.has(post.conversationId))
  }
  return operationsOf(account, {
    stay: named,
    listing: named,
    createMessage: (message) => showPost(inbox.write(message)),
    state: () => ({
      listings: store.roots().map(named),
      reservations: [...store.reservations.values()].map(named),
      conversations: shown('guest'),
      messages: messages().map(showPost),
      reviews: [...store.reviews.values()].map(named),
    }),
    parts: {
      calendar: () => {
        const [from, to] = [account.today(), addDays(account.today(), 365)]
        return store.roots().map((listing) => ({
          listingId: listing._id,
          days: calendarDays(store, listing, from, to, true),
        }))
      },
      units: () => [...store.listings.values()].filter(({ type }) => type === 'MTL_CHILD').map(named),
      ownerConversations: () => shown('owner'),
      internalPosts: () =>
        posts()
          .filter((post) => !isMessage(post))
          .map(showPost),
      guests: () => [...store.guests.values()].map(named),
    },
  })
}
