/** Tells the vendor which bookings of a queue were stored; they leave it, and the others come again. */
import { Type, type Static } from 'typebox'
import { demand } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { rootIn, XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'
import { otaNames } from './read-ota.ts'

const Receipt = Type.Object({
  queue: Type.Enum(['new', 'modified']),
  told: Type.Array(Type.Object({ id: Type.String(), stays: Type.Array(Type.String()) })),
})
export type Receipt = Static<typeof Receipt>

/**
 * Acknowledges only bookings stored with all their rooms. Others stay in the queue: after half an hour the
 * vendor e-mails the property, so that somebody learns of it.
 */
export async function acknowledge(
  { http, now }: VendorContext,
  { receipt, unstored }: { receipt: unknown; unstored: ReadonlySet<string> },
): Promise<void> {
  const { queue, told } = demand(Receipt, receipt, 'the receipt of a queue')
  const stored = told.filter(({ id, stays }) => !unstored.has(id) && !stays.some((one) => unstored.has(one)))
  if (stored.length === 0) return
  const { message, list, one } = otaNames[queue]
  const rows = stored.map(({ id }) => {
    const ids = xml('HotelReservationIDs', {}, xml('HotelReservationID', { ResID_Value: id }))
    return xml(one, {}, xml('ResGlobalInfo', {}, ids))
  })
  const attributes = {
    xmlns: 'http://www.opentravel.org/OTA/2003/05',
    TimeStamp: `${now().toISOString().slice(0, 19)}Z`,
    Target: 'Production',
  }
  const body = xml(`${message}RS`, attributes, xml('Success'), xml(list, {}, rows))
  // A second acknowledgement does no harm: the booking has left the queue.
  const answer = await http.post(`/hotels/ota/${message}`, { body: new XmlDocument(body), safe: true })
  rootIn(answer, `${message}RS`)
}
