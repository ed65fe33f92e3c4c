import { daysBetween, isWeekend, stampOf, type SimulatorClock } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { roundMoney } from '../kit/places.ts'
import type { HomeProjection, MessageProjection, ReviewProjection } from '../kit/world/projection.ts'
import type { StayProjection, WorldProjection } from '../kit/world/projection.ts'
import { listingRow } from './listing-row.ts'
import { accountId, addressesOf, conversationIdOf, guestFields } from './records.ts'
import { listingFields, messageFields, reservationFields, reviewFields } from './records.ts'
import type { HostawayKinds, Listing, ListingUnit, Reservation } from './records.ts'
import { reservationRow, unitPart } from './reservation-row.ts'
import { channels, comingStatuses, pastStatuses } from './vocabulary.ts'
import { pendingStatuses, reservedStatuses, reviewStatuses } from './vocabulary.ts'

const nobody: Partial<Reservation> = Object.fromEntries(guestFields.map((name) => [name, null]))

/** Changes of these make a new booking a modified one. */
const stayNames = [
  ...(['arrivalDate', 'departureDate', 'numberOfGuests', 'adults', 'children', 'totalPrice'] as const),
]

/** Returns the units of a listing; empty for one let as a whole. */
export type UnitsOf = (listing: Listing) => readonly ListingUnit[]

export function hostawayProjection(unitsOf: UnitsOf, clock: SimulatorClock): WorldProjection<HostawayKinds> {
  const listings = new Map<number, Listing>()
  const homes = homesIn(listings, unitsOf, clock)
  const stays = staysIn(unitsOf, clock)
  return { homes, stays, messages: messagesIn(listings), reviews: reviewsIn(listings) }
}

const homesIn = (
  listings: Map<number, Listing>,
  unitsOf: UnitsOf,
  clock: SimulatorClock,
): HomeProjection<HostawayKinds> => ({
  fields: listingFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  isOpen: ({ specialStatus }) => specialStatus !== 'archived',
  // Friday and Saturday nights cost more.
  priceOf: ({ price, currencyCode }, day) =>
    roundMoney((price ?? 0) * (isWeekend(day) ? 1.2 : 1), currencyCode ?? 'EUR'),
  unitsOf: (listing) => Math.max(1, unitsOf(listing).length),
  toRow: (home) => {
    const listing = listingRow(home, clock.today())
    listings.set(listing.id, listing)
    return listing
  },
  toChanged: (_listing, nowMs) => ({ latestActivityOn: stampOf(nowMs) }),
})

const staysIn = (unitsOf: UnitsOf, clock: SimulatorClock): StayProjection<HostawayKinds> => ({
  fields: reservationFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  homeIdOf: ({ listingMapId }) => listingMapId,
  arrival: 'arrivalDate',
  departure: 'departureDate',
  channels: channels.map(({ id, weight }) => [id, weight]),
  bookingChannels: [2018, 2005, 2000, 2002].map((id) => [id, 1]),
  past: pastStatuses,
  coming: comingStatuses,
  booked: () => 'new',
  toRow: (stay) => {
    const row = reservationRow(stay, clock.today())
    const unit = unitsOf(stay.home)[stay.unit - 1]
    return unit === undefined ? row : { ...row, reservationUnit: [unitPart(row, unit)] }
  },
  takesNights: (reservation) => nightUseOf(reservation) !== undefined,
  isOfGuests: ({ status }) => status !== 'ownerStay',
  // What never held nights cannot be given up either.
  isCancelled: (reservation) => nightUseOf(reservation) === undefined,
  toCancelled: () => ({ status: 'cancelled', cancellationDate: clock.today(), cancelledBy: 'guest' }),
  toChanged: (reservation, nowMs, fields) => {
    const isChanged = (name: keyof Reservation) =>
      fields[name] !== undefined && fields[name] !== reservation[name]
    const { arrivalDate: previousArrivalDate, departureDate: previousDepartureDate } = reservation
    const isMoved = isChanged('arrivalDate') || isChanged('departureDate')
    const isModified = reservation.status === 'new' && stayNames.some(isChanged)
    return {
      ...{ updatedOn: stampOf(nowMs), latestActivityOn: stampOf(nowMs) },
      ...(isMoved ? { previousArrivalDate, previousDepartureDate } : {}),
      ...(isModified ? { status: 'modified' } : {}),
    }
  },
  derived: ({ arrivalDate, departureDate }, fields) =>
    fields.nights === undefined && (fields.arrivalDate || fields.departureDate)
      ? { nights: daysBetween(arrivalDate ?? '', departureDate ?? '') }
      : {},
  toParty: (adults) => ({ numberOfGuests: adults, adults, children: null }),
  withoutGuest: nobody,
})

/** Returns how a booking uses its nights; undefined if it leaves them free. */
export function nightUseOf({ isDatesUnspecified, status }: Reservation): 'reserved' | 'pending' | undefined {
  if (isDatesUnspecified === 1) return undefined
  if (reservedStatuses.includes(status ?? '')) return 'reserved'
  return pendingStatuses.includes(status ?? '') ? 'pending' : undefined
}

const messagesIn = (listings: ReadonlyMap<number, Listing>): MessageProjection<HostawayKinds> => ({
  threadIdOf: conversationIdOf,
  toRow: ({ number, threadId, stay, body, isIncoming, atMs }) => {
    const id = 71_000_001 + number
    const conversationId = Number(threadId)
    const at = stampOf(atMs)
    const { hostEmail, guestEmail } = addressesOf(conversationId)
    return {
      ...blankRow(messageFields, id),
      ...{ accountId, listingMapId: stay.listingMapId, reservationId: stay.id, conversationId, body },
      communicationType: stay.channelId === 2000 ? 'email' : 'channel',
      communicationFrom: isIncoming ? guestEmail : hostEmail,
      communicationTo: isIncoming ? hostEmail : guestEmail,
      status: 'sent',
      ...{ isIncoming: isIncoming ? 1 : 0, isSeen: isIncoming ? 0 : 1 },
      sentUsingHostaway: isIncoming ? 0 : 1,
      hash: String(id).padStart(32, '0'),
      listingTimeZoneName: listings.get(stay.listingMapId)?.timeZoneName ?? null,
      ...{ date: at, sentChannelDate: at, insertedOn: at, updatedOn: at },
      attachments: isIncoming && number % 12 === 5 ? [attachmentOf(id, stay.id)] : [],
    }
  },
  toWritten: (_reservation, nowMs) => ({ latestActivityOn: stampOf(nowMs) }),
})

/** The vendor's link to a private attachment works for a week. */
function attachmentOf(messageId: number, reservationId: number): object {
  const name = `photo-${messageId}`
  return {
    ...{ id: messageId * 10, accountId, reservationId, conversationMessageId: messageId, name },
    url: `https://files.example.com/private/${name}.jpg?expires=604800`,
    ...{ extension: 'jpg', mimeType: 'image/jpeg', isImage: 1, isPublic: 0 },
  }
}

const guestReviewStatuses = [...reviewStatuses, ...Array.from({ length: 7 }, () => 'published')]

const reviewsIn = (listings: ReadonlyMap<number, Listing>): ReviewProjection<HostawayKinds> => {
  const reviewed = new Set<number>()
  return {
    idOf: ({ id }) => id,
    toRow: ({ number, stay, rating, text, atMs, random }) => {
      // The second review of a stay is the host's of its guest.
      const isFromGuest = !reviewed.has(stay.id)
      reviewed.add(stay.id)
      const status = random.pick(isFromGuest ? guestReviewStatuses : reviewStatuses)
      const isWritten = status !== 'awaiting' && status !== 'expired'
      const isSent = status === 'submitted' || status === 'published'
      const listing = listings.get(stay.listingMapId)
      return {
        ...blankRow(reviewFields, 8_800_001 + number),
        ...{ accountId, listingMapId: stay.listingMapId, reservationId: stay.id, channelId: stay.channelId },
        ...{ type: isFromGuest ? 'guest-to-host' : 'host-to-guest', status },
        rating: isWritten ? rating * 2 : null,
        externalReviewId: isSent ? random.int(100_000, 999_999) : null,
        publicReview: isWritten ? text : null,
        privateFeedback: isWritten && random.chance(0.3) ? 'The kitchen window sticks a little.' : null,
        revieweeResponse: status === 'published' && random.chance(0.3) ? 'Thank you, come back soon!' : null,
        isRevieweeRecommended: isFromGuest || !isWritten ? null : 1,
        isCancelled: 0,
        reviewCategory: ['cleanliness', 'communication', 'location', 'value']
          .filter(() => isWritten)
          .map((category) => ({ category, rating: random.int(6, 10) })),
        submittedAt: isSent ? stampOf(atMs) : null,
        arrivalDate: utcOf(stay.arrivalDate, listing?.checkInTimeStart, listing?.timeZoneName),
        departureDate: utcOf(stay.departureDate, listing?.checkOutTime, listing?.timeZoneName),
        ...{ listingName: listing?.name ?? null, guestName: stay.guestName },
      }
    },
  }
}

/** Converts a local day and hour of the listing to the vendor's UTC time. */
function utcOf(day: string | null, hour: number | null | undefined, timeZone: string | null | undefined) {
  if (day === null) return null
  const local = Temporal.PlainDate.from(day).toPlainDateTime({ hour: hour ?? 12 })
  return stampOf(local.toZonedDateTime(timeZone ?? 'UTC').epochMilliseconds)
}
