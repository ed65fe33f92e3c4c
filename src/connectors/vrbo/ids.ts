/** The vendor finds a booking or review only by its id together with the property's. */
export interface OfProperty {
  property: string
  id: string
}

export const writeId = ({ property, id }: OfProperty): string => `${property}.${id}`

/** Returns null for an id of another form. */
export function readId(externalId: string): OfProperty | null {
  const at = externalId.indexOf('.')
  const [property, id] = [externalId.slice(0, at), externalId.slice(at + 1)]
  return at <= 0 || id === '' ? null : { property, id }
}

const inquiryProperty = 'inquiry'

/** A question before a booking has no id of a property, so its thread names it. */
export const inquiryId = (thread: string): string => writeId({ property: inquiryProperty, id: thread })

/** Returns the thread of an inquiry; null for any other id. */
export function threadOfInquiry(externalId: string): string | null {
  const read = readId(externalId)
  return read?.property === inquiryProperty ? read.id : null
}
