/** Names the fields a record cannot be without. A record is stored without any other field. */
import type { RecordKind } from '../validate.ts'

/** A vendor's row that lacks one of these is refused by name, and nothing else refuses one. */
export const essentials: Readonly<Record<RecordKind, readonly string[]>> = {
  listing: ['externalId'],
  linkedListing: ['externalId'],
  unit: ['externalId', 'listingExternalIds'],
  // A night whose state cannot be read is closed (`closedWhereUnread`).
  calendarDay: ['date'],
  // An unknown status holds the nights (`heldStatus`).
  stay: ['externalId', 'listingExternalId', 'checkIn', 'checkOut'],
  conversation: ['externalId'],
  message: ['externalId', 'conversationExternalId', 'direction', 'sentAt'],
  review: ['externalId', 'reviewerRole'],
}

/** An essential field is missing or unreadable. No other field is tried in its place. */
export class EssentialMissing extends Error {
  override readonly name = 'EssentialMissing'
}
