import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'
import type { Inbox } from './inbox.ts'
import { isMessage } from './thread-record.ts'
import { showConversation, showPost } from './thread-view.ts'

const withId = <T extends { _id: string }>(row: T) => ({ id: row._id, ...row })

/** The control interface's operations in this vendor's records, each with its id in `id` as well. */
export function guestyOperations(account: Account, inbox: Inbox): VendorOperations {
  const { store } = account
  const threads = (type: string) => [...store.conversations.values()].filter((one) => one.type === type)
  const conversations = (type: string) => threads(type).map((one) => withId(showConversation(store, one)))
  const posts = () => [...store.posts.values()]
  const messages = () => {
    const ofGuests = new Set(threads('guest').map(({ _id }) => _id))
    return posts().filter((post) => isMessage(post) && ofGuests.has(post.conversationId))
  }
  return operationsOf(account, {
    stay: withId,
    listing: withId,
    createMessage: (message) => showPost(inbox.write(message)),
    state: () => ({
      listings: store.roots().map(withId),
      reservations: [...store.reservations.values()].map(withId),
      conversations: conversations('guest'),
      messages: messages().map(showPost),
      reviews: [...store.reviews.values()].map(withId),
    }),
    parts: {
      calendar: () => {
        const [from, to] = [account.today(), addDays(account.today(), 365)]
        return store.roots().map((listing) => ({
          listingId: listing._id,
          days: calendarDays(store, listing, from, to, true),
        }))
      },
      units: () => [...store.listings.values()].filter(({ type }) => type === 'MTL_CHILD').map(withId),
      ownerConversations: () => conversations('owner'),
      internalPosts: () =>
        posts()
          .filter((post) => !isMessage(post))
          .map(showPost),
      guests: () => [...store.guests.values()].map(withId),
    },
  })
}
