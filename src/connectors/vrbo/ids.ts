/** Bookings and reviews can only be called by their id together with that of the property. */
export interface OfProperty {
  property: string
  id: string
}

export const writeId = ({ property, id }: OfProperty): string => `${property}.${id}`

/** null: no id of this form. */
export function readId(externalId: string): OfProperty | null {
  const at = externalId.indexOf('.')
  const [property, id] = [externalId.slice(0, at), externalId.slice(at + 1)]
  return at <= 0 || id === '' ? null : { property, id }
}

const asked = 'inquiry'

/** A question before a booking has no id of a property: it is known by its thread. */
export const inquiryId = (thread: string): string => writeId({ property: asked, id: thread })

/** The thread of an inquiry; null for what is none. */
export function threadOfInquiry(externalId: string): string | null {
  const read = readId(externalId)
  return read?.property === asked ? read.id : null
}
