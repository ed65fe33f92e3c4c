/** Occupancy, revenue and the rota against a model that looks at each night by itself. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace, type Space } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const day = (date: string) => Temporal.PlainDate.from(date)
const plus = (date: string, days: number) => String(day(date).add({ days }))
const nightsBetween = (from: string, until: string) => day(from).until(day(until)).days

/** The same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface ModelStay {
  id: string
  listing: string
  checkIn: string
  checkOut: string
  source: string
  status: 'confirmed' | 'pending' | 'cancelled'
  currency: string | null
  /** In hundredths. */
  room: number | null
  fees: number
}

interface Model {
  homes: { id: string; units: number; active: boolean }[]
  stays: ModelStay[]
  /** Nights as the calendar has them, by listing and date. */
  calendar: Map<string, { available: boolean; units: number }>
}

const from = '2026-06-20'
const to = '2026-09-05'
const nights = Array.from({ length: nightsBetween(from, to) + 1 }, (_, at) => plus(from, at))
const money = (hundredths: number) => (hundredths / 100).toFixed(2)

async function fill(space: Space, seed: number): Promise<Model> {
  const random = randomOf(seed)
  const pick = <T>(values: readonly T[]) => values[random(values.length)] as T
  const model: Model = { homes: [], stays: [], calendar: new Map() }
  for (const units of [1, 1, 1, 3, 0, 1]) {
    const active = model.homes.length < 5
    const id = await space.rows.listing({
      unit_count: units,
      currency: 'EUR',
      active,
      inactive_reason: active ? null : 'deactivated',
    })
    model.homes.push({ id, units, active })
  }
  for (let at = 0; at < 90; at += 1) {
    const listing = pick(model.homes).id
    const checkIn = plus(from, random(110) - 25)
    const checkOut = plus(checkIn, random(9))
    const status = pick(['confirmed', 'confirmed', 'confirmed', 'pending', 'cancelled'] as const)
    const source = pick(['airbnb', 'booking.com', 'direct', 'owner'] as const)
    const currency = pick(['EUR', 'EUR', 'USD', null])
    const whole = random(200_000)
    const isSplit = random(2) === 0
    const [fees, taxes] = isSplit ? [random(9000), random(5000)] : [0, 0]
    const hasRoom = random(2) === 0
    const id = await space.rows.stay({
      listing_id: listing,
      check_in: checkIn,
      check_out: checkOut,
      status,
      ...(status === 'pending' ? { pending_reason: 'guest_payment' as const } : {}),
      source,
      currency,
      total_price: currency === null ? null : money(whole),
      financials: isSplit
        ? {
            host: {
              ...(hasRoom ? { accommodation: money(whole - 77) } : {}),
              guestFees: [{ amount: money(fees - 100) }, { amount: '1.00' }],
              taxes: [{ amount: money(taxes) }, { amount: 'unknown' }],
            },
          }
        : null,
    })
    const room = currency === null ? null : isSplit && hasRoom ? whole - 77 : whole - fees - taxes
    model.stays.push({ id, listing, checkIn, checkOut, source, status, currency, room, fees })
  }
  for (const { id, units } of model.homes)
    for (const date of nights)
      if (random(5) === 0) {
        const night = { available: random(2) === 0, units: random(units + 1) }
        model.calendar.set(`${id} ${date}`, night)
        await space.rows.night(id, date, night)
      }
  return model
}

const holds = (stay: ModelStay, listing: string, night: string) =>
  stay.listing === listing && stay.checkIn <= night && night < stay.checkOut

/** One listing on one night. */
function nightOf({ stays, calendar }: Model, { id, units }: Model['homes'][number], date: string) {
  const here = stays.filter((stay) => holds(stay, id, date))
  const confirmed = here.filter(({ status }) => status === 'confirmed')
  const sold = confirmed.filter(({ source }) => source !== 'owner').length
  const owners = confirmed.length - sold
  const pending = here.filter(({ status }) => status === 'pending').length
  const told = calendar.get(`${id} ${date}`)
  const free = units - sold - owners - pending
  const closed = told === undefined ? 0 : told.available ? free - told.units : free
  const blocked = Math.max(0, Math.min(closed, units - sold - owners))
  const owned = Math.min(owners, Math.max(0, units - sold))
  return { sold, owned, blocked, available: Math.max(units - owned - blocked, sold) }
}

function occupancyIn(model: Model, isIn: (listing: string, night: string) => boolean) {
  const sum = { nightsAvailable: 0, nightsSold: 0, nightsBlocked: 0, ownerNights: 0 }
  for (const home of model.homes.filter(({ active }) => active))
    for (const date of nights) {
      if (!isIn(home.id, date)) continue
      const night = nightOf(model, home, date)
      sum.nightsAvailable += night.available
      sum.nightsSold += night.sold
      sum.nightsBlocked += night.blocked
      sum.ownerNights += night.owned
    }
  const { nightsSold, nightsAvailable } = sum
  const occupancy =
    nightsAvailable === 0 ? null : Math.round((nightsSold / nightsAvailable) * 10_000) / 10_000
  return { ...sum, occupancy }
}

/** Hundredths that a stay earned before its night of this number. */
const earnedBefore = (amount: number, night: number, length: number) =>
  Math.sign(amount) * Math.floor((2 * Math.abs(amount) * night + length) / (2 * length))

function revenueIn(model: Model, isIn: (stay: ModelStay, night: string) => boolean) {
  const active = new Set(model.homes.filter((home) => home.active).map(({ id }) => id))
  const found = new Map<string, { stays: Set<string>; nights: number; room: number; fees: number }>()
  for (const stay of model.stays) {
    if (!active.has(stay.listing) || stay.status !== 'confirmed' || stay.source === 'owner') continue
    const length = nightsBetween(stay.checkIn, stay.checkOut)
    for (let at = 0; at < length; at += 1) {
      const night = plus(stay.checkIn, at)
      if (night < from || night > to || !isIn(stay, night)) continue
      const key = stay.room === null || stay.currency === null ? '' : stay.currency
      const entry = found.get(key) ?? { stays: new Set(), nights: 0, room: 0, fees: 0 }
      const share = (amount: number) =>
        earnedBefore(amount, at + 1, length) - earnedBefore(amount, at, length)
      entry.stays.add(stay.id)
      entry.nights += 1
      entry.room += share(stay.room ?? 0)
      entry.fees += share(stay.fees)
      found.set(key, entry)
    }
  }
  return {
    unpricedNights: found.get('')?.nights ?? 0,
    amounts: [...found]
      .filter(([key]) => key !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, entry]) => ({
        currency,
        stays: entry.stays.size,
        nights: entry.nights,
        roomRevenue: entry.room / 100,
        fees: entry.fees / 100,
      })),
  }
}

interface Group {
  key: string
  name?: string | null
  nightsAvailable: number
  unpricedNights: number
  amounts: { adr: number; revPar: number | null; roomRevenue: number; nights: number }[]
}

const withoutAverages = ({ unpricedNights, amounts }: Group) => ({
  unpricedNights,
  amounts: amounts.map(({ adr: _, revPar: __, ...amount }) => amount),
})

async function figures(space: Space, url: string): Promise<{ total: Group; groups: Group[] }> {
  const { status, body } = await space.get(url)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as { total: Group; groups: Group[] }
}

for (const seed of [1, 2, 3]) {
  describe(`figures of workspace ${seed}`, () => {
    let space: Space
    let model: Model
    before(async () => {
      space = await freshSpace(app)
      model = await fill(space, seed)
    })
    const window = `from=${from}&to=${to}`

    it('count nights by month, listing and channel', async () => {
      const byMonth = await figures(space, `/v1/analytics/occupancy?${window}`)
      assert.deepEqual(
        byMonth.total,
        occupancyIn(model, () => true),
      )
      assert.deepEqual(
        byMonth.groups,
        ['2026-06', '2026-07', '2026-08', '2026-09'].map((key) => ({
          key,
          name: null,
          ...occupancyIn(model, (_, night) => night.startsWith(key)),
        })),
      )
      const byListing = await figures(space, `/v1/analytics/occupancy?${window}&groupBy=listing`)
      assert.deepEqual(byListing.total, byMonth.total)
      assert.deepEqual(
        byListing.groups.map(({ name: _, ...group }) => group),
        model.homes
          .filter(({ active }) => active)
          .map(({ id }) => ({ key: id, ...occupancyIn(model, (listing) => listing === id) })),
      )
      const byChannel = await figures(space, `/v1/analytics/occupancy?${window}&groupBy=channel`)
      assert.deepEqual(byChannel.total, byMonth.total)
      const sold = (byChannel.groups as unknown as { nightsSold: number }[]).map((group) => group.nightsSold)
      assert.equal(
        sold.reduce((a, b) => a + b, 0),
        (byMonth.total as unknown as { nightsSold: number }).nightsSold,
      )
      const [first] = model.homes
      const one = await figures(space, `/v1/analytics/occupancy?${window}&listingId=${first?.id}`)
      assert.deepEqual(
        one.total,
        occupancyIn(model, (listing) => listing === first?.id),
      )
    })

    it('add up exact amounts by currency', async () => {
      const byMonth = await figures(space, `/v1/analytics/revenue?${window}`)
      assert.deepEqual(
        withoutAverages(byMonth.total),
        revenueIn(model, () => true),
      )
      for (const group of byMonth.groups)
        assert.deepEqual(
          withoutAverages(group),
          revenueIn(model, (_, night) => night.startsWith(group.key)),
          group.key,
        )
      const byListing = await figures(space, `/v1/analytics/revenue?${window}&groupBy=listing`)
      assert.deepEqual(byListing.total, byMonth.total)
      for (const group of byListing.groups)
        assert.deepEqual(
          withoutAverages(group),
          revenueIn(model, ({ listing }) => listing === group.key),
        )
      const byChannel = await figures(space, `/v1/analytics/revenue?${window}&groupBy=channel`)
      assert.deepEqual(byChannel.total, byMonth.total)
      for (const group of byChannel.groups) {
        assert.deepEqual(
          withoutAverages(group),
          revenueIn(model, ({ source }) => source === group.key),
        )
        for (const { adr, revPar, roomRevenue, nights: sold } of group.amounts) {
          assert.ok(Math.abs(adr - roomRevenue / sold) <= 0.00501)
          assert.ok(Math.abs((revPar ?? 0) - roomRevenue / group.nightsAvailable) <= 0.00501)
        }
      }
    })

    it('list departures with the next arrival of the listing', async () => {
      const { body } = await space.get(`/v1/cleaning/rota?from=2026-07-01&to=2026-07-31&limit=100`)
      const rows = body['data'] as unknown as { id: string; checkIn: { date: string } | null }[]
      const active = new Set(model.homes.filter((home) => home.active).map(({ id }) => id))
      const confirmed = model.stays.filter(
        ({ status, listing }) => status === 'confirmed' && active.has(listing),
      )
      const leaving = confirmed
        .filter(({ checkOut }) => checkOut >= '2026-07-01' && checkOut <= '2026-07-31')
        .toSorted((a, b) =>
          a.checkOut === b.checkOut ? Number(a.id) - Number(b.id) : a.checkOut < b.checkOut ? -1 : 1,
        )
      assert.deepEqual(
        rows.map((row) => [row.id, row.checkIn?.date ?? null]),
        leaving.map((stay) => {
          const sameDay = leaving.filter(
            (one) => one.listing === stay.listing && one.checkOut === stay.checkOut,
          )
          const coming = confirmed
            .filter(
              (one) =>
                one.listing === stay.listing && one.checkIn >= stay.checkOut && one.checkOut > stay.checkOut,
            )
            .map(({ checkIn }) => checkIn)
            .toSorted()
          return [stay.id, coming[sameDay.indexOf(stay)] ?? null]
        }),
      )
    })
  })
}

describe('GET /v1/analytics/revenue', () => {
  it('compares with what was in the books a year ago', async () => {
    const space = await freshSpace(app)
    const listing_id = await space.rows.listing({ currency: 'EUR' })
    const stay = (check_in: string, total: string, others: object) =>
      space.rows.stay({
        listing_id,
        check_in,
        check_out: plus(check_in, 2),
        currency: 'EUR',
        total_price: total,
        source: 'direct',
        ...others,
      })
    const now = app.clock.now()
    const yearAgo = (days: number) => new Date(now.getTime() - (365 + days) * 86_400_000).toISOString()
    const soon = plus(now.toISOString().slice(0, 10), 30)
    const before = String(day(soon).subtract({ years: 1 }))
    await stay(soon, '300.00', {})
    await stay(before, '100.00', { booked_at: yearAgo(20) })
    await stay(plus(before, 2), '40.00', { booked_at: yearAgo(-20) })
    await stay(plus(before, 4), '7.00', {
      booked_at: yearAgo(20),
      status: 'cancelled',
      cancelled_at: yearAgo(-5),
    })
    const { body } = await space.get(
      `/v1/analytics/revenue?from=${soon}&to=${plus(soon, 9)}&comparison=previous_year`,
    )
    const rooms = (part: unknown) => (part as Group['amounts']).map(({ roomRevenue }) => roomRevenue)
    const previous = body['previousYear'] as unknown as { from: string; total: Group; onTheBooks: unknown }
    assert.equal(previous.from, before)
    assert.deepEqual(rooms(body['total']?.['amounts']), [300])
    assert.deepEqual(rooms(previous.total.amounts), [140])
    assert.deepEqual(rooms(previous.onTheBooks), [107])
  })

  it('refuses a window of more than 366 nights, and none', async () => {
    for (const [query, field] of [
      ['from=2026-01-01&to=2027-01-02', 'to'],
      ['from=2026-01-01', 'to'],
      ['', 'from'],
    ]) {
      for (const name of ['occupancy', 'revenue']) {
        const { status, body } = await app.get(`/v1/analytics/${name}?${query}`)
        assert.deepEqual([status, body['error']?.['field']], [400, field])
      }
    }
    assert.equal((await app.get('/v1/analytics/occupancy?from=2026-01-01&to=2027-01-01')).status, 200)
  })
})

describe('GET /v1/cleaning/rota', () => {
  it('asks for today at each property, with times, guests and the gap', async () => {
    const space = await freshSpace(app)
    const today = (zone: string) =>
      String(
        Temporal.Instant.fromEpochMilliseconds(app.clock.now().getTime())
          .toZonedDateTimeISO(zone)
          .toPlainDate(),
      )
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const listing_id = await space.rows.listing({ time_zone: timeZone, name: timeZone })
      const leaves = today(timeZone)
      for (const shift of [-1, 0, 1])
        await space.rows.stay({
          listing_id,
          check_in: plus(leaves, shift - 1),
          check_out: plus(leaves, shift),
          check_in_time: '16:30',
          check_out_time: '11:00',
          occupancy: { total: 3 + shift },
          timeZone,
        })
    }
    const { body } = await space.get('/v1/cleaning/rota')
    const rows = body['data'] as unknown as Record<string, unknown>[]
    assert.deepEqual(
      new Map(rows.map((row) => [row['listingName'], row['date']])),
      new Map(['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((zone) => [zone, today(zone)])),
    )
    for (const row of rows) {
      assert.deepEqual(
        [row['sameDay'], row['gapHours'], row['nightsUntilNextArrival']],
        [true, 5.5, 0],
        JSON.stringify(row),
      )
      const { checkOut, checkIn } = row as Record<string, { guests: number; time: string }>
      assert.deepEqual(
        [checkOut?.guests, checkOut?.time, checkIn?.guests, checkIn?.time],
        [3, '11:00', 4, '16:30'],
      )
    }
    const both = await space.get('/v1/cleaning/rota?date=2026-07-01&from=2026-07-01')
    assert.deepEqual([both.status, both.body['error']?.['field']], [400, 'date'])
  })
})

describe('figures of a key for single listings', () => {
  it('are those of its listings', async () => {
    const space = await freshSpace(app)
    const ids = [await space.rows.listing({ currency: 'EUR' }), await space.rows.listing({ currency: 'EUR' })]
    for (const [at, listing_id] of ids.entries())
      for (const check_in of ['2026-07-01', '2026-07-04'])
        await space.rows.stay({
          listing_id,
          check_in,
          check_out: plus(check_in, 3),
          source: 'direct',
          currency: 'EUR',
          total_price: at === 0 ? '100.00' : '900.00',
        })
    const { body } = await space.post('/v1/keys', { name: 'Owner', listingIds: [ids[0]] })
    const key = String(body['secret'])
    const window = 'from=2026-07-01&to=2026-07-10'
    const at = async (url: string) => {
      const answer = await space.get(url, { key })
      assert.equal(answer.status, 200, answer.text)
      assert.ok(!answer.text.includes(`"${ids[1]}"`), answer.text)
      return answer.body
    }
    for (const groupBy of ['month', 'listing', 'channel']) {
      const nights = await at(`/v1/analytics/occupancy?${window}&groupBy=${groupBy}`)
      assert.deepEqual([nights['total']?.['nightsSold'], nights['total']?.['nightsAvailable']], [6, 10])
      const money = await at(`/v1/analytics/revenue?${window}&groupBy=${groupBy}`)
      const [amount] = money['total']?.['amounts'] as unknown as { roomRevenue: number; revPar: number }[]
      assert.deepEqual([amount?.roomRevenue, amount?.revPar], [200, 20])
    }
    const rota = await at(`/v1/cleaning/rota?${window}`)
    const rows = rota['data'] as unknown as { listingId: string; sameDay: boolean }[]
    assert.deepEqual(
      rows.map((row) => [row.listingId, row.sameDay]),
      [
        [ids[0], true],
        [ids[0], false],
      ],
    )
    const other = await space.get(`/v1/analytics/occupancy?${window}&listing_id=${ids[1]}`, { key })
    assert.equal(other.status, 404)
  })

  it('of a calendar that closes nights by itself', async () => {
    const space = await freshSpace(app)
    const listing = await space.rows.listing()
    await space.rows.night(listing, '2026-07-02', { available: false, units: 0 })
    const { body } = await space.get('/v1/analytics/occupancy?from=2026-07-01&to=2026-07-04')
    assert.deepEqual(body['total'], {
      nightsAvailable: 3,
      nightsSold: 0,
      nightsBlocked: 1,
      ownerNights: 0,
      occupancy: 0,
    })
  })
})
