/** A key for one listing sees who wrote about it for as long as the listing is active. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startPmsWorld, type PmsWorld } from '../bookings/pms-world.ts'

let world: PmsWorld
before(async () => {
  world = await startPmsWorld()
})
after(() => world.close())

it('a guest who only wrote is gone for it with the account', async () => {
  const { app, listingId } = world
  const made = await app.post('/v1/guests', { firstName: 'Nia', lastName: 'Writes' })
  assert.equal(made.status, 201, made.text)
  const guestId = String(made.body['id'] ?? made.body['guestId'])
  const { numAffectedRows } = await sql`
    update conversations set guest_id = ${guestId}
    where (workspace_id, id) = (select workspace_id, id from conversations where listing_id = ${listingId} limit 1)`.execute(
    app.db,
  )
  assert.equal(Number(numAffectedRows), 1)
  const answer = await app.post('/v1/keys', {
    name: 'one home',
    scopes: ['guests:read'],
    listingIds: [listingId],
  })
  assert.equal(answer.status, 201, answer.text)
  const key = String(answer.body['secret'])
  const seen = async () => {
    const list = await app.get('/v1/guests?limit=100', { key })
    assert.equal(list.status, 200, list.text)
    return (list.body['data'] as { id: string }[]).some(({ id }) => id === guestId)
  }
  assert.equal(await seen(), true)
  assert.equal((await app.get(`/v1/guests/${guestId}`, { key })).status, 200)
  assert.equal((await app.delete('/v1/connect/hostaway')).status, 200)
  assert.equal(await seen(), false)
  assert.equal((await app.get(`/v1/guests/${guestId}`, { key })).status, 404)
  assert.equal((await app.get(`/v1/guests/${guestId}`)).status, 200)
})
