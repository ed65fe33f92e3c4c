import { known } from '../kit/asked.ts'
import { addDays } from '../kit/clock.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { calendarDay, nightsOf } from './calendar.ts'
import type { Guests } from './guests.ts'
import type { Message } from './inbox.ts'
import type { Webhooks } from './webhooks.ts'

const toControlMessage = (message: Message) => ({ ...message, conversationId: message.thread_id })

/** The control interface's operations on this vendor's records. */
export function airbnbOperations(account: Account, guests: Guests, { address }: Webhooks): VendorOperations {
  const { store, inbox } = account
  const operations = operationsOf(account, {
    webhook: address,
    createMessage: (message) => toControlMessage(account.write(message)),
    stay: (row) => ({ id: row.confirmation_code, ...row }),
    state: () => ({
      listings: [...store.listings.values()],
      reservations: [...store.reservations.values()].map((row) => ({ id: row.confirmation_code, ...row })),
      conversations: [...inbox.threads.values()].map((thread) => inbox.shown(thread)),
      messages: [...inbox.messages.values()].flat().map(toControlMessage),
      reviews: [...account.reviews.rows.values()],
    }),
    parts: {
      calendar: () => {
        const from = account.today()
        return [...store.listings.values()].map((listing) => ({
          id: listing.id,
          days: nightsOf(store, listing, from, addDays(from, 365)).map(calendarDay),
        }))
      },
      alterations: () => [...store.alterations.values()],
      offers: () => [...store.offers.values()],
      hosts: () => [...store.hosts.values()],
      content: () =>
        [...store.listings.keys()].map((id) => ({
          id,
          descriptions: Object.fromEntries(store.content.descriptions(id)),
          photos: [...store.content.photos(id)],
          rooms: [...store.content.rooms(id).values()],
          settings: store.settingsOf(id),
          guides: { ...store.guidesOf(id), checkIn: Object.fromEntries(store.guidesOf(id).checkIn) },
        })),
    },
  })
  return {
    ...operations,
    nights: (id, { from, to }) =>
      nightsOf(store, known(store.listings.get(id), `no listing ${id}`), from, to).map(
        ({ day, left, price, night: { closedAtMs } }) => ({
          ...{ date: day, left, price },
          closedAt: closedAtMs === undefined ? null : new Date(closedAtMs).toISOString(),
        }),
      ),
    /** With `inquiry` a guest asks before booking, so the result is the thread. */
    createReservation: (fields) =>
      (fields as { inquiry?: unknown } | null)?.inquiry === true
        ? { ...inbox.shown(account.ask(guests)) }
        : operations.createReservation(fields),
  }
}
