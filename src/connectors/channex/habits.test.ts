import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { openBench } from '../../connector-kit/testing/bench.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import { signals } from './envelope.ts'
import { channex } from './index.ts'

async function openAccount(t: TestContext) {
  const bench = await openBench(channex, startSimulator, { listings: 6, reservations: 0 })
  t.after(() => bench.close())
  const { records } = await bench.walk().listings()
  const { calendar, calendarWrites } = channex.operations
  const nights = async (listing: ListingRecord, date = '2028-03-01') => {
    await bench.advance(60_000)
    return present((await present(calendar).range(bench.context(), { listing, from: date, to: date }))[0])
  }
  const write = async (listing: ListingRecord, change: Partial<CalendarChange>) => {
    await bench.advance(60_000)
    const { externalId: listingExternalId, unitCount, currency = null } = listing
    const days = { from: '2028-03-01', to: '2028-03-01' }
    const { refused } = await present(calendarWrites).write(bench.context('calendar'), [
      { listingExternalId, unitCount, currency, ...days, ...change },
    ])
    return refused
  }
  const sent = async (path: string) =>
    (await bench.control.calls()).filter((call) => call.method === 'POST' && call.path.endsWith(path)).length
  return { bench, records, nights, write, sent }
}

describe('nights of Channex', { concurrency: false }, () => {
  it('are closed in every rate plan, and their count is left alone', async (t) => {
    const { records, nights, write, sent } = await openAccount(t)
    const several = present(records.find(({ unitCount }) => unitCount > 1))
    assert.equal((await nights(several)).availableUnits, several.unitCount)
    assert.deepEqual(await write(several, { available: false }), [])
    assert.equal((await nights(several)).available, false)
    assert.deepEqual(await write(several, { available: true }), [])
    assert.equal((await nights(several)).availableUnits, several.unitCount)
    assert.equal(await sent('/availability'), 0)
  })

  it('have a count where a caller gives one, beside their rules', async (t) => {
    const { records, nights, write } = await openAccount(t)
    const several = present(records.find(({ unitCount }) => unitCount > 1))
    const change = { availableUnits: 1, minNights: 3, maxNights: 9, closedToDeparture: true }
    assert.deepEqual(await write(several, change), [])
    const { price: _price, ...night } = await nights(several)
    assert.deepEqual(night, {
      ...{ date: '2028-03-01', available: true, availableUnits: 1, minNights: 3, maxNights: 9 },
      ...{ closedToArrival: false, closedToDeparture: true },
    })
  })

  it('take the fewest nights under the name that their property uses', async (t) => {
    const { records, nights, write } = await openAccount(t)
    for (const listing of records) {
      assert.deepEqual(await write(listing, { minNights: 4 }), [])
      assert.equal((await nights(listing)).minNights, 4)
    }
  })

  it('begin with the property’s today, since the vendor refuses a range that begins earlier as a whole', async (t) => {
    const { records, nights, write } = await openAccount(t)
    const listing = present(records[0])
    assert.deepEqual(await write(listing, { from: '2020-01-01', to: '2028-03-01', price: '91.50' }), [])
    assert.equal((await nights(listing)).price, '91.50')
    assert.deepEqual(await write(listing, { from: '2020-01-01', to: '2020-01-02', price: '90.00' }), [
      { index: 0, message: 'the nights are over at the property' },
    ])
  })

  it('are taken at any hour, in time zones before and after UTC', async (t) => {
    const { bench, records, nights, write } = await openAccount(t)
    const homes = [...new Map(records.map((listing) => [listing.timeZone, listing])).values()]
    for (let hour = 0; hour < 24; hour += 3) {
      for (const home of homes) {
        const today = Temporal.Instant.fromEpochMilliseconds(bench.simulator.clock.nowMs())
          .toString()
          .slice(0, 10)
        const price = `${100 + hour}.00`
        assert.deepEqual(await write(home, { from: addDays(today, -2), to: addDays(today, 2), price }), [])
        assert.equal((await nights(home, addDays(today, 1))).price, price, `${home.timeZone} at hour ${hour}`)
      }
      await bench.advance(3 * 3_600_000)
    }
  })

  it('get a room to sell where none is left, unless a booking holds it', async (t) => {
    const { bench, records, nights, write } = await openAccount(t)
    const listing = present(records.find(({ unitCount }) => unitCount === 1))
    assert.deepEqual(await write(listing, { availableUnits: 0 }), [])
    assert.equal((await nights(listing)).available, false)
    assert.deepEqual(await write(listing, { available: true }), [])
    assert.equal((await nights(listing)).availableUnits, 1)
    await bench.control.book({
      ...{ room_type_id: listing.externalId, arrival_date: '2028-03-01', departure_date: '2028-03-02' },
    })
    assert.deepEqual(await write(listing, { available: true }), [])
    assert.equal((await nights(listing)).available, false)
  })

  it('are not opened where how many rooms there are is not known', async (t) => {
    const { records, write } = await openAccount(t)
    const [refusal] = await write({ ...present(records[0]), unitCount: 0 }, { available: true })
    assert.match(refusal?.message ?? '', /how many rooms/)
  })

  it('are refused in another currency, and nothing is sent', async (t) => {
    const { records, write, sent } = await openAccount(t)
    const [listing] = records
    const before = await sent('/restrictions')
    const [refusal] = await write(present(listing), { price: '90.00', currency: 'XPF' })
    assert.match(refusal?.message ?? '', /not in XPF/)
    assert.equal(await sent('/restrictions'), before)
  })
})

it('tells what was wrong with which field', () => {
  const errors = { title: 'Validation Error', details: { title: ["can't be blank"] } }
  assert.equal(signals.messageOf?.({ errors }), "Validation Error: title can't be blank")
  assert.equal(signals.messageOf?.('<html>'), null)
})
