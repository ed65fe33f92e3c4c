/** Nights that were sold twice: both stays are kept, and each says which the other is. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { eventEnvelope } from '../../src/contract/events.ts'
import type { ReservationRecord } from '../../src/contract/records.ts'
import { startLapses } from '../../src/features/bookings/lapses/lapses.ts'
import { storeStays } from '../../src/features/sync/written/store-written.ts'
import { connectionAccess } from '../../src/upstream/access.ts'
import { until } from '../harness/until.ts'
import { fakeVendor, listing, stay } from '../sync/fake-vendor.ts'
import { startFakeWorld, type World } from '../sync/world.ts'

const ajv = addFormats.default(new Ajv2020({ allowUnionTypes: true, strictRequired: false }))
const vendor = fakeVendor()
let world: World
let connectionId: string
let home: string

/** Every test has a home or a room type of its own, and its stays are called after it. */
const homes = Array.from({ length: 20 }, (_, index) => `H${index}`)
const roomTypes = Array.from({ length: 5 }, (_, index) => `R${index}`)
const roomType = (name: string, unitCount: number) => listing(name, { unitCount, model: 'hotel' })
const next = (names: string[]) => names.shift() ?? assert.fail('every listing was taken')

before(async () => {
  for (const name of homes) vendor.listings.set(name, listing(name))
  for (const name of roomTypes) vendor.listings.set(name, roomType(name, 2))
  world = await startFakeWorld(vendor.connector)
  connectionId = await world.connect()
  await world.startWorker()
  await world.settle()
})
after(() => world.close())
beforeEach(() => {
  home = next(homes)
})

const of = (name: string, more: Partial<ReservationRecord> = {}) =>
  stay(`${home}-${name}`, {
    listingExternalId: home,
    checkIn: '2027-03-01',
    checkOut: '2027-03-04',
    ...more,
  })

/** As a hint, a booking through the API or a reading stores them; all in one transaction. */
async function store(...stays: ReservationRecord[]): Promise<void> {
  for (const one of stays) vendor.stays.set(one.externalId, one)
  const access = await connectionAccess(world.services, world.app.scope, connectionId)
  assert.ok(access)
  await world.app.db.transaction().execute((tx) => storeStays(tx, access, stays, 'test'))
}

interface Shown {
  id: string
  confirmationCode: string
  listingId: string
  conflictsWith: string[]
  updatedAt: string
}
const shown = async () =>
  new Map((await world.all<Shown>('/v1/reservations')).map((one) => [one.confirmationCode, one]))
/** By the names of the stays of this test, whom each is in conflict with. */
async function conflicts(): Promise<Record<string, string[]>> {
  const all = await shown()
  const nameOf = (code: string) => code.replace(`CODE-${home}-`, '')
  const codes = new Map([...all.values()].map(({ id, confirmationCode }) => [id, confirmationCode]))
  const single = async (id: string) => (await world.get<Shown>(`/v1/reservations/${id}`)).conflictsWith
  const own = [...all.values()].filter(({ confirmationCode: code }) => code.startsWith(`CODE-${home}-`))
  for (const { id, conflictsWith } of own) assert.deepEqual(await single(id), conflictsWith)
  return Object.fromEntries(
    own
      .map(({ confirmationCode, conflictsWith }) => [
        nameOf(confirmationCode),
        conflictsWith.map((id) => nameOf(codes.get(id) ?? id)),
      ])
      .toSorted(),
  )
}
const newest = async () => (await world.events()).at(-1)?.sequence ?? '0'
interface Told {
  listingId: string
  nights: string[]
  reservations: { id: string; confirmationCode: string }[]
}

/** What was told since of stays of this test: of which; of a change, which fields; of a conflict, which nights. */
async function told(since: string): Promise<string[][]> {
  const events = (await world.events()).filter(({ sequence }) => Number(sequence) > Number(since))
  const own = `CODE-${home}-`
  return events.flatMap(({ type, data }) => {
    const { reservations, nights = [] } = data as unknown as Partial<Told>
    const codes = (reservations ?? [data.object]).map((one) => String(one?.['confirmationCode']))
    if (!codes.every((code) => code.startsWith(own))) return []
    const changed = data.previousAttributes ? [Object.keys(data.previousAttributes).join()] : []
    return [[type, ...codes.map((code) => code.replace(own, '')), ...changed, ...nights]]
  })
}
const conflictsTold = async (since: string) =>
  (await told(since)).filter(([type]) => type === 'reservation.conflict').map(([, ...rest]) => rest)
const nights = ['2027-03-01', '2027-03-02', '2027-03-03']

describe('two stays of one home', () => {
  it('are both kept and say so, whichever came first; who polls learns of it', async () => {
    await store(of('a'))
    assert.deepEqual(await conflicts(), { a: [] })
    const since = await newest()
    const before = (await shown()).get(`CODE-${home}-a`)
    await store(of('b', { checkIn: '2027-03-03', checkOut: '2027-03-06' }))
    assert.deepEqual(await conflicts(), { a: ['b'], b: ['a'] })
    assert.deepEqual(await told(since), [
      ['reservation.created', 'b'],
      ['reservation.updated', 'a', 'conflictsWith'],
      ['reservation.conflict', 'a', 'b', '2027-03-03'],
    ])
    const later = (await shown()).get(`CODE-${home}-a`)
    assert.ok(before && later && later.updatedAt > before.updatedAt)
  })

  it('in one batch, too', async () => {
    const since = await newest()
    await store(of('a'), of('b'))
    assert.deepEqual(await conflicts(), { a: ['b'], b: ['a'] })
    assert.deepEqual(await told(since), [
      ['reservation.created', 'a'],
      ['reservation.created', 'b'],
      ['reservation.conflict', 'a', 'b', ...nights],
    ])
  })

  it('are told with what a person needs to find them, as an event of the one that came later', async () => {
    await store(of('a', { source: 'airbnb' }))
    await store(of('b', { source: 'booking.com' }))
    const { body } = await world.app.get('/v1/events?type=reservation.conflict&limit=100')
    const event = [...(body['data'] ?? [])].at(-1) as unknown as Record<string, unknown> & { data: Told }
    const validate = ajv.compile(eventEnvelope('reservation.conflict'))
    assert.ok(validate(event), ajv.errorsText(validate.errors))
    const all = await shown()
    const [a, b] = ['a', 'b'].map((name) => all.get(`CODE-${home}-${name}`))
    const account = { provider: 'acme', externalAccountId: 'acme-1' }
    assert.deepEqual(event['account'], { id: connectionId, ...account })
    const common = {
      status: 'confirmed',
      checkIn: '2027-03-01',
      checkOut: '2027-03-04',
      account: { ...account, connectionId },
    }
    assert.deepEqual(event.data, {
      listingId: a?.listingId,
      nights,
      reservations: [
        { id: a?.id, confirmationCode: `CODE-${home}-a`, source: 'airbnb', ...common },
        { id: b?.id, confirmationCode: `CODE-${home}-b`, source: 'booking.com', ...common },
      ],
      occurredAt: world.app.clock.now().toISOString(),
    })
  })

  it('are not in conflict where one leaves on the day the other arrives', async () => {
    await store(
      of('a'),
      of('b', { checkIn: '2027-03-04', checkOut: '2027-03-06' }),
      of('c', { status: 'cancelled' }),
    )
    assert.deepEqual(await conflicts(), { a: [], b: [], c: [] })
  })

  it('and the same page read again does nothing', async () => {
    await store(of('a'), of('b'))
    const since = await newest()
    await store(of('a'), of('b'))
    await store(of('b'), of('a'))
    await world.pass(25 * 3600)
    assert.deepEqual(await told(since), [])
    assert.deepEqual(await conflicts(), { a: ['b'], b: ['a'] })
  })

  it('cease to be when one is cancelled; what is told is the cancellation and the change of the other', async () => {
    await store(of('a'), of('b'))
    const since = await newest()
    await store(of('b', { status: 'cancelled' }))
    assert.deepEqual(await conflicts(), { a: [], b: [] })
    assert.deepEqual(await told(since), [
      ['reservation.cancelled', 'b'],
      ['reservation.updated', 'a', 'conflictsWith'],
    ])
  })

  it('cease to be when the vendor no longer has one of them', async () => {
    await store(of('a'), of('b'))
    vendor.stays.delete(`${home}-b`)
    await world.pass(25 * 3600)
    assert.deepEqual(await conflicts(), { a: [], b: [] })
  })

  it('cease to be when one moves away, and are again when it comes back', async () => {
    await store(of('a'), of('b'))
    const since = await newest()
    await store(of('b', { checkIn: '2027-04-01', checkOut: '2027-04-03' }))
    assert.deepEqual(await conflicts(), { a: [], b: [] })
    assert.deepEqual(await conflictsTold(since), [])
    await store(of('b'))
    assert.deepEqual(await conflicts(), { a: ['b'], b: ['a'] })
    assert.deepEqual(await conflictsTold(since), [['a', 'b', ...nights]])
    const other = next(homes)
    await store(of('a'), of('b', { listingExternalId: other }))
    assert.deepEqual(await conflicts(), { a: [], b: [] })
    await store(of('a', { listingExternalId: other }), of('b', { listingExternalId: other }))
    assert.deepEqual(await conflicts(), { a: ['b'], b: ['a'] })
  })

  it('remain when both move to another home together', async () => {
    await store(of('a'), of('b'))
    const other = next(homes)
    await store(of('a', { listingExternalId: other }), of('b', { listingExternalId: other }))
    assert.deepEqual(await conflicts(), { a: ['b'], b: ['a'] })
  })

  it('are three where three are, and two when one of them goes', async () => {
    const since = await newest()
    await store(of('a'))
    await store(of('b'))
    await store(of('c'))
    assert.deepEqual(await conflictsTold(since), [
      ['a', 'b', ...nights],
      ['a', 'c', ...nights],
      ['b', 'c', ...nights],
    ])
    assert.deepEqual(await conflicts(), { a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'] })
    await store(of('a', { status: 'cancelled' }))
    assert.deepEqual(await conflicts(), { a: [], b: ['c'], c: ['b'] })
  })

  it('stored by two transactions at the same time find each other, and are told once', async () => {
    const since = await newest()
    await Promise.all([store(of('a')), store(of('b')), store(of('a')), store(of('b'))])
    assert.deepEqual(await conflicts(), { a: ['b'], b: ['a'] })
    const [conflict, ...more] = await conflictsTold(since)
    assert.deepEqual([conflict?.slice(0, 2).toSorted(), more], [['a', 'b'], []])
  })

  it('are found by a first import, without a word, and in each workspace by itself', async () => {
    await store(of('a'))
    const other = await world.app.addWorkspace()
    const since = await newest()
    vendor.stays.set(`${home}-b`, of('b'))
    await world.connect(other)
    await world.pass(1)
    assert.deepEqual(await conflicts(), { a: [] })
    const theirs = (await world.all<Shown>('/v1/reservations', other)).filter(({ confirmationCode: code }) =>
      code.startsWith(`CODE-${home}-`),
    )
    const [one, two, ...more] = theirs
    assert.ok(one && two && more.length === 0)
    assert.deepEqual([one.conflictsWith, two.conflictsWith], [[two.id], [one.id]])
    assert.deepEqual(await world.events(other), [])
    assert.deepEqual(await told(since), [])
  })

  it('are told by a first import where one was booked since, whichever is read first', async () => {
    const other = await world.app.addWorkspace()
    const bookedAt = world.app.clock.now().toISOString()
    const elsewhere = { checkIn: '2027-05-01', checkOut: '2027-05-02' }
    for (const one of [
      of('a', { bookedAt }),
      of('b', elsewhere),
      of('c', { ...elsewhere, status: 'cancelled' }),
      of('d'),
    ])
      vendor.stays.set(one.externalId, one)
    await world.connect(other)
    await world.pass(1)
    assert.deepEqual(
      (await world.events(other)).map(({ type }) => type),
      ['reservation.created', 'reservation.conflict'],
    )
  })
})

it('a request is in conflict until its time is over', async () => {
  const respondBy = new Date(world.app.clock.now().getTime() + 3600_000).toISOString()
  const request = of('b', { status: 'pending', pendingReason: 'host_approval', respondBy })
  await store(of('a'), request)
  assert.deepEqual(await conflicts(), { a: ['b'], b: ['a'] })
  const since = await newest()
  world.app.clock.advance(3601_000)
  const lapses = startLapses(world.services)
  await until('the request to be told', async () => (await told(since)).length >= 3).finally(() =>
    lapses.stop(),
  )
  assert.deepEqual(await conflicts(), { a: [], b: [] })
  assert.deepEqual((await told(since)).toSorted(), [
    ['reservation.request.updated', 'b', 'status'],
    ['reservation.updated', 'a', 'conflictsWith'],
    ['reservation.updated', 'b', 'status,pendingReason,respondBy,conflictsWith,statusDetail'],
  ])
})

it('a request that had lapsed and is declined afterwards leaves no conflict behind', async () => {
  const respondBy = new Date(world.app.clock.now().getTime() + 3600_000).toISOString()
  const request = { status: 'pending' as const, pendingReason: 'host_approval' as const, respondBy }
  await store(of('a'), of('b', request))
  world.app.clock.advance(3601_000)
  await store(of('b', { status: 'cancelled', statusDetail: 'declined' }))
  assert.deepEqual(await conflicts(), { a: [], b: [] })
})

describe('stays of a room type', () => {
  beforeEach(() => {
    home = next(roomTypes)
  })

  it('are in conflict only where there are more of them than rooms, and then about the last room', async () => {
    await store(of('a'))
    await store(of('b'))
    assert.deepEqual(await conflicts(), { a: [], b: [] })
    await store(of('c', { checkIn: '2027-03-02', checkOut: '2027-03-03' }))
    assert.deepEqual(await conflicts(), { a: [], b: ['c'], c: ['b'] })
    // One of the two that had a room is gone, so there is one for each of the others.
    await store(of('a', { status: 'cancelled' }))
    assert.deepEqual(await conflicts(), { a: [], b: [], c: [] })
  })

  it('follow the number of rooms', async () => {
    await store(of('a'), of('b'), of('c'))
    assert.deepEqual(await conflicts(), { a: [], b: ['c'], c: ['b'] })
    const since = await newest()
    const rooms = async (unitCount: number) => {
      vendor.listings.set(home, roomType(home, unitCount))
      await world.pass(25 * 3600)
    }
    await rooms(3)
    assert.deepEqual(await conflicts(), { a: [], b: [], c: [] })
    assert.deepEqual(await told(since), [
      ['reservation.updated', 'b', 'conflictsWith'],
      ['reservation.updated', 'c', 'conflictsWith'],
    ])
    await rooms(1)
    assert.deepEqual(await conflicts(), { a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'] })
    assert.equal((await conflictsTold(since)).length, 3)
  })

  it('keep a conflict whose nights reach beyond those of a stay that goes', async () => {
    await store(of('a', { checkIn: '2027-03-03', checkOut: '2027-03-10' }))
    await store(of('b', { checkIn: '2027-03-01', checkOut: '2027-03-10' }))
    await store(of('c', { checkIn: '2027-03-01', checkOut: '2027-03-10' }))
    await store(of('d', { checkIn: '2027-03-01', checkOut: '2027-03-02' }))
    assert.deepEqual(await conflicts(), { a: [], b: ['c'], c: ['b', 'd'], d: ['c'] })
    await store(of('d', { status: 'cancelled' }))
    assert.deepEqual(await conflicts(), { a: [], b: ['c'], c: ['b'], d: [] })
  })
})
