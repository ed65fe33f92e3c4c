import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type {
  CalendarDayRecord,
  ListingRecord,
  ReservationRecord,
  StayRecord,
} from '../../contract/records.ts'
import { openBench } from '../../connector-kit/testing/bench.ts'
import type { StartSimulator } from '../../connector-kit/testing/bench.ts'
import { present, walkAll } from '../../connector-kit/testing/walk.ts'
import { mews } from './index.ts'

const { operations } = mews

async function open(
  t: TestContext,
  habits: Record<string, number> = {},
  size = { listings: 6, reservations: 120 },
) {
  const start: StartSimulator = (vendor, options) => startSimulator(vendor, { ...options, habits })
  const bench = await openBench(mews, start, size)
  t.after(() => bench.close())
  const context = bench.context('guest')
  const stays = (since: string | null) =>
    walkAll((cursor) => present(operations.reservations).page(context, { cursor, since }))
  const listings = async () =>
    (await walkAll((cursor) => present(operations.listings).page(context, { cursor }))).records
  const state = async (include: string) => {
    const answer = await fetch(`${bench.simulator.control}/state?include=${include}`)
    return (await answer.json()) as Record<string, Record<string, unknown>[]>
  }
  return { bench, context, stays, listings, state }
}

function isReservation(record: StayRecord): record is ReservationRecord {
  return record.kind === 'reservation'
}

describe('Mews reservations', () => {
  it('are found when only their price changed', async (t) => {
    const { bench, stays } = await open(t)
    const full = await stays(null)
    const victim = present(full.records.filter(isReservation).find(({ status }) => status === 'confirmed'))
    await bench.advance(3_600_000)
    await bench.control.change(victim.externalId, { NightlyGross: 1234.5 })
    const { records, watermark } = await stays(full.watermark)
    const found = records.filter(isReservation).find(({ externalId }) => externalId === victim.externalId)
    assert.notEqual(found?.totalPrice, victim.totalPrice)
    assert.ok(Number(found?.totalPrice) >= 1234.5)
    assert.ok(String(watermark) > String(full.watermark))
  })

  it('are found when only the guest became known', async (t) => {
    const { bench, stays } = await open(t)
    await bench.control.fault('late_guest', { count: 1 })
    const booked = await bench.control.book()
    const before = await stays(null)
    const guestOf = (records: StayRecord[]) =>
      records.filter(isReservation).find(({ externalId }) => externalId === booked.id)?.guest
    assert.equal(
      before.records.filter(isReservation).some(({ externalId }) => externalId === booked.id),
      true,
    )
    assert.equal(guestOf(before.records), undefined)
    await bench.advance(60_000)
    assert.ok(guestOf((await stays(before.watermark)).records)?.lastName)
  })

  it('cost what the order items of the hotel add up to', async (t) => {
    const { stays, state } = await open(t)
    const { orderItems = [] } = await state('orderItems')
    const { records } = await stays(null)
    const pending = records.filter(isReservation).filter(({ status }) => status === 'pending')
    assert.ok(pending.length > 0 && pending.every(({ totalPrice }) => Number(totalPrice) > 0))
    const confirmed = records.filter(isReservation).filter(({ status }) => status === 'confirmed')
    for (const { externalId, totalPrice } of confirmed) {
      const cents = orderItems
        .filter((item) => item.ServiceOrderId === externalId)
        .map((item) => Math.round((item.Amount as { GrossValue: number }).GrossValue * 100))
      assert.equal(
        Math.round(Number(totalPrice) * 100),
        cents.reduce((sum, amount) => sum + amount, 0),
      )
    }
  })

  it('do not include cars in the garage', async (t) => {
    const { context, stays, state } = await open(t)
    const { others = [] } = await state('others')
    const [car] = others
    assert.ok(car)
    const ids = new Set((await stays(null)).records.map(({ externalId }) => externalId))
    assert.equal(ids.has(String(car.id)), false)
    assert.equal(await operations.reservations?.one?.(context, String(car.id)), null)
  })

  it('are looked for after a long absence too', async (t) => {
    const { bench, stays } = await open(t)
    const { records } = await stays('2024-01-01T00:00:00Z')
    const held = (await bench.control.state()).reservations.filter(
      ({ UpdatedUtc }) => String(UpdatedUtc) >= '2024',
    )
    assert.equal(new Set(records.map(({ externalId }) => externalId)).size, held.length)
  })
})

describe('Mews calendar', () => {
  it('has as many rooms left as the hotel, unless a restriction closes the night', async (t) => {
    const { bench, context, listings, state } = await open(t)
    const { calendar = [] } = await state('calendar')
    let closed = 0
    for (const listing of await listings()) {
      const own = present(calendar.find(({ id }) => id === listing.externalId))
      const nights = own.days as { date: string; availableUnits: number }[]
      const days = await range(listing, present(nights[0]).date, present(nights.at(-1)).date)
      for (const [index, day] of days.entries()) {
        const rooms = Math.max(0, Math.min(nights[index]?.availableUnits ?? 0, listing.unitCount))
        if (day.availableUnits !== rooms) closed += day.availableUnits === 0 ? 1 : Number.NaN
        assert.ok(Number(day.price) > 0)
        assert.ok(day.maxNights === 28)
      }
    }
    // One restriction closes three nights of one room type, of which some may be full anyway.
    assert.ok(closed >= 1 && closed <= 3, String(closed))
    assert.ok(bench.calls.length > 0)

    async function range(listing: ListingRecord, from: string, to: string): Promise<CalendarDayRecord[]> {
      return present(operations.calendar).range(context, { listing, from, to })
    }
  })

  it('shows a room less at once when one is booked', async (t) => {
    const { bench, context, listings } = await open(t)
    const [listing] = await listings()
    assert.ok(listing)
    const walk = { listing, from: '2027-01-10', to: '2027-01-10' }
    const before = await present(operations.calendar).range(context, walk)
    const times = { ScheduledStartUtc: '2027-01-09T12:00:00Z', ScheduledEndUtc: '2027-01-12T12:00:00Z' }
    await bench.control.book({ RequestedResourceCategoryId: listing.externalId, ...times })
    const after = await present(operations.calendar).range(context, walk)
    assert.equal(after[0]?.availableUnits, Math.max(0, (before[0]?.availableUnits ?? 0) - 1))
  })

  it('asks for prices and restrictions of all room types once', async (t) => {
    const { bench, context, listings } = await open(t)
    const types = await listings()
    await bench.control.clearCalls()
    for (const listing of types) {
      await present(operations.calendar).range(context, { listing, from: '2026-12-01', to: '2026-12-31' })
    }
    const paths = (await bench.control.calls()).map(({ path }) => path.replace('/api/connector/v1/', ''))
    const counted = (path: string) => paths.filter((one) => one === path).length
    assert.equal(counted('services/getAvailability'), types.length)
    for (const path of ['rates/getAll', 'rates/getPricing', 'restrictions/getAll'])
      assert.equal(counted(path), 1)
  })
})

describe('a Mews portfolio', () => {
  it('is read hotel by hotel, each in its own time zone', async (t) => {
    const { context, stays, listings, state } = await open(t, { portfolio: 3 })
    const account = await operations.probe(context)
    assert.equal(account.accountName, 'Linden Hotels')
    const types = await listings()
    assert.equal(new Set(types.map(({ accountExternalId }) => accountExternalId)).size, 3)
    assert.ok(!types.some(({ accountExternalId }) => accountExternalId === account.externalAccountId))
    const { reservations = [] } = await state('others')
    const { records, failures } = await stays(null)
    assert.deepEqual([records.length, failures], [reservations.length, []])
    const days = await present(operations.calendar).range(context, {
      listing: present(types[2]),
      from: '2026-12-01',
      to: '2026-12-05',
    })
    assert.equal(days.length, 5)
  })
})

describe('Mews limits', () => {
  it('are kept when a refusal does not say how long to wait', async (t) => {
    const { bench, context } = await open(t, { noRetryAfter: 1 })
    await bench.control.fault('429', { count: 2 })
    assert.ok((await operations.probe(context)).externalAccountId)
  })
})
