/** Lists what is read from an account and may be written to it, for the consent page. Pure. */
import type { AccessType, AccountRead, AccountWrite } from '../contract/connect-session.ts'
import type { Connector, VendorOperations, WriteNeed } from './connector.ts'

type Present = (operations: VendorOperations) => boolean

const reading: Record<AccountRead, Present> = {
  listings: ({ listings }) => listings !== undefined,
  calendars: ({ calendar }) => calendar !== undefined,
  reservations: ({ reservations }) => reservations !== undefined,
  // Reservations include their guests.
  guests: ({ reservations }) => reservations !== undefined,
  messages: ({ messages }) => messages !== undefined,
  reviews: ({ reviews }) => reviews !== undefined,
}

export const readsOf = ({ operations }: Pick<Connector, 'operations'>): AccountRead[] =>
  (Object.keys(reading) as AccountRead[]).filter((kind) => reading[kind](operations))

const isAnyWritten = (parts: object): boolean =>
  Object.values(parts).some((part: object) => 'write' in part || 'add' in part)

/** Several operations can write one kind, and the owner must allow each of them. */
const writing: readonly { kind: AccountWrite; need: WriteNeed; present: Present }[] = [
  {
    kind: 'listings',
    need: 'listings',
    present: ({ listingWrites, channelContent = {}, propertyContent, listingCreation, propertySetup }) =>
      Object.values(listingWrites?.fields ?? {}).includes(true) ||
      Object.values(propertyContent?.sections ?? {}).some(({ unwritable }) => unwritable === undefined) ||
      isAnyWritten(channelContent) ||
      listingCreation !== undefined ||
      propertySetup !== undefined,
  },
  {
    kind: 'calendars',
    need: 'listings',
    present: ({ calendarWrites }) => {
      const { available, minNights, maxNights } = calendarWrites?.fields ?? {}
      return [available, minNights, maxNights].includes(true)
    },
  },
  {
    kind: 'prices',
    need: 'listings',
    present: ({ calendarWrites }) => calendarWrites?.fields.price === true,
  },
  {
    kind: 'bookings',
    need: 'reservations',
    present: ({ reservationWrites }) => reservationWrites !== undefined,
  },
  {
    kind: 'booking_changes',
    need: 'reservations',
    present: ({ reservationWrites, hostCancellations, bookingChanges, alterations }) =>
      [
        reservationWrites?.modify,
        reservationWrites?.cancel,
        hostCancellations,
        bookingChanges,
        alterations,
      ].some((one) => one !== undefined),
  },
  {
    kind: 'booking_answers',
    need: 'reservations',
    present: ({ requestAnswers }) => requestAnswers !== undefined,
  },
  {
    kind: 'booking_answers',
    need: 'messages',
    present: ({ preApprovals, specialOffers }) => preApprovals !== undefined || specialOffers !== undefined,
  },
  { kind: 'guests', need: 'guests', present: ({ guestWrites }) => guestWrites !== undefined },
  { kind: 'messages', need: 'messages', present: ({ messageWrites }) => messageWrites !== undefined },
  { kind: 'review_replies', need: 'reviews', present: ({ reviewWrites }) => reviewWrites !== undefined },
  { kind: 'guest_reviews', need: 'reviews', present: ({ guestReviews }) => guestReviews !== undefined },
]

/** `access` is the level that the owner granted; writes that need more are left out. */
export function writesOf(
  { operations, consent }: Pick<Connector, 'operations' | 'consent'>,
  access?: AccessType,
): AccountWrite[] {
  const isAllowed = (need: WriteNeed) =>
    consent === undefined ||
    access === undefined ||
    consent.needs[need].every((permission) => consent.asksFor(access).includes(permission))
  const kinds = writing.filter(({ need, present }) => present(operations) && isAllowed(need))
  return [...new Set(kinds.map(({ kind }) => kind))]
}
