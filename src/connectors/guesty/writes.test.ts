import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { isTokenRefused } from './envelope.ts'
import { guesty } from './index.ts'
import { fareFor } from './quote.ts'
import type { QuotedPrice } from './quote.ts'
import { openAccount } from './testing/account.ts'

const { reservationWrites, listingWrites, listings, reservations } = guesty.operations
const missing = new Error('the connector does not have this operation')

interface Held {
  id: string
  listingId: string
  confirmationCode: string
  notes: { other?: string } | null
  guestId: string
  terms: { minNights: number }
  type: string
  active: boolean
}

async function open(t: TestContext) {
  const { simulator, open, tokensAsked } = await openAccount(t, { listings: 6, reservations: 12 })
  const context = open()
  const state = () =>
    simulator.operations.state(new Set()) as unknown as { listings: Held[]; reservations: Held[] }
  const home = state().listings.find(({ type, active }) => type === 'SINGLE' && active)
  assert.ok(home !== undefined)
  return { simulator, context, state, home, tokensAsked }
}

const draftAt = (listingExternalId: string, fields: Partial<ReservationDraft> = {}): ReservationDraft => ({
  listingExternalId,
  checkIn: '2028-03-01',
  checkOut: '2028-03-08',
  status: 'confirmed',
  platform: 'direct',
  guest: { firstName: 'Ines', lastName: 'Marchetti', email: 'ines@example.com', phone: '+390612345678' },
  adults: 2,
  children: 0,
  currency: null,
  marker: 'lwtest00000000000001',
  ...fields,
})

const failed = (kind: string, reason?: string) => (error: unknown) =>
  error instanceof VendorError && error.kind === kind && error.reason === reason

test('a stay that the terms forbid is refused, and costs no token', async (t) => {
  const { simulator, context, home, tokensAsked } = await open(t)
  simulator.operations.updateListing(home.id, { terms: { minNights: 5 } })
  const short = draftAt(home.id, { checkOut: '2028-03-03' })
  await assert.rejects(
    async () => reservationWrites?.create(context, short),
    failed('rejected', 'dates_unavailable'),
  )
  assert.equal(tokensAsked(), 1)
})

test('a 401 is about the token only where it says so or says nothing', () => {
  const answer = (json: unknown, text = JSON.stringify(json) ?? '') => ({
    status: 401,
    headers: {},
    json,
    text,
  })
  assert.equal(isTokenRefused(answer({ error: { code: 'UNAUTHORIZED', message: 'Unauthorized' } })), true)
  assert.equal(isTokenRefused(answer({ message: 'jwt expired' })), true)
  assert.equal(isTokenRefused(answer(undefined, '')), true)
  assert.equal(isTokenRefused(answer(undefined, '<html>Login</html>')), true)
  assert.equal(isTokenRefused(answer({ error: { message: 'The listing is not available' } })), false)
  assert.equal(isTokenRefused({ ...answer({}), status: 403 }), false)
})

test('notes are written after the booking; if they cannot be, that is told and the booking stands', async (t) => {
  const { simulator, context, state, home } = await open(t)
  const draft = draftAt(home.id, { notes: 'Arrives by boat.' })
  const made = await reservationWrites?.create(context, draft)
  const held = state().reservations.find(({ id }) => id === made?.externalId)
  assert.equal(held?.notes?.other, 'Arrives by boat.')
  assert.equal(held?.confirmationCode, draft.marker)
  simulator.faults.add({ kind: '500', count: 10, method: 'PUT' })
  const second = draftAt(home.id, {
    checkIn: '2028-04-01',
    checkOut: '2028-04-08',
    notes: 'By train.',
    marker: 'lwtest00000000000002',
  })
  const without = await reservationWrites?.create(context, second)
  assert.deepEqual(
    without?.errors.map(({ section, code }) => [section, code]),
    [['notes', 'unavailable']],
  )
})

test('a guest without email is written down first, one without a last name is refused', async (t) => {
  const { context, state, home } = await open(t)
  const made = await reservationWrites?.create(
    context,
    draftAt(home.id, { guest: { firstName: 'Noor', lastName: 'Haddad' } }),
  )
  const stay = await reservations?.one?.(context, made?.externalId ?? '')
  assert.ok(stay?.kind === 'reservation')
  assert.equal(stay.guest?.lastName, 'Haddad')
  const before = state().reservations.length
  const nameless = draftAt(home.id, {
    checkIn: '2028-05-01',
    checkOut: '2028-05-08',
    guest: { firstName: 'Noor' },
  })
  await assert.rejects(async () => reservationWrites?.create(context, nameless), failed('rejected'))
  assert.equal(state().reservations.length, before)
})

test('a total that the account makes another one of is told', async (t) => {
  const { simulator, context, home } = await open(t)
  const draft = draftAt(home.id, { totalPrice: '900.00' })
  const made = await reservationWrites?.create(context, draft)
  assert.deepEqual(made?.errors, [])
  assert.ok(made?.record?.kind === 'reservation' && Number(made.record.totalPrice) === 900)
  // Less than the cleaning alone.
  simulator.operations.updateListing(home.id, { prices: { cleaningFee: 80 } })
  const cheap = draftAt(home.id, { checkIn: '2028-06-01', checkOut: '2028-06-08', totalPrice: '50' })
  await assert.rejects(async () => reservationWrites?.create(context, cheap), failed('rejected'))
})

test('the fare leaves room for fees and for taxes that are a share of it', () => {
  const price = (fields: Partial<QuotedPrice>): QuotedPrice => ({
    total: '0',
    currency: 'EUR',
    accommodation: '100',
    cleaningFee: '0',
    taxes: '0',
    fees: '0',
    ...fields,
  })
  assert.equal(fareFor('712.40', price({}), 'EUR'), 712.4)
  assert.equal(fareFor('712.40', price({ cleaningFee: '60', fees: '2.40' }), 'EUR'), 650)
  assert.equal(fareFor('220', price({ taxes: '10' }), 'EUR'), 200)
  assert.equal(fareFor('100', price({ taxes: '6.5' }), 'EUR'), 93.9)
  assert.equal(fareFor('10001', price({ taxes: '10' }), 'JPY'), 9092)
  assert.equal(fareFor('50', price({ cleaningFee: '60' }), 'EUR'), null)
})

test('what a channel brought is not changed here, and what it brought but Vrbo is not cancelled', async (t) => {
  const { simulator, context, home } = await open(t)
  const book = (platform: string, source: string) =>
    String(
      (
        simulator.operations.createReservation({
          listingId: home.id,
          source,
          integration: { _id: 'a', platform },
        }) as { id: string }
      ).id,
    )
  const { modify, cancel } = reservationWrites ?? {}
  if (modify === undefined || cancel === undefined) throw missing
  const airbnb = { externalId: book('airbnb2', 'Airbnb'), listingExternalId: home.id }
  await assert.rejects(cancel(context, airbnb), failed('rejected', 'owned_by_channel'))
  await assert.rejects(modify.run(context, { ...airbnb, adults: 1 }), failed('rejected', 'owned_by_channel'))
  const vrbo = { externalId: book('homeaway2', 'HomeAway'), listingExternalId: home.id }
  await assert.rejects(modify.run(context, { ...vrbo, adults: 1 }), failed('rejected', 'owned_by_channel'))
  assert.deepEqual((await cancel(context, vrbo)).errors, [])
})

test('texts that are not named stay, and what has no place is told', async (t) => {
  const { context, home } = await open(t)
  const before = await listings?.one?.(context, home.id)
  const written = await listingWrites?.write(context, {
    externalId: home.id,
    change: {
      descriptions: { summary: 'New.', description: 'Long.' },
      capacity: { maxGuests: 5, beds: 3 },
      times: { checkInTimeEnd: '22:00' },
    },
  })
  assert.deepEqual(written?.applied, ['descriptions', 'capacity'])
  assert.deepEqual(
    written?.errors.map(({ section, code }) => [section, code]),
    [
      ['descriptions', 'unsupported'],
      ['times', 'unsupported'],
      ['capacity', 'unsupported'],
    ],
  )
  const after = await listings?.one?.(context, home.id)
  assert.equal(after?.content?.summary, 'New.')
  assert.equal(after?.content?.space, before?.content?.space)
  assert.equal(after?.content?.houseRules, before?.content?.houseRules)
})
