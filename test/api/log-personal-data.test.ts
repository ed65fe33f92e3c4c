/** What a guest is called does not come to stand in what the process prints, whatever goes wrong. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace } from './rows.ts'

const lines: string[] = []
let app: TestApp
before(async () => {
  const destination = { write: (line: string) => void lines.push(line) }
  app = await startTestApp({ log: createLog({ level: 'trace', destination }) })
})
after(() => app.close())

const person = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  email: 'z.quill@forget-me.example',
  phone: '+44 20 7946 0958',
}
// Long enough not to stand in an id that was made at random.
const traces = /zephyrine|quillfeather|z\.quill|7946 ?095/i

test('not of requests that are answered, refused or fail, at any level', async () => {
  const { rows, post, get, liveKey } = await freshSpace(app)
  const listing = await rows.listing({ currency: 'EUR', default_nightly_price: '90.00' })
  const booking = { listingId: listing, checkIn: '2026-07-01', checkOut: '2026-07-04', guest: person }
  const made = await post('/v1/guests', person, { headers: { 'idempotency-key': person.email } })
  const id = String(made.body['id'])
  const statuses = [made.status, (await post('/v1/reservations', booking)).status]
  const asked = [
    () => post('/v1/reservations', booking),
    () => post('/v1/guests', { ...person, surprise: person.lastName }),
    () => post('/v1/guests', { ...person, email: 'Zephyrine Quillfeather' }),
    () => app.call('POST', '/v1/guests', { key: liveKey, rawBody: `{"firstName": Zephyrine Quillfeather}` }),
    () => get('/v1/guests?q=Zephyrine%20Quillfeather'),
    () => get('/v1/guests/z.quill@forget-me.example'),
    () => get('/v1/zephyrine/quillfeather', { headers: { 'user-agent': 'Zephyrine' } }),
    () => app.call('PATCH', `/v1/guests/${id}`, { key: liveKey, body: { lastName: 'Quillfeather-Byron' } }),
  ]
  for (const ask of asked) statuses.push((await ask()).status)
  // Now the database says something of the values.
  await sql`
    create function tell() returns trigger language plpgsql as $$
    begin perform new.first_name::bigint; return new; end $$`.execute(app.db)
  await sql`create trigger tells before insert or update on guests for each row execute function tell()`.execute(
    app.db,
  )
  try {
    const failed = await post('/v1/guests', {
      ...person,
      email: 'zephyrine@elsewhere.example',
      phone: '+44 20 7946 0959',
    })
    statuses.push(failed.status)
  } finally {
    await sql`drop trigger tells on guests`.execute(app.db)
    await sql`drop function tell()`.execute(app.db)
  }
  statuses.push((await post(`/v1/guests/${id}/forget`, {})).status)
  await app.logRequests()
  assert.ok(
    statuses.includes(201) && statuses.includes(400) && statuses.includes(404) && statuses.includes(500),
    statuses.join(),
  )
  assert.ok(lines.length >= statuses.length, `${lines.length} lines`)
  assert.ok(
    lines.some((line) => line.includes('invalid input syntax')),
    'the failure was told',
  )
  for (const line of lines) assert.doesNotMatch(line, traces)
})
