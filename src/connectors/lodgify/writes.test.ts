import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { memorySession } from '../../connector-kit/auth/memory-session.ts'
import { openClient } from '../../connector-kit/client.ts'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { memoryBudget } from '../../connector-kit/ratelimit.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { lodgify } from './index.ts'
import { changedTiers, toRows, type RateTier } from './rate-tiers.ts'

const { reservationWrites, calendarWrites, requestAnswers, calendar } = lodgify.operations
const missing = new Error('the connector does not have this operation')

interface Held {
  listings: { id: string; units: number }[]
  reservations: { id: number; notes: string | null; total_amount: number; guest: unknown; status: string }[]
}

async function open(t: TestContext) {
  const options = { listings: 12, reservations: 20, rateLimit: 'off' as const }
  const simulator = await startSimulator('lodgify', options)
  t.after(() => simulator.close())
  const read = readCredentials(lodgify, simulator.credentials)
  assert.ok(read.ok)
  const now = () => new Date(simulator.clock.nowMs())
  const sleep = async (ms: number) => simulator.clock.advanceSeconds(ms / 1000)
  const http = openClient(lodgify, read.credentials, {
    session: memorySession(),
    budget: memoryBudget({ now: () => now().getTime(), sleep }),
    log: { debug: () => {}, warn: () => {} },
    now,
    sleep,
    baseUrl: simulator.url,
  })
  t.after(() => http.close())
  const context: VendorContext = { http: http.lane('guest'), now }
  const state = () => simulator.operations.state(new Set()) as unknown as Held
  return { simulator, context, state }
}

const draftAt = (listingExternalId: string, fields: Partial<ReservationDraft> = {}): ReservationDraft => ({
  listingExternalId,
  checkIn: '2028-03-01',
  checkOut: '2028-03-08',
  status: 'confirmed',
  platform: 'direct',
  guest: { firstName: 'Ines', lastName: 'Marchetti', email: 'ines@example.com' },
  adults: 2,
  children: 0,
  currency: 'EUR',
  marker: 'lwtest00000000000001',
  ...fields,
})

const failed = (kind: string, reason?: string) => (error: unknown) =>
  error instanceof VendorError && error.kind === kind && error.reason === reason

test('notes are written afterwards, and nothing else changes by it', async (t) => {
  const { context, state } = await open(t)
  const listing = state().listings[0]?.id ?? ''
  const draft = draftAt(listing, { notes: 'Arrives by boat.', totalPrice: '712.40' })
  const created = await reservationWrites?.create(context, draft)
  assert.deepEqual(created?.errors, [])
  const held = state().reservations.find(({ id }) => String(id) === created?.externalId)
  assert.equal(held?.notes, 'Arrives by boat.')
  assert.equal(held?.total_amount, 712.4)
  assert.deepEqual(held?.guest, {
    name: 'Ines Marchetti',
    email: 'ines@example.com',
    phone: null,
    country_code: null,
  })
  assert.equal(held?.status, 'Booked')
})

test('notes that cannot be written leave the booking standing, and that is told', async (t) => {
  const { simulator, context, state } = await open(t)
  simulator.faults.add({ kind: '500', count: 10, method: 'PUT' })
  const listing = state().listings[0]?.id ?? ''
  const created = await reservationWrites?.create(context, draftAt(listing, { notes: 'By train.' }))
  assert.deepEqual(
    created?.errors.map(({ section, code }) => [section, code]),
    [['notes', 'unavailable']],
  )
})

test('requests of channels are not answered here, those of the own website are', async (t) => {
  const { simulator, context, state } = await open(t)
  const ask = (source: string) => {
    const row = simulator.operations.createReservation({ status: 'Tentative', source }) as { id: number }
    return String(row.id)
  }
  if (requestAnswers === undefined) throw missing
  const airbnb = ask('AirbnbIntegration')
  await assert.rejects(
    requestAnswers.accept(context, { externalId: airbnb }),
    failed('rejected', 'owned_by_channel'),
  )
  const own = ask('OH')
  await requestAnswers.decline(context, { externalId: own, reason: 'other', message: 'We are full.' })
  assert.equal(state().reservations.find(({ id }) => String(id) === own)?.status, 'Declined')
  await assert.rejects(requestAnswers.accept(context, { externalId: own }), failed('rejected', 'too_late'))
})

test('opening nights of several units leaves those that are booked alone', async (t) => {
  const { context, state } = await open(t)
  const listing = state().listings.find(({ units }) => units > 1)
  if (listing === undefined || calendarWrites === undefined || calendar === undefined) throw missing
  await reservationWrites?.create(
    context,
    draftAt(listing.id, { checkIn: '2028-03-02', checkOut: '2028-03-03' }),
  )
  const change: CalendarChange = {
    listingExternalId: listing.id,
    unitCount: listing.units,
    from: '2028-03-01',
    to: '2028-03-03',
    currency: null,
  }
  const left = async () => {
    const walk = {
      listing: { externalId: listing.id, unitCount: listing.units },
      from: change.from,
      to: change.to,
    }
    return (await calendar.range(context, walk)).map(({ availableUnits }) => availableUnits)
  }
  await calendarWrites.write(context, [{ ...change, available: false }])
  assert.deepEqual(await left(), [0, 0, 0])
  await calendarWrites.write(context, [{ ...change, available: true }])
  assert.deepEqual(await left(), [listing.units, listing.units - 1, listing.units])
})

const tier = (min_stay: number, max_stay: number, price_per_day: number): RateTier => ({
  min_stay,
  max_stay,
  price_per_day,
  price_per_additional_guest: 5,
  additional_guests_starts_from: 3,
})

test('a price is that of the shortest stay; the other lengths stay as they are', () => {
  const tiers = [tier(2, 27, 100), tier(28, 0, 80)]
  assert.deepEqual(changedTiers(tiers, { price: '120.50' }), [tier(2, 27, 120.5), tier(28, 0, 80)])
  assert.deepEqual(changedTiers(tiers, { minNights: 5 }), [tier(5, 27, 100), tier(28, 0, 80)])
  assert.deepEqual(changedTiers(tiers, { minNights: 30 }), [tier(30, 0, 80)])
  assert.deepEqual(changedTiers(tiers, { maxNights: 14 }), [tier(2, 14, 100)])
  assert.equal(changedTiers(tiers, { minNights: 5, maxNights: 3 }), null)
  assert.equal(changedTiers([], { minNights: 5 }), null)
  assert.equal(changedTiers([], { price: '90', minNights: 5 })?.[0]?.min_stay, 5)
})

test('nights that are alike become one range, which ends on the day after', () => {
  const nights = new Map([
    ['2028-03-02', [tier(2, 0, 100)]],
    ['2028-03-01', [tier(2, 0, 100)]],
    ['2028-03-03', [tier(2, 0, 110)]],
    ['2028-03-05', [tier(2, 0, 110)]],
  ])
  assert.deepEqual(
    toRows(nights).map(({ start_date, end_date, price_per_day }) => [start_date, end_date, price_per_day]),
    [
      ['2028-03-01', '2028-03-03', 100],
      ['2028-03-03', '2028-03-04', 110],
      ['2028-03-05', '2028-03-06', 110],
    ],
  )
})
