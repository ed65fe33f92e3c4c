/** What every call of B.XML has in common: a request with some fields, asked of one property. */
import { accountIdIn } from '../../connector-kit/remember.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'

export const hotelIdIn = accountIdIn

/** Asks without changing anything. */
export const askBxml = (
  { http }: VendorContext,
  name: string,
  fields: Readonly<Record<string, string | number>>,
): Promise<unknown> => {
  const parts = Object.entries(fields).map(([field, value]) => xml(field, {}, value))
  return http.post(`/hotels/xml/${name}`, { body: new XmlDocument(xml('request', {}, parts)), safe: true })
}
