/** A property of Booking.com whose rates and nights are set, and how they stand there. */
import assert from 'node:assert/strict'
import type { TestAnswer } from '../harness/app.ts'
import { base, startBookingWorld, type BookingWorld } from './booking-world.ts'

export type VendorRow = Record<string, unknown>
type Rate = { id: number; is_child_rate: boolean; readonly: boolean }
type Night = { rate: VendorRow; rooms_to_sell: unknown }

export interface RatesWorld {
  world: BookingWorld
  /** The room with the most guests, and another. */
  room: { id: number; max_persons: number }
  other: { id: number }
  rates: Rate[]
  /** The listing that the room is. */
  listingId: string
  currency: string
  day(days: number): string
  update(days: number, fields?: object): object
  rate(days: number, price: number, fields?: object): object
  put(type: string, updates: object[], more?: object, key?: string): Promise<TestAnswer>
  /** As it stands there. */
  night(days: number): Night
  setHotel(fields: object): Promise<void>
  /** `count` times, as often as the server may try. */
  fault(kind: string, path: string, count?: number): void
}

export const done = (answer: TestAnswer): VendorRow => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as VendorRow
}

export async function startRatesWorld(): Promise<RatesWorld> {
  const world = await startBookingWorld()
  const { app, simulator, hotelId } = world
  const state = simulator.operations.state(new Set(['rates'])) as unknown as Record<string, never[]>
  const rooms = (state['listings'] as unknown as RatesWorld['room'][]).toSorted(
    (a, b) => b.max_persons - a.max_persons,
  )
  const [room, other] = rooms
  assert.ok(room && other && room.max_persons > 2)
  const rates = state['rates'] as unknown as Rate[]
  const listings = (await app.get('/v1/listings?limit=10')).body['data'] as unknown as VendorRow[]
  const mine = listings.find(
    ({ channels }) => (channels as VendorRow[])[0]?.['externalId'] === String(room.id),
  )
  const currency = String(mine?.['currency'])
  const day = (days: number) =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const update: RatesWorld['update'] = (days, fields = {}) => ({
    roomId: room.id,
    rateId: rates[0]?.id,
    dateRange: { start: day(days), end: day(days + 1) },
    ...fields,
  })
  return {
    ...{ world, room, other, rates, currency, day, update },
    listingId: String(mine?.['id']),
    rate: (days, price, fields = {}) => update(days, { price, currency, ...fields }),
    put: (type, updates, more = {}, key) =>
      world.send('PUT', `${base}/availability`, { type, property_id: hotelId, updates, ...more }, key),
    night(days) {
      const calendar = simulator.operations.state(new Set(['calendar']))['calendar'] as unknown as {
        room_id: number
        nights: (VendorRow & { date: string; rates: (VendorRow & { rate_id: number })[] })[]
      }[]
      const ofRoom = calendar.find(({ room_id }) => room_id === room.id)
      const found = ofRoom?.nights.find(({ date }) => date === day(days))
      const ofRate = found?.rates.find(({ rate_id }) => rate_id === rates[0]?.id)
      assert.ok(found && ofRate)
      return { rate: ofRate, rooms_to_sell: found['rooms_to_sell'] }
    },
    async setHotel(fields) {
      const answer = await fetch(`${simulator.url}/_control/extranet/hotels/${hotelId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      assert.equal(answer.status, 200)
      // How a property has its prices is remembered for an hour.
      world.wait(3601)
    },
    fault: (kind, path, count = 1) => void simulator.faults.add({ kind, path, count }),
  }
}
