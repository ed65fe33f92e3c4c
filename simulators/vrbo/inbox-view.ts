/** Shows threads, messages and reviews as queries return them. */
import type { Account } from './account.ts'
import type { Engine } from './engine.ts'
import { momentIn, statusOf, type Message, type Thread } from './inbox.ts'
import { cut } from './lists.ts'
import { keyOfReview, reviewView } from './reviews.ts'

interface Range {
  from: string
  to: string
}
interface PageArguments {
  limit?: number | null
  cursor?: string | null
  orderBy?: { order?: 'ASC' | 'DESC' | null } | null
  filters?: { creationDateTime?: Range | null } | null
}

const isWithin = (ms: number, range: Range | null | undefined): boolean =>
  !range || (ms >= Date.parse(range.from) && ms <= Date.parse(range.to))

function paged<Row extends { createdAtMs: number }>(
  rows: readonly Row[],
  { limit, cursor, orderBy, filters }: PageArguments,
  show: (row: Row) => object,
) {
  const sign = orderBy?.order === 'DESC' ? -1 : 1
  const pageRows = rows
    .filter(({ createdAtMs }) => isWithin(createdAtMs, filters?.creationDateTime))
    .toSorted((a, b) => sign * (a.createdAtMs - b.createdAtMs))
  const { page, next } = cut(pageRows, { after: cursor, size: Math.min(limit ?? 10, 100) })
  return { totalCount: pageRows.length, cursor: next, elements: page.map(show) }
}

/** Shows the home that a thread is about. */
export type ShowProperty = (propertyId: string) => object | undefined

export function threadView(thread: Thread, account: Account, show: ShowProperty): object {
  const { store, inbox } = account
  const booking = store.bookings.get(thread.bookingKey ?? '')
  return {
    id: thread.id,
    creationDateTimeUtc: momentIn(thread.createdAtMs),
    property: () => show(thread.propertyId),
    primaryTraveler: thread.traveler,
    bookingInquiry: thread.inquiry,
    reservationSummary: booking && {
      id: booking.id,
      checkInDate: booking.checkInDate,
      checkOutDate: booking.checkOutDate,
      adultCount: booking.adultCount ?? 0,
      childCount: booking.childCount ?? 0,
      petCount: booking.petCount ?? 0,
    },
    messages: (page: PageArguments) =>
      paged(inbox.messagesOf(thread.id), page, (message) => messageView(message, account, show)),
  }
}

export function messageView(message: Message, account: Account, show: ShowProperty): object {
  const { inbox, files } = account
  return {
    id: message.id,
    creationDateTimeUtc: momentIn(message.createdAtMs),
    type: 'TEXT',
    body: message.body === '' ? null : { value: message.body },
    fromRole: message.fromRole,
    reviewStatus: statusOf(message, account.nowMs()),
    attachments: message.attachmentIds.flatMap((id) => {
      const file = files.stored.get(id)
      if (file === undefined) return []
      const url = `https://api.expediagroup.com/supply-lodging/v1/files/${id}`
      return [{ id, name: file.name, url, uploadDateTimeUtc: momentIn(file.storedAtMs) }]
    }),
    messageThread: () => {
      const thread = inbox.threads.get(message.threadId)
      return thread && threadView(thread, account, show)
    },
  }
}

/** Resolves the inbox fields of a home. */
export function inboxFields(
  propertyId: string,
  account: Account,
  engine: Engine,
  show: ShowProperty,
): object {
  const { inbox, reviews } = account
  return {
    messageThreads: (page: PageArguments) => {
      engine.count('Property.messaging')
      return paged(inbox.threadsOf(propertyId), page, (thread) => threadView(thread, account, show))
    },
    messages: (page: PageArguments) => {
      engine.count('Property.messaging')
      const own = inbox.threadsOf(propertyId).flatMap(({ id }) => inbox.messagesOf(id))
      return paged(own, page, (message) => messageView(message, account, show))
    },
    reviews: (request: {
      after?: string | null
      pageSize: number
      filter?: { reviewId?: string | null } | null
    }) => {
      engine.count('Property.reviews')
      const { reviewId } = request.filter ?? {}
      const one = reviewId ? reviews.rows.get(keyOfReview({ propertyId, id: reviewId })) : undefined
      const matches = reviewId ? (one ? [one] : []) : reviews.of(propertyId)
      const { page, next } = cut(matches, { after: request.after, size: request.pageSize })
      return { totalCount: matches.length, cursor: next, reviews: page.map(reviewView) }
    },
  }
}
