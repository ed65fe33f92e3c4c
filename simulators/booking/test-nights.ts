import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { readXml, type Xml } from '../../src/connector-kit/xml.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount, stamped, within, type TestAccount, type XmlAnswer } from './test-account.ts'

export interface NightsWorld extends Omit<TestAccount, 'send'> {
  hotel: JsonRow
  room: number
  rate: number
  send(message: string, inner: string, version?: string): Promise<XmlAnswer>
  night(day: string, roomLevel?: boolean): Promise<Xml>
  book(fields?: JsonRow): Promise<number>
}

/** Opens the first hotel with these fields, and its first room and rate. */
export async function openNights(
  t: TestContext,
  hotelFields: JsonRow = { pricing_type: 'Standard' },
): Promise<NightsWorld> {
  const account = await openAccount(t, { reservations: 0, listings: 20 })
  const { hotels = [], rates = [], listings = [] } = account.state('hotels', 'rates')
  const hotel =
    hotels.find((one) => Object.entries(hotelFields).every(([name, value]) => one[name] === value)) ?? {}
  const [room, rate] = [listings, rates].map((rows) =>
    Number(rows.find((row) => row.hotel_id === hotel.id)?.id),
  )
  assert.ok(room && rate)
  const { simulator, token } = account
  const post = async (path: string, body: string, version: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/xml',
      'accept-version': version,
    }
    const response = await fetch(simulator.url + path, { method: 'POST', headers, body })
    const text = await response.text()
    return { status: response.status, type: '', text, ...readXml(text) }
  }
  return {
    ...account,
    hotel,
    room,
    rate,
    send: (message, inner, version = '1.1') =>
      message.startsWith('OTA')
        ? post(
            `/hotels/ota/${message}`,
            `<${message}RQ ${stamped} Version="1.005">${inner}</${message}RQ>`,
            version,
          )
        : post(`/hotels/xml/${message}`, `<request>${inner}</request>`, version),
    night: async (day, roomLevel = false) => {
      const elements = `<hotel_id>${String(hotel.id)}</hotel_id><room_id>${room}</room_id><start_date>${day}</start_date>`
      const body = `<request>${elements}<number_of_days>1</number_of_days><room_level>${roomLevel ? 1 : 0}</room_level></request>`
      const { root, status } = await post('/hotels/xml/roomrateavailability', body, '1.1')
      assert.equal(status, 200)
      const [date] = within(root, 'room', 'date')
      assert.ok(date !== undefined)
      return date
    },
    book: async (fields = {}) => {
      const stay = { room_id: room, arrival_date: '2026-07-01', departure_date: '2026-07-03' }
      const answer = await account.control('POST', '/guest/bookings', { ...stay, rate_id: rate, ...fields })
      return answer.status
    },
  }
}
