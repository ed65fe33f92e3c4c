/** One person of one name is one guest, however a number is written; two people with a contact that stands for none are two. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openWrite } from '../../src/platform/outbox.ts'
import { freshSpace } from './rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { sessionsView } from '../harness/sessions.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const idOf = ({ status, body, text }: { status: number; body: unknown; text: string }): string => {
  assert.ok(status === 200 || status === 201, text)
  return String((body as { id: string }).id)
}

it('a number with and without its plus finds the stored guest, whichever was first', async () => {
  const own = await freshSpace(app)
  const make = (firstName: string, phone: string) => own.post('/v1/guests', { firstName, phone })
  for (const [name, first, second] of [
    ['Camille', '33781295450', '+33 7 81 29 54 50'],
    ['Paul', '+33 (0)7 81 29 54 51', '33-781-295-451'],
  ] as const) {
    const id = idOf(await make(name, first))
    assert.equal(idOf(await make(name, second)), id)
    const profile = await own.get(`/v1/guests/${id}`)
    assert.equal([...(profile.body['contacts'] ?? [])].length, 1, profile.text)
  }
})

it('contacts that stand for none are kept, and make two guests of two people', async () => {
  const own = await freshSpace(app)
  for (const contact of [
    { phone: '0000000000' },
    { email: 'noemail@example.org' },
    { email: 'maria.482913@guest.booking.com' },
  ]) {
    const make = () => own.post('/v1/guests', { firstName: 'Maria', ...contact })
    const [first, second] = [idOf(await make()), idOf(await make())]
    assert.notEqual(first, second, JSON.stringify(contact))
    const profile = await own.get(`/v1/guests/${second}`)
    assert.equal([...(profile.body['contacts'] ?? [])].length, 1, profile.text)
  }
})

it('who was forgotten takes nobody along who has the same placeholder', async () => {
  const own = await freshSpace(app)
  const listingId = await own.rows.listing({ currency: 'EUR', default_nightly_price: '100' })
  const guest = { firstName: 'Maria', phone: '0000000000' }
  const book = (checkIn: string, checkOut: string) =>
    own.post('/v1/reservations', { listingId, checkIn, checkOut, guest })
  const first = await book('2027-07-01', '2027-07-03')
  const gone = await app.call('POST', `/v1/guests/${String(first.body['guestId'])}/forget`, {
    key: own.liveKey,
  })
  assert.ok(gone.status < 300, gone.text)
  const second = await book('2027-08-01', '2027-08-03')
  assert.equal(second.status, 201, second.text)
  const shown = await own.get(`/v1/reservations/${String(second.body['id'])}`)
  assert.equal(shown.body['primaryGuest']['firstName'], 'Maria', shown.text)
})

it('a change that waited while the guest was forgotten changes nothing', async () => {
  const own = await freshSpace(app)
  const { workspaceId } = own.live
  const id = idOf(await own.post('/v1/guests', { firstName: 'Ines' }))
  const late = await app.db.transaction().execute(async (tx) => {
    await openWrite(tx, own.live, app.clock.now())
    await sql`update guests set forgotten_at = now() where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    )
    const answer = app.call('PATCH', `/v1/guests/${id}`, { key: own.liveKey, body: { firstName: 'Late' } })
    await until('the change waits', async () => {
      const { rows } = await sql`
        select from ${sessionsView()} where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.db,
      )
      return rows.length > 0
    })
    return { answer }
  })
  const { status, text } = await late.answer
  assert.equal(status, 404, text)
  const { rows } = await sql<{ first_name: string }>`
    select first_name from guests where workspace_id = ${workspaceId} and id = ${id}`.execute(app.db)
  assert.deepEqual(rows, [{ first_name: 'Ines' }])
})

it('a changed contact is in the answer, the last used first', async () => {
  const own = await freshSpace(app)
  const id = idOf(await own.post('/v1/guests', { firstName: 'Ines', email: 'old@example.com' }))
  const change = { email: 'new@example.com', lastName: 'Costa' }
  const { body } = await app.call('PATCH', `/v1/guests/${id}`, { key: own.liveKey, body: change })
  assert.deepEqual(body['contacts'], [
    { type: 'email', value: 'new@example.com', isPrimary: true },
    { type: 'email', value: 'old@example.com', isPrimary: false },
  ])
  assert.deepEqual([body['firstName'], body['lastName']], ['Ines', 'Costa'])
})
