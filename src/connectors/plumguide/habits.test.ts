import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { joinPartner } from '../../connector-kit/partnership.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { failureOf, present } from '../../connector-kit/testing/walk.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { plumguide } from './index.ts'
import { listPage } from './lists.ts'
import type { Credentials } from './manifest.ts'

describe('Plum Guide habits', { concurrency: false }, () => {
  let bench: Bench<typeof Credentials>
  let listing: ListingRecord
  before(async () => {
    bench = await openBench(plumguide, startSimulator, { listings: 3, reservations: 12 })
    listing = present((await bench.walk().listings()).records[0])
  })
  after(() => bench.close())

  const ask = (method: string, path: string, body: object) =>
    fetch(bench.simulator.control + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const turn = (fields: object) => ask('PATCH', `/listings/${listing.externalId}`, fields)
  const change = (from: string, to: string, fields: Partial<CalendarChange>): CalendarChange => ({
    ...{ listingExternalId: listing.externalId, unitCount: 1, from, to, currency: null },
    ...fields,
  })
  const write = (...changes: CalendarChange[]) => calendarWrites.write(bench.context('calendar'), changes)
  const days = (from: string, to: string) => calendar.range(bench.context(), { listing, from, to })

  it('reads and writes nights at Plum Guide itself only where the setting says so', () => {
    const has = (settings: [string, string][], baseUrl?: string) => {
      const { operations } = joinPartner(plumguide, new Map(settings), baseUrl)
      return [operations.calendar !== undefined, operations.calendarWrites !== undefined]
    }
    assert.deepEqual(has([]), [false, false])
    assert.deepEqual(has([['PLUMGUIDE_UNVERIFIED_CALLS', 'false']]), [false, false])
    assert.deepEqual(has([['PLUMGUIDE_UNVERIFIED_CALLS', 'true']]), [true, true])
    assert.deepEqual(has([], 'http://127.0.0.1:4101'), [true, true])
  })

  it('takes the refusal of a home that is not approved for that, and for no end of its access', async () => {
    const { checkIn } = await freeNights(bench.context(), plumguide.operations, listing, 3)
    await turn({ status: 'InReview' })
    const closing = change(checkIn, checkIn, { available: false })
    for (const work of [() => days(checkIn, checkIn), () => write(closing)]) {
      const { kind, vendorMessage } = await failureOf(work())
      assert.deepEqual([kind, vendorMessage?.includes('not approved')], ['rejected', true])
    }
    const others = (await bench.walk().listings()).records.map(({ externalId }) => externalId)
    assert.ok(others.length === 2 && !others.includes(listing.externalId))
    await turn({ status: 'Approved' })
    assert.equal((await days(checkIn, checkIn))[0]?.available, true)
  })

  it('closes nights around those that a booking keeps, and opens none of these', async () => {
    const { checkIn } = await freeNights(bench.context(), plumguide.operations, listing, 6)
    const last = addDays(checkIn, 5)
    const [arrival, departure] = [addDays(checkIn, 2), addDays(checkIn, 4)]
    const sold = await ask('POST', '/guests/book', { listingId: listing.externalId, arrival, departure })
    assert.equal(sold.status, 201)
    assert.deepEqual(await write(change(checkIn, last, { available: false })), { refused: [] })
    assert.ok((await days(checkIn, last)).every(({ available }) => !available))
    const { refused } = await write(change(checkIn, last, { available: true }))
    assert.deepEqual(
      refused.map(({ index, message }) => [index, message.includes('a booking')]),
      [[0, true]],
    )
    const opened = await write(
      change(checkIn, addDays(checkIn, 1), { available: true }),
      change(departure, last, { available: true }),
    )
    assert.deepEqual(opened, { refused: [] })
    assert.deepEqual(
      (await days(checkIn, last)).map(({ available }) => available),
      [true, true, false, false, true, true],
    )
  })

  it('writes nothing where nothing changes', async () => {
    const { checkIn } = await freeNights(bench.context(), plumguide.operations, listing, 3)
    const closing = change(checkIn, addDays(checkIn, 1), { available: false, price: '333' })
    await write(closing)
    await bench.control.clearCalls()
    assert.deepEqual(await write(closing), { refused: [] })
    const methods = (await bench.control.calls()).map(({ method }) => method)
    assert.deepEqual(new Set(methods), new Set(['GET']))
  })

  it('closes nights of a home without prices of nights, and says that it has none', async () => {
    const { checkIn } = await freeNights(bench.context(), plumguide.operations, listing, 3)
    await turn({ pricingModel: 'LosMatrix' })
    const { refused } = await write(change(checkIn, checkIn, { available: false, price: '250' }))
    assert.deepEqual(
      refused.map(({ index, message }) => [index, message.includes('length of stay matrix')]),
      [[0, true]],
    )
    const [night] = await days(checkIn, checkIn)
    assert.deepEqual([night?.available, night?.price], [false, null])
    await turn({ pricingModel: 'Standard' })
  })

  it('ends with a list that is not cut into pages, and with one that repeats itself', async () => {
    const read = async (answer: (page: number) => object[]) => {
      const found: unknown[] = []
      let cursor: string | null = null
      let calls = 0
      do {
        const { http } = bench.context()
        http.get = async (_path, { query = {} } = {}) => {
          calls += 1
          assert.ok(calls < 20, 'the list never ends')
          return { rows: answer(Number(query['page'])) }
        }
        const idOf = (row: unknown) => String((row as { id: number }).id)
        const page: Awaited<ReturnType<typeof listPage>> = await listPage(http, {
          ...{ path: '/v2/bookings', name: 'rows', cursor, idOf },
        })
        found.push(...page.rows)
        cursor = page.next
      } while (cursor !== null)
      return found.length
    }
    const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))
    assert.equal(await read(() => rows(350)), 350)
    assert.equal(await read(() => rows(100)), 100)
    assert.equal(await read(() => rows(7)), 7)
  })
})
