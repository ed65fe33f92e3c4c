/** The vendor's notices are only reasons to read a record: their content is not believed. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { AccountNews, BookingReceipt } from '../../connector-kit/app-webhook.ts'
import type { InboundHint } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { inquiryId, writeId } from './ids.ts'

/** The fields of most events are not published: ids are searched under the schema's names. */
const names = {
  property: ['propertyId', 'expediaPropertyId', 'hotelId'],
  booking: ['reservationId', 'expediaReservationId'],
  thread: ['messageThreadId', 'threadId'],
  review: ['reviewId'],
}

type NoticeIds = { [K in keyof typeof names]: string | null }

function toldIn(payload: unknown): NoticeIds {
  const idIn = (names: readonly string[]) =>
    presentTexts(names.map((name) => fieldOf(payload, name)))[0] ?? null
  return {
    property: idIn(names.property),
    booking: idIn(names.booking),
    thread: idIn(names.thread),
    review: idIn(names.review),
  }
}

/** An event is judged by the ids it names, not by its own name, so that unknown events work too. */
function hintsOf({ property, booking, thread, review }: NoticeIds): InboundHint[] {
  const ofProperty = (id: string | null) =>
    property === null || id === null ? null : writeId({ property, id })
  return [
    ...hint('reservations', ofProperty(booking)),
    ...(thread === null
      ? []
      : [
          ...hint('conversations', thread),
          ...hint('messages', thread),
          // The thread may be a question before a booking.
          ...(booking === null ? hint('reservations', inquiryId(thread)) : []),
        ]),
    ...hint('reviews', ofProperty(review)),
    ...(booking === null && thread === null && review === null ? hint('listings', property) : []),
  ]
}

/** A payload comes as an object, or as JSON text. */
function payloadIn(notification: unknown): unknown {
  const payload = fieldOf(notification, 'payload')
  if (typeof payload !== 'string') return payload
  try {
    return JSON.parse(payload) as unknown
  } catch {
    return null
  }
}

const actions = ['BOOKED', 'MODIFIED', 'CANCELLED'] as const

/** The schema's confirming call uses these names; without a token no confirmation is expected. */
function receiptsIn(payload: unknown, { property, booking }: NoticeIds): BookingReceipt[] {
  const token = presentText(fieldOf(payload, 'confirmationToken'))
  const actionType = presentText(fieldOf(payload, 'actionType'))?.toUpperCase()
  const action = actions.find((candidate) => candidate === actionType)
  if (token === null || action === undefined || property === null || booking === null) return []
  return [{ externalId: writeId({ property, id: booking }), token, action }]
}

export function newsIn(notification: unknown): AccountNews[] {
  const payload = payloadIn(notification)
  const noticeIds = toldIn(payload)
  const hints = hintsOf(noticeIds)
  if (noticeIds.property === null || hints.length === 0) return []
  const receipts = receiptsIn(payload, noticeIds)
  return [
    {
      ...{ accountExternalId: null, listingExternalIds: [noticeIds.property], hints },
      ...(receipts.length === 0 ? {} : { receipts }),
    },
  ]
}
