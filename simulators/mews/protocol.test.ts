import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from './test-account.ts'

const small = { listings: 2, reservations: 10 }
const list = 'reservations/getAll/2023-06-06'

test('every request says who asks in its body, else the answer is 401', async (t) => {
  const { ask } = await openAccount(t, small)
  assert.equal((await ask('configuration/get')).status, 200)
  for (const wrong of [{ ClientToken: 'x' }, { AccessToken: 'x' }, { AccessToken: null }]) {
    const { status, body } = await ask('configuration/get', wrong)
    assert.equal(status, 401)
    assert.match(String(body.Message), /Invalid (Client|Access)Token/)
    assert.equal(typeof body.RequestId, 'string')
  }
  assert.equal((await ask('configuration/get', { Client: '' })).status, 400)
})

test('an address that is not exactly right is a 404, and so is anything but POST', async (t) => {
  const { simulator, ask } = await openAccount(t, small)
  for (const path of [
    'Configuration/get',
    'configuration/get/',
    'configuration',
    'reservations/add/2099-01-01',
    'nothing/getAll',
  ]) {
    assert.equal((await ask(path)).status, 404, path)
  }
  assert.equal((await fetch(`${simulator.url}/api/connector/v1/configuration/get`)).status, 404)
})

test('a body that is not JSON is a 400 in the vendor’s words', async (t) => {
  const { simulator } = await openAccount(t, small)
  const response = await fetch(`${simulator.url}/api/connector/v1/${list}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"Limitation":{"Count":1,}}',
  })
  assert.equal(response.status, 400)
  assert.equal(((await response.json()) as { Message: string }).Message, 'Invalid JSON.')
})

test('lists want a limit, come newest first, and have a cursor as long as a page is full', async (t) => {
  const { ask, every, state } = await openAccount(t, { listings: 3, reservations: 60 })
  for (const Limitation of [undefined, {}, { Count: 0 }, { Count: 1001 }, { Count: 1.5 }]) {
    assert.equal((await ask(list, { Limitation })).status, 400)
  }
  const rows = await every(list, 'Reservations', {}, 20)
  const made = rows.map(({ CreatedUtc }) => String(CreatedUtc))
  assert.deepEqual(made, made.toSorted().reverse())
  const held = [...state().reservations, ...(state('others').others ?? [])]
  assert.deepEqual(rows.map(({ Id }) => Id).toSorted(), held.map(({ Id }) => Id).toSorted())
  const last = await ask(list, { Limitation: { Count: 1000 } })
  assert.equal(last.body.Cursor, null)
  const full = await ask(list, { Limitation: { Count: rows.length } })
  const empty = await ask(list, { Limitation: { Count: rows.length, Cursor: full.body.Cursor } })
  assert.deepEqual([empty.body.Reservations, empty.body.Cursor], [[], null])
  assert.equal((await ask(list, { Limitation: { Count: 1, Cursor: 'gone' } })).status, 400)
})

test('a cursor keeps its place when its row is gone', async (t) => {
  const { ask, every, control } = await openAccount(t, small)
  const rows = await every(list, 'Reservations')
  const first = await ask(list, { Limitation: { Count: 3 } })
  assert.equal((await control('DELETE', `/reservations/${String(first.body.Cursor)}`)).status, 204)
  const next = await ask(list, { Limitation: { Count: 1000, Cursor: first.body.Cursor } })
  assert.deepEqual(next.body.Reservations, rows.slice(3))
})

test('filters are read strictly: ids, intervals of at most three months, what has to be given', async (t) => {
  const { ask } = await openAccount(t, small)
  const Limitation = { Count: 10 }
  const interval = (StartUtc: string, EndUtc: string) => ({ UpdatedUtc: { StartUtc, EndUtc }, Limitation })
  assert.equal((await ask(list, interval('2026-01-01T00:00:00Z', '2026-03-31T00:00:00Z'))).status, 200)
  assert.equal((await ask(list, interval('2026-01-01T00:00:00Z', '2026-05-01T00:00:00Z'))).status, 400)
  assert.equal((await ask(list, interval('2026-01-01', '2026-01-02'))).status, 400)
  assert.equal((await ask(list, { ReservationIds: ['17'], Limitation })).status, 400)
  assert.equal((await ask('resourceCategories/getAll', { Limitation })).status, 400)
  assert.equal((await ask('resources/getAll', { Limitation })).status, 400)
  assert.equal((await ask('orderItems/getAll', { Limitation })).status, 400)
})

test('intervals include their start and not their end', async (t) => {
  const { ask, state } = await openAccount(t, small)
  const [row] = state().reservations
  assert.ok(row)
  const at = Date.parse(row.UpdatedUtc)
  const found = async (from: number, to: number) => {
    const UpdatedUtc = { StartUtc: new Date(from).toISOString(), EndUtc: new Date(to).toISOString() }
    const { body } = await ask(list, { ReservationIds: [row.Id], UpdatedUtc, Limitation: { Count: 10 } })
    return (body.Reservations as object[]).length
  }
  assert.deepEqual(
    [await found(at, at + 1000), await found(at - 1000, at), await found(at + 1, at + 2)],
    [1, 0, 0],
  )
})

test('nights are asked for by the midnight of the hotel, at most 367 of them', async (t) => {
  const { ask, every } = await openAccount(t, small)
  const { body } = await ask('configuration/get')
  const { TimeZoneIdentifier: zone } = body.Enterprise as { TimeZoneIdentifier: string }
  const services = await every('services/getAll', 'Services', { ServiceType: 'Bookable' })
  const stay = services.at(-1)?.Id
  const start = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().toString()
  const from = async (first: string, last: string) =>
    ask('services/getAvailability', {
      ServiceId: stay,
      FirstTimeUnitStartUtc: first,
      LastTimeUnitStartUtc: last,
    })
  const year = await from(start('2026-06-01'), start('2027-06-02'))
  assert.equal(year.status, 200)
  assert.equal((year.body.TimeUnitStartsUtc as string[]).length, 367)
  assert.equal((await from(start('2026-06-01'), start('2027-06-03'))).status, 400)
  const shifted = start('2026-06-01').replace(/:00Z$/, ':30Z')
  assert.equal((await from(shifted, start('2026-06-03'))).status, 400)
  assert.equal((await from(start('2026-06-03'), start('2026-06-01'))).status, 400)
})

test('the 201st request within half a minute is refused and told when to come again', async (t) => {
  const { ask, control } = await openAccount(t, { ...small, rateLimit: 'vendor' })
  for (let made = 0; made < 200; made++) assert.equal((await ask('configuration/get')).status, 200)
  const refused = await ask('configuration/get')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  await control('POST', '/clock', { advanceSeconds: 30 })
  assert.equal((await ask('configuration/get')).status, 200)
})

test('with the habit switched on a refusal does not say how long to wait', async (t) => {
  const { ask, control } = await openAccount(t, { ...small, habits: { noRetryAfter: 1 } })
  await control('POST', '/faults', { kind: '429' })
  const refused = await ask('configuration/get')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, null])
})
