/** What the vendor tells by itself, as reasons to read something: nothing of it is believed. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { AccountNews, BookingReceipt } from '../../connector-kit/app-webhook.ts'
import type { InboundHint } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { inquiryId, writeId } from './ids.ts'

/** How the fields of most events are called is not published: the ids are looked for under the names of the schema. */
const names = {
  property: ['propertyId', 'expediaPropertyId', 'hotelId'],
  booking: ['reservationId', 'expediaReservationId'],
  thread: ['messageThreadId', 'threadId'],
  review: ['reviewId'],
}

type NoticeIds = { [K in keyof typeof names]: string | null }

function toldIn(payload: unknown): NoticeIds {
  const idIn = (known: readonly string[]) =>
    presentTexts(known.map((name) => fieldOf(payload, name)))[0] ?? null
  return {
    property: idIn(names.property),
    booking: idIn(names.booking),
    thread: idIn(names.thread),
    review: idIn(names.review),
  }
}

/** By what it names and not by how it is called, so that an event that is not known here is taken as well. */
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
          // It may be a question before a booking.
          ...(booking === null ? hint('reservations', inquiryId(thread)) : []),
        ]),
    ...hint('reviews', ofProperty(review)),
    ...(booking === null && thread === null && review === null ? hint('listings', property) : []),
  ]
}

/** A payload comes as an object, or as its text. */
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

/** As the call that confirms it names them in the schema; without a token nothing is waited for. */
function receiptsIn(payload: unknown, { property, booking }: NoticeIds): BookingReceipt[] {
  const token = presentText(fieldOf(payload, 'confirmationToken'))
  const named = presentText(fieldOf(payload, 'actionType'))?.toUpperCase()
  const action = actions.find((known) => known === named)
  if (token === null || action === undefined || property === null || booking === null) return []
  return [{ externalId: writeId({ property, id: booking }), token, action }]
}

export function newsIn(notification: unknown): AccountNews[] {
  const payload = payloadIn(notification)
  const told = toldIn(payload)
  const hints = hintsOf(told)
  if (told.property === null || hints.length === 0) return []
  const receipts = receiptsIn(payload, told)
  return [
    {
      ...{ accountExternalId: null, listingExternalIds: [told.property], hints },
      ...(receipts.length === 0 ? {} : { receipts }),
    },
  ]
}
