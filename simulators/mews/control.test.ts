import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../kit/testing/until.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'
import type { Reservation } from './records.ts'
import { openAccount } from './test-account.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'

const list = 'reservations/getAll/2023-06-06'
const one = (id: string) => ({ ReservationIds: [id], Limitation: { Count: 1 } })

test('the portfolio has what makes this vendor hard', async (t) => {
  const { state, every } = await openAccount(t, { listings: 12, reservations: 400 })
  const {
    reservations,
    others = [],
    customers = [],
    orderItems = [],
  } = state('others', 'customers', 'orderItems')
  const states = new Set(reservations.map(({ State }) => State))
  const known = ['Canceled', 'Confirmed', 'Inquired', 'Optional', 'Processed', 'Requested', 'Started']
  assert.deepEqual([...states].toSorted(), known)
  assert.equal(reservations.length, 400)
  assert.ok(others.length > 0 && reservations.some(({ AccountType }) => AccountType === 'Company'))
  assert.ok(reservations.some(({ AssignedResourceId }) => AssignedResourceId === null))
  assert.ok(customers.some(({ FirstName }) => FirstName === null))
  assert.deepEqual(
    [...new Set(orderItems.map(({ AccountingState }) => String(AccountingState)))].toSorted(),
    ['Canceled', 'Closed', 'Inactive', 'Open'],
  )
  const services = (await every('services/getAll', 'Services')).map(({ Id }) => Id)
  const categories = await every('resourceCategories/getAll', 'ResourceCategories', { ServiceIds: services })
  assert.ok(categories.some(({ IsActive }) => IsActive === false))
  assert.ok(categories.some(({ Type }) => Type === 'ParkingSpot'))
  const resources = await every('resources/getAll', 'Resources', {
    Extent: { Resources: true, Inactive: true },
  })
  assert.ok(resources.some(({ ParentResourceId }) => ParentResourceId !== null))
  assert.ok(resources.some(({ IsActive }) => IsActive === false))
})

test('no room is given to two stays in one night', async (t) => {
  const { control, state } = await openAccount(t, { listings: 5, reservations: 200 })
  for (let made = 0; made < 20; made++) assert.equal((await control('POST', '/reservations')).status, 201)
  const nights = new Map<string, string>()
  for (const row of state().reservations) {
    if (row.AssignedResourceId === null || row.State === 'Canceled') continue
    const last = Date.parse(row.ScheduledEndUtc) - 12 * 3_600_000
    for (let at = Date.parse(row.ScheduledStartUtc); at < last; at += 86_400_000) {
      const night: string = `${row.AssignedResourceId} ${new Date(at).toISOString().slice(0, 10)}`
      assert.equal(nights.get(night), undefined, `${night}: ${row.Id} and ${nights.get(night) ?? ''}`)
      nights.set(night, row.Id)
    }
  }
})

test('a booking takes a room until it is cancelled', async (t) => {
  const { control, state, ask } = await openAccount(t, { listings: 1, reservations: 5 })
  const left = () => {
    const days = state('calendar').calendar?.[0]?.days as { availableUnits: number }[]
    return days.reduce((sum, { availableUnits }) => sum + availableUnits, 0)
  }
  const before = left()
  const booked = (await control<Reservation>('POST', '/reservations', { State: 'Confirmed' })).body
  assert.ok(left() < before)
  const byHost = { cancelledBy: 'host' }
  const canceled = (await control<Reservation>('POST', `/reservations/${booked.Id}/cancel`, byHost)).body
  assert.deepEqual([canceled.State, canceled.CancellationReason], ['Canceled', 'ServiceNotAvailable'])
  assert.equal(left(), before)
  const shown = (await ask(list, one(booked.Id))).body.Reservations as JsonRow[]
  assert.equal(shown[0]?.State, 'Canceled')
})

test('a new price or a new name does not touch the reservation', async (t) => {
  const { control, state, ask } = await openAccount(t, { listings: 2, reservations: 20 })
  const row = state().reservations.find(({ AccountType }) => AccountType === 'Customer')
  assert.ok(row)
  await control('PATCH', `/reservations/${row.Id}`, { NightlyGross: 77, Customer: { LastName: 'Lovelace' } })
  const [shown] = (await ask(list, one(row.Id))).body.Reservations as JsonRow[]
  assert.equal(shown?.UpdatedUtc, row.UpdatedUtc)
  const { customers = [] } = state('customers')
  assert.equal(customers.find(({ Id }) => Id === row.AccountId)?.LastName, 'Lovelace')
  const asked = { ServiceOrderIds: [row.Id], Types: ['SpaceOrder'], Limitation: { Count: 100 } }
  const items = (await ask('orderItems/getAll', asked)).body.OrderItems as {
    Amount: { GrossValue: number }
  }[]
  assert.ok(items.length > 0 && items.every(({ Amount }) => Amount.GrossValue === 77))
})

test('webhooks carry ids only, to the one address that was entered, until it is taken', async (t) => {
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  const { control, simulator } = await openAccount(t, {
    listings: 2,
    reservations: 5,
    webhooks: { retryDelaysMs: [5, 5] },
  })
  await control('POST', '/reservations')
  await control('PUT', '/webhook', { url: receiver.url })
  receiver.answers.push(500, 401)
  const booked = (await control<Reservation>('POST', '/reservations')).body
  await until(() => receiver.received.length === 3, 'two repeats')
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as JsonRow)
  assert.deepEqual(Object.keys(bodies[2] ?? {}), ['EnterpriseId', 'IntegrationId', 'Events'])
  assert.deepEqual((bodies[2]?.Events as JsonRow[]).at(-1), {
    Discriminator: 'ServiceOrderUpdated',
    Value: { Id: booked.Id },
  })
  await control('POST', '/faults', { kind: 'duplicate_webhook' })
  await control('POST', `/reservations/${booked.Id}/cancel`)
  await until(() => receiver.received.length === 5, 'the cancellation, twice')
  await control('PUT', '/webhook', { url: null })
  await control('POST', '/reservations')
  await until(() => simulator.webhooks.isIdle(), 'silence')
  assert.equal(receiver.received.length, 5)
})

test('guest data that comes late changes the profile only', async (t) => {
  const { control, state } = await openAccount(t, { listings: 2, reservations: 5 })
  await control('POST', '/faults', { kind: 'late_guest' })
  const booked = (await control<Reservation>('POST', '/reservations')).body
  const nameOf = () => state('customers').customers?.find(({ Id }) => Id === booked.AccountId)?.LastName
  assert.equal(nameOf(), '')
  await control('POST', '/clock', { advanceSeconds: 10 })
  assert.notEqual(nameOf(), '')
  assert.equal(state().reservations.find(({ Id }) => Id === booked.Id)?.UpdatedUtc, booked.UpdatedUtc)
})
