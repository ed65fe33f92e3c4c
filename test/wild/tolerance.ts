/** What is to be said of a vendor before its rows can be spoiled. */

export interface RowPlaces {
  /** Places that belong to no record: counts, cursors, the lists themselves. They are not spoiled. */
  envelope: RegExp[]
  /** Places of essentials: the id, the home, the nights; of a message its thread, its time and who wrote. */
  essential: RegExp[]
}

/** What must stay as it was whatever happens to other fields of the record. */
export function steadyFieldsOf(record: Record<string, unknown>): string[] {
  const always = ['externalId', 'kind', 'conversationExternalId', 'date']
  return record['kind'] === 'reservation' ? [...always, 'listingExternalId', 'checkIn', 'checkOut'] : always
}
