import { happen, type RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / data(\.(propertiesByAdvertiser|messageThread|property))?$/,
    / \S+\.(elements|edges|cursor|totalCount|pageInfo\S*|edges\[\]\.node)$/,
    // The list of a home, and its page of it.
    / data\.(propertiesByAdvertiser\.elements\[\]|property)\.(reservations|messageThreads|reviews(\.reviews)?)$/,
    / data\.messageThread\.messages$/,
    / MessagesOfAdvertiser data\.propertiesByAdvertiser\.elements\[\]\.messages(\.elements\[\]\.messageThread)?$/,
    // Without it a thread is no inquiry.
    / \S+\.bookingInquiry$/,
    // The home whose list is read, which names all rows of it.
    / (Reservations|Reviews|Threads|Messages)OfAdvertiser data\.propertiesByAdvertiser\.elements\[\]\.id$/,
  ],
  essential: [
    / PropertiesOfAdvertiser data\.propertiesByAdvertiser\.elements\[\]\.id$/,
    / \S+\.reservations\.edges\[\]\.node\.(id|checkInDate|checkOutDate)$/,
    / \S+\.(messageThreads\.elements\[\]|messageThread)\.id$/,
    // The home of an inquiry.
    / \S+\.(messageThreads\.elements\[\]|messageThread)\.property(\.id)?$/,
    / \S+\.reviews\.reviews\[\]\.id$/,
    / MessagesOfThread data\.messageThread\.messages\.elements\[\]\.(id|fromRole|creationDateTimeUtc)$/,
  ],

  /** A question before a booking. */
  prepare: (vendor) => happen(vendor, '/guests/ask', {}),
}
