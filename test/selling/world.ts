/** Two homes of a simulated Airbnb host, the sync engine, and the worker that keeps channels as our calendar. */
import assert from 'node:assert/strict'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import type { Exposure } from '../../src/contract/exposure.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'

export interface HostNight {
  date: string
  availability: string
  daily_price: number
  min_nights?: number
  available_count?: number
}

type UsedPart =
  | 'app'
  | 'simulator'
  | 'connector'
  | 'connectionId'
  | 'send'
  | 'asked'
  | 'slot'
  | 'wait'
  | 'pass'
  | 'counts'
  | 'events'
  | 'close'

/** The burst limit of a key is 600 requests a minute, and the clock of a test may stand still. */
export const seldom = { everyMs: 250 }

export interface SellingWorld extends Pick<VendorWorld, UsedPart> {
  /** Our id and Airbnb's, of both homes. */
  homes: { id: string; airbnbId: string }[]
  map(body: object): Promise<TestAnswer>
  exposure(id: string, from: string, to: string): Promise<Exposure>
  /** As Airbnb has it. */
  night(airbnbId: string, date: string): Promise<HostNight>
  /** Until the channel shows everything it should. */
  inStep(id: string): Promise<void>
  startSelling(): void
  stopSelling(): Promise<void>
}

const days = (date: string, count: number) => String(Temporal.PlainDate.from(date).add({ days: count }))

export async function startSellingWorld(): Promise<SellingWorld> {
  const world = await startVendorWorld('airbnb', { listings: 2, writePolicy: {} })
  const { app, simulator } = world
  const start = () => startSelling(app.services, { budget: unlimited, askEveryMs })
  let worker: ReturnType<typeof start> | null = start()
  const listings = await app.get('/v1/listings?limit=10')
  const rows = listings.body['data'] as { id: string; channels: { externalId: string }[] }[]
  const homes = rows.map((row) => ({ id: row.id, airbnbId: row.channels[0]?.externalId ?? '' }))
  assert.equal(homes.length, 2)
  const today = app.clock.now().toISOString().slice(0, 10)
  const exposure: SellingWorld['exposure'] = async (id, from, to) => {
    const answer = await app.get(`/v1/listings/${id}/exposure?from=${from}&to=${to}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as unknown as Exposure
  }
  const { connector, connectionId, send, asked, slot, wait, pass, counts, events } = world
  return {
    ...{ app, simulator, connector, connectionId, send, asked, slot, wait, pass, counts, events },
    homes,
    exposure,
    map: (body) => world.send('POST', '/v1/channels/airbnb/listings/map', body),
    night: async (airbnbId, date) => {
      const { calendar } = world.connector.operations
      assert.ok(calendar)
      const [day] = await world.asked((context) =>
        calendar.range(context, { listing: { externalId: airbnbId, unitCount: 1 }, from: date, to: date }),
      )
      assert.ok(day)
      return {
        date,
        availability: day.available ? 'available' : 'unavailable',
        daily_price: Number(day.price),
        ...(day.minNights === null || day.minNights === undefined ? {} : { min_nights: day.minNights }),
      }
    },
    inStep: async (id) => {
      await until(
        'the channels to show what they should',
        async () => {
          const { channels } = await exposure(id, today, days(today, 360))
          // A second look comes after some seconds.
          wait(1)
          const open = channels.flatMap(({ nights }) => nights.filter(({ state }) => state !== 'confirmed'))
          return channels.some(({ writes }) => writes) && open.length === 0
        },
        seldom,
      )
    },
    startSelling() {
      worker = start()
    },
    async stopSelling() {
      await worker?.stop()
      worker = null
    },
    async close() {
      await worker?.stop()
      await world.close()
    },
  }
}
