/** What a record cannot be without. Everything else may be missing, and then the record is stored without it. */
import type { RecordKind } from '../validate.ts'

/** Fields of the canonical record; a vendor's row that does not give them is refused by name, and nothing else refuses one. */
export const essentials: Readonly<Record<RecordKind, readonly string[]>> = {
  listing: ['externalId'],
  linkedListing: ['externalId'],
  unit: ['externalId', 'listingExternalIds'],
  // A night whose state cannot be read is closed (`closedWhereUnread`).
  calendarDay: ['date'],
  // A status that nobody knows holds the nights (`heldStatus`).
  stay: ['externalId', 'listingExternalId', 'checkIn', 'checkOut'],
  conversation: ['externalId'],
  message: ['externalId', 'conversationExternalId', 'direction', 'sentAt'],
  review: ['externalId', 'reviewerRole'],
}

/** An essential that is missing or cannot be read. No other field is tried in its place. */
export class EssentialMissing extends Error {
  override readonly name = 'EssentialMissing'
}
