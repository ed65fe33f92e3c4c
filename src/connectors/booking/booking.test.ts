import { startSimulator } from '../../../simulators/index.ts'
import { addDays } from '../../connector-kit/dates.ts'
import type { WriteFacts } from '../../connector-kit/testing/certify.ts'
import type { VendorRow } from '../../connector-kit/testing/control.ts'
import { certify } from '../../connector-kit/testing/certify.ts'
import { bookingIdOf, stayId } from './booking.ts'
import { propertyContent } from './testing/content.ts'
import { ignored } from './testing/ignored.ts'
import { booking } from './index.ts'

interface Row extends VendorRow {
  status: string
  rooms: { roomreservation_id: number }[]
}

/** Only the queue reports the rooms of a cancelled booking; the list of all bookings does not. */
const idsOf = (row: VendorRow): string[] => {
  const { id, status, rooms } = row as Row
  if (status === 'cancelled') return []
  return rooms.map(({ roomreservation_id }) => stayId({ id: String(id) }, { id: String(roomreservation_id) }))
}

/** A guest sends a request to a property that wants to be asked first. */
const ask: NonNullable<WriteFacts['ask']> = async ({ simulator, context }, { externalId }) => {
  const call = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(simulator.control + path, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as { id?: string }
  }
  await call('PATCH', `/extranet/hotels/${simulator.credentials['hotelId']}`, { booking_model: 'RTB' })
  const today = context().now().toISOString().slice(0, 10)
  for (let days = 30; days < 300; days += 2) {
    const wish = { room_id: Number(externalId), arrival_date: addDays(today, days), adults: 1 }
    const { id } = await call('POST', '/guest/bookings', wish)
    if (id !== undefined) return `rtb-${id}-0`
  }
  throw new Error('no nights are free to ask for')
}

certify(booking, {
  start: async (vendor, options) => ({
    ...(await startSimulator(vendor, options)),
    stays: { idsOf, rowOf: bookingIdOf },
  }),
  unknownStatus: { status: 'teleported' },
  amendment: { adults: 1 },
  missingId: '999999999-1',
  ignored,
  propertyContent,
  tokenPath: '/token-based-authentication/exchange',
  writes: {
    create: { path: '/hotels/xml/availability', method: 'POST' },
    ask,
    showsFiles: false,
    canReply: ({ publicReview }) => publicReview !== null,
    replyShowsAfterMs: 2 * 24 * 3_600_000,
  },
})
