/** Threads and messages of Airbnb in its own words. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../bookings/pms-world.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
let threadId: string
before(async () => {
  world = await startAirbnbWorld()
  const all = rowsOf(await world.app.get(`${base}/messaging?limit=100`))
  for (const { id } of all) {
    const { body } = await world.app.get(`${base}/messaging/${String(id)}/messages`)
    if ([...(body['data'] ?? [])].length > 1) threadId = String(id)
  }
  assert.ok(threadId, 'nobody wrote twice')
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const at = (path = '') => `${base}/messaging/${threadId}${path}`
const send = (body: object, key?: string) => world.send('POST', at('/messages'), body, key)
const inThread = async () => {
  const { body } = await world.app.get(`/v1/conversations/${threadId}`)
  return world
    .state('messages')
    .filter((row) => String(row['conversationId']) === String(body['externalThreadId']))
}

test('threads are listed and read, with their host and their guest', async () => {
  const list = await world.app.get(`${base}/messaging?limit=100`)
  const rows = rowsOf(list)
  assert.equal(list.body['pagination']?.['total'], rows.length)
  assert.equal(list.body['dataFreshness']?.['stale'], false)
  assert.equal(rows.length, world.state('conversations').length)
  assert.ok(rows.every((row) => row['accountId'] === world.hostId))
  assert.deepEqual(
    dataOf(await world.app.get(at())),
    rows.find(({ id }) => id === threadId),
  )
  assert.deepEqual(
    rowsOf(await world.app.get(`${base}/messaging?limit=100&account_id=${world.hostId}`)),
    rows,
  )
  const error = errorOf(await world.app.get(`${base}/messaging?account_id=nobody`), 404, 'not_found')
  assert.deepEqual(error['valid_values'], [world.hostId])
})

test('messages come newest first in pages, or all at once from the oldest', async () => {
  const paged = await world.app.get(at('/messages'))
  const rows = rowsOf(paged)
  const all = await world.app.get(at('/messages?all=true'))
  assert.deepEqual(rowsOf(all), rows.toReversed())
  assert.equal('pagination' in all.body, false)
  assert.equal(paged.body['pagination']?.['total'], rows.length)
  assert.deepEqual(
    rows.map((row) => row['externalMessageId']).toSorted(),
    (await inThread()).map((row) => row['id']).toSorted(),
  )
  const host = rows.filter((row) => row['senderType'] === 'host')
  assert.ok(host.every((row) => row['userId'] === world.hostId))
  errorOf(await world.app.get(at('/messages?all=true&cursor=abc')), 422, 'invalid_params')
})

test('a message is sent once under its key', async () => {
  const body = { message: 'The key is in the box.' }
  const before = (await inThread()).length
  const rehearsed = await world.send('POST', at('/messages?dry_run=true'), body)
  assert.deepEqual([rehearsed.status, rehearsed.body['dryRun']], [200, true])
  const first = await send(body, 'message-1')
  assert.equal(first.status, 201, first.text)
  assert.equal((await send(body, 'message-1')).text, first.text)
  const now = await inThread()
  assert.equal(now.length, before + 1)
  assert.ok(now.some((row) => row['id'] === first.body['externalMessageId']))
  const [shown] = rowsOf(await world.app.get(at('/messages')))
  assert.deepEqual([shown?.['message'], shown?.['senderType']], ['The key is in the box.', 'host'])
})

test('what stands in the way of a message has the code of Airbnb', async () => {
  const path = '/v2/messages'
  world.simulator.faults.add({ kind: '429', count: 40, path })
  const limited = errorOf(await send({ message: 'One.' }), 429, 'airbnb_rate_limited')
  assert.equal(typeof limited['retry_after'], 'number')
  world.simulator.faults.clear()
  world.simulator.faults.add({ kind: 'drop', count: 40 })
  errorOf(await send({ message: 'Two.' }), 502, 'airbnb_error')
  world.simulator.faults.clear()
  const picture = { message: 'Look.', mediaUrl: 'https://files.example.com/a.png', mediaType: 'image/png' }
  errorOf(await send(picture), 422, 'channel_not_supported')
  assert.equal(
    errorOf(await send({ message: 'x', mediaType: 'image/png' }), 400, 'invalid_body')['field'],
    'mediaType',
  )
  const set = (column: string, value: string) =>
    sql`update connections set ${sql.ref(column)} = ${value} where id = ${world.connectionId}`.execute(
      world.app.db,
    )
  await set('status', 'error')
  errorOf(await send({ message: 'Three.' }), 403, 'connection_reauth_required')
  await set('status', 'inactive')
  errorOf(await send({ message: 'Three.' }), 409, 'no_connection')
  await set('status', 'active')
  // A thread that is not there any more.
  const { rows } = await sql<{ external_id: string }>`
    select external_id from conversations where id = ${threadId}`.execute(world.app.db)
  const setThread = (id: string) =>
    sql`update conversations set external_id = ${id} where id = ${threadId}`.execute(world.app.db)
  await setThread('1')
  errorOf(await send({ message: 'Four.' }), 422, 'airbnb_rejected')
  await setThread(rows[0]?.external_id ?? '')
})

test('no call is known that changes a message, and that is said after everything else', async () => {
  const [message] = rowsOf(await world.app.get(at('/messages')))
  const url = at(`/messages/${String(message?.['id'])}`)
  const orders: [object, number, string, string?][] = [
    [{ action: 'Edit', message: 'x' }, 400, 'invalid_action', 'action'],
    [{ action: 'edit' }, 400, 'invalid_body', 'message'],
    [{ action: 'react', message: 'x' }, 400, 'invalid_body', 'message'],
    [{ action: 'react' }, 400, 'invalid_body', 'reaction'],
    [{ action: 'read', reaction: 'heart' }, 400, 'invalid_body', 'reaction'],
    [{ action: 'edit', message: 'x' }, 422, 'channel_not_supported'],
    [{ action: 'unsend' }, 422, 'channel_not_supported'],
    [{ action: 'read' }, 422, 'channel_not_supported'],
    [{ action: 'react', reaction: 'heart' }, 422, 'channel_not_supported'],
  ]
  for (const method of ['POST', 'PATCH']) {
    for (const [body, status, code, field] of orders)
      assert.equal(errorOf(await world.send(method, url, body), status, code)['field'], field)
    errorOf(await world.send(method, at('/messages/999999'), { action: 'read' }), 404, 'not_found')
  }
})
