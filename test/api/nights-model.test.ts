/** Random walks of nights that are set, sold and freed, each step compared with a model that is a few lines long. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace, type Space } from './rows.ts'

const nights = 10
const units = 2
const [usual, weekend] = [100, 150]

const start = Temporal.PlainDate.from('2026-07-01')
const dateOf = (night: number) => String(start.add({ days: night }))
const isWeekend = (night: number) => [6, 7].includes(start.add({ days: night }).dayOfWeek)
const nightOf = (date: string) => start.until(date).days

interface ModelNight {
  price: number | null
  minNights: number
  isClosed: boolean
}
interface ModelStay {
  id: string
  from: number
  to: number
}
interface Model {
  nights: ModelNight[]
  stays: ModelStay[]
}

/** What a reader is shown of a night. */
interface ShownNight {
  price: number
  available: boolean
  minNights: number
  availableUnits: number
}

function shownOf({ nights: set, stays }: Model): ShownNight[] {
  return set.map(({ price, minNights, isClosed }, night) => {
    const sold = stays.filter(({ from, to }) => from <= night && night < to).length
    const left = isClosed ? 0 : units - sold
    return {
      price: price ?? (isWeekend(night) ? weekend : usual),
      available: left > 0,
      minNights,
      availableUnits: left,
    }
  })
}

/** The event of a change; none where readers see no difference. A shortest stay counts as availability. */
function toldOf(before: readonly ShownNight[], now: readonly ShownNight[]) {
  const differs = (field: keyof ShownNight) =>
    now.flatMap((one, at) => (one[field] === before[at]?.[field] ? [] : [at]))
  const [priced, opened] = [differs('price'), [...differs('availableUnits'), ...differs('minNights')]]
  const changed = [...new Set([...priced, ...opened])].toSorted((a, b) => a - b)
  const [first, last] = [changed[0], changed.at(-1)]
  if (first === undefined || last === undefined) return []
  return [[dateOf(first), dateOf(last), changed.length, priced.length > 0, opened.length > 0]]
}

/** A stay tells all of its nights, also those that were closed. */
const toldOfStay = ({ from, to }: Pick<ModelStay, 'from' | 'to'>) => [
  [dateOf(from), dateOf(to - 1), to - from, false, true],
]

const stretch = fc.tuple(fc.nat(nights - 1), fc.integer({ min: 1, max: 4 }))
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      at: fc.uniqueArray(fc.nat(nights - 1), { minLength: 1, maxLength: 5 }),
      settings: fc
        .record(
          {
            price: fc.constantFrom(usual, weekend, 0, 99.99),
            minNights: fc.integer({ min: 1, max: 3 }),
            available: fc.boolean(),
          },
          { requiredKeys: [] },
        )
        .filter((settings) => Object.keys(settings).length > 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('book' as const), stretch }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }) },
)

describe('nights of a listing with two units', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ now: '2026-06-15T12:00:00.000Z', env: { BURST_LIMIT: '1000000' } })
  })
  after(() => app.close())

  const events = async (space: Space, from: number) => {
    const { rows } = await sql<{ data: string }>`
      select data from events where workspace_id = ${space.id} and type = 'calendar.updated'
      order by sequence offset ${from}`.execute(app.db)
    return rows.map(
      ({ data }) => JSON.parse(data) as Record<string, unknown> & { range: { start: string; end: string } },
    )
  }

  it('show what was set and sold, and tell each difference once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 20 }), async (commands) => {
        const space = await freshSpace(app)
        const listingId = await space.rows.listing({
          unit_count: units,
          currency: 'EUR',
          default_nightly_price: String(usual),
          pricing: { weekendPrice: String(weekend) },
        })
        const model: Model = {
          nights: Array.from({ length: nights }, () => ({ price: null, minNights: 1, isClosed: false })),
          stays: [],
        }
        const send = (method: string, url: string, body?: object) =>
          app.call(method, url, { key: space.liveKey, ...(body === undefined ? {} : { body }) })
        let told = 0
        for (const step of commands) {
          const before = shownOf(model)
          let expected: unknown[] = []
          if (step.do === 'set') {
            const { price, minNights, available } = step.settings
            const answer = await send('PUT', `/v1/availability/${listingId}`, {
              // A night that is named twice is set once.
              dates: [...step.at, ...step.at.slice(0, 1)].map(dateOf),
              ...step.settings,
            })
            assert.equal(answer.status, 200, answer.text)
            assert.deepEqual([answer.body['listingIds'], answer.body['dates']], [[listingId], step.at.length])
            for (const at of step.at) {
              const night = model.nights[at] as ModelNight
              if (price !== undefined) night.price = price
              if (minNights !== undefined) night.minNights = minNights
              if (available !== undefined) night.isClosed = !available
            }
            expected = toldOf(before, shownOf(model))
          } else if (step.do === 'book') {
            const [from, length] = step.stretch
            const to = Math.min(nights, from + length)
            const taken = model.nights.flatMap((_, at) =>
              at >= from &&
              at < to &&
              model.stays.filter((stay) => stay.from <= at && at < stay.to).length >= units
                ? [dateOf(at)]
                : [],
            )
            const answer = await send('POST', '/v1/reservations', {
              listingId,
              checkIn: dateOf(from),
              checkOut: dateOf(to),
              guest: { firstName: 'Ada' },
            })
            assert.equal(answer.status, taken.length > 0 ? 422 : 201, answer.text)
            if (taken.length > 0) assert.deepEqual(answer.body['error']?.['dates'], taken)
            else {
              const asked = before
                .slice(from, to)
                .reduce((sum, { price }) => sum + Math.round(price * 100), 0)
              assert.equal(answer.body['totalPrice'], asked / 100, 'the guest pays what the nights showed')
              model.stays.push({ id: String(answer.body['id']), from, to })
              expected = toldOfStay({ from, to })
            }
          } else {
            const [stay] = model.stays.splice(step.which % Math.max(1, model.stays.length), 1)
            if (!stay) continue
            assert.equal((await send('POST', `/v1/reservations/${stay.id}/cancel`)).status, 200)
            expected = toldOfStay(stay)
          }
          const now = shownOf(model)
          const answer = await space.get(
            `/v1/availability/${listingId}?from=${dateOf(0)}&to=${dateOf(nights - 1)}`,
          )
          const shown = (answer.body['days'] ?? []) as unknown as (ShownNight & { date: string })[]
          assert.deepEqual(
            shown.map(({ date, price, available, minNights, availableUnits }) => ({
              night: nightOf(date),
              price,
              available,
              minNights,
              availableUnits,
            })),
            now.map((one, night) => ({ night, ...one })),
          )
          const fresh = await events(space, told)
          told += fresh.length
          assert.deepEqual(
            fresh.map(({ range, affectedDates, pricingChanged, availabilityChanged }) => [
              range.start,
              range.end,
              affectedDates,
              pricingChanged,
              availabilityChanged,
            ]),
            expected,
            `told of ${JSON.stringify(step)}`,
          )
        }
      }),
      { numRuns: 40 },
    )
  })
})
