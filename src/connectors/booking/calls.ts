/** Every B.XML call is a request with some fields about one property. */
import { accountIdIn } from '../../connector-kit/remember.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'

export const hotelIdIn = accountIdIn

/** Makes a call that changes nothing. */
export const askBxml = (
  { http }: VendorContext,
  name: string,
  fields: Readonly<Record<string, string | number>>,
): Promise<unknown> => {
  const parts = Object.entries(fields).map(([field, value]) => xml(field, {}, value))
  return http.post(`/hotels/xml/${name}`, { body: new XmlDocument(xml('request', {}, parts)), safe: true })
}
