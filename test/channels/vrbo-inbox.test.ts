/** A Vrbo account over its API on the real server: what happens there stands here, and what is written here stands there. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { keepAddress } from '../../src/features/sync/inbound/keep-address.ts'
import { sendReceipts } from '../../src/features/sync/inbound/receipts.ts'
import { createLocks } from '../../src/platform/locks.ts'
import { makerOf } from '../harness/fixtures.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { until } from '../harness/until.ts'
import { startVrboWorld, type VrboRow, type VrboWorld } from './vrbo-world.ts'

let world: VrboWorld
before(async () => {
  world = await startVrboWorld()
})
after(() => world?.close())

it('a message is sent once, stands in the thread there, and is shown with what became of it', async () => {
  const [thread] = await world.list('/v1/conversations')
  assert.ok(thread)
  const path = `/v1/conversations/${String(thread['id'])}/messages`
  const send = () => world.send('POST', path, { message: 'The key is in the box.' }, 'key in the box')
  const sent = await send()
  assert.equal(sent.status, 200, sent.text)
  assert.equal((await send()).text, sent.text)
  const all = async () =>
    (await world.list(`${path}?limit=100`)).filter(({ body }) => body === 'The key is in the box.')
  assert.equal((await all()).length, 1)
  await world.pass(600)
  await until('the verdict', async () => {
    await world.control('/messages', { conversationId: thread['externalThreadId'], body: 'Thanks!' })
    await world.pass(600)
    return (await all())[0]?.['moderation'] === 'accepted'
  })
  assert.equal((await all()).length, 1)
  const there = world.simulator.operations.state(new Set())['messages'] as VrboRow[]
  assert.equal(there.filter(({ body }) => body === 'The key is in the box.').length, 1)
})

it('a message that Vrbo holds back is shown as blocked', async () => {
  const [thread] = await world.list('/v1/conversations')
  assert.ok(thread)
  const path = `/v1/conversations/${String(thread['id'])}/messages`
  assert.equal((await world.send('POST', path, { message: 'Please pay me outside.' })).status, 200)
  await until('the verdict', async () => {
    await world.control('/messages', { conversationId: thread['externalThreadId'], body: 'Why?' })
    await world.pass(600)
    const rows = await world.list(`${path}?limit=100`)
    return rows.find(({ body }) => body === 'Please pay me outside.')?.['moderation'] === 'blocked'
  })
})

it('a question before a booking is an inquiry, which only the account at Vrbo pre-approves', async () => {
  const { id: thread } = await world.control('/guests/ask', {})
  await world.pass(600)
  const rows = await world.list('/v1/inquiries?limit=100')
  const found = rows.find(({ channel }) => channel === 'vrbo')
  assert.ok(found, `no inquiry for ${String(thread)}: ${JSON.stringify(rows)}`)
  assert.equal(found['status'], 'open')
  const path = `/v1/conversations/${String(found['conversationId'])}/pre-approval`
  errorOf(await world.send('POST', path), 422, 'channel_not_supported')
})

it('a review is answered once, and one that Vrbo keeps closed is not', async () => {
  const rows = (await world.list('/v1/reviews?limit=100&platform=vrbo')) as (VrboRow & {
    response: unknown
  })[]
  const open = rows.find(({ response }) => response === null)
  assert.ok(open, 'no review waits for an answer')
  const path = `/v1/reviews/${String(open['id'])}/reply`
  const reply = () => world.send('POST', path, { message: 'Thank you for staying.' }, 'thanks')
  const done = await reply()
  assert.equal(done.status, 201, done.text)
  assert.equal((await reply()).text, done.text)
  errorOf(await world.send('POST', path, { message: 'Again.' }), 409, 'already_replied')
  const others = await world.list('/v1/reviews?limit=100')
  const closed = others.find(({ platform, response }) => platform === null && response === null)
  assert.ok(closed)
  const refused = await world.send('POST', `/v1/reviews/${String(closed['id'])}/reply`, { message: 'Hello.' })
  assert.ok([409, 422].includes(refused.status), refused.text)
})

const keeping = async (work: (keep: () => Promise<number>) => Promise<void>) => {
  const locks = createLocks({ pool: world.app.services.pool, log: world.app.services.log })
  const taken = new Set<string>()
  await work(() => keepAddress(world.app.services, world.connector, { taken, locks })).finally(() =>
    locks.close(),
  )
}
const waiting = async () =>
  (await sql<{ attempts: number }>`select attempts from booking_receipts`.execute(world.app.db)).rows
const there = (code: unknown) =>
  (world.simulator.operations.state(new Set())['reservations'] as VrboRow[]).find(
    (row) => row['referenceNumber'] === code,
  )
const here = async (code: unknown) =>
  (await world.list('/v1/reservations?limit=100')).find(({ confirmationCode }) => confirmationCode === code)

it('what could not be delivered is read all the same, and its receipt is sent once it is stored', async () => {
  const { services } = world.app
  await keeping(async (keep) => {
    assert.equal(await keep(), 0)
    const booking = await world.control('/reservations', {})
    const code = booking['referenceNumber']
    // What came is written down, and nothing is stored yet.
    await world.pause()
    await until('the failed delivery', async () => (await keep()) > 0)
    assert.equal((await waiting()).length, 1)
    assert.equal(await here(code), undefined)
    world.simulator.faults.add({ kind: '500', count: 50, path: '/supply/lodging/graphql' })
    await sendReceipts(services)
    world.simulator.faults.clear()
    assert.deepEqual([await here(code), there(code)?.['confirmedAs']], [undefined, null])
    assert.equal((await waiting())[0]?.attempts, 1)

    // Stored, and the process dies before Vrbo hears of it.
    world.wait(60)
    const joined = services.connectors
    const { appWebhook } = world.connector
    assert.ok(appWebhook)
    const confirm = () => Promise.reject(new Error('killed'))
    services.connectors = { vrbo: { ...world.connector, appWebhook: { ...appWebhook, confirm } } }
    await sendReceipts(services).finally(() => (services.connectors = joined))
    const stored = await here(code)
    assert.ok(stored, 'the booking is stored first')
    assert.equal(there(code)?.['confirmedAs'], null)

    // Whoever comes after it goes on with what is written down.
    world.wait(3600)
    await sendReceipts(services)
    assert.equal(there(code)?.['confirmedAs'], stored['id'])
    assert.deepEqual(await waiting(), [])
    await world.resume()
  })
})

it('of two workspaces with the account both read a booking, and one confirms it', async () => {
  const { app } = world
  const other = await app.addWorkspace()
  const [link] = (
    await sql<{ connectionId: string; externalId: string }>`
      select connection_id::text as "connectionId", external_id as "externalId" from listing_links
      where workspace_id = ${app.workspace.id} limit 1`.execute(app.db)
  ).rows
  assert.ok(link)
  const { rows: links } = await sql<{ externalId: string }>`
    select external_id as "externalId" from listing_links where workspace_id = ${app.workspace.id}`.execute(
    app.db,
  )
  const id = Number(link.connectionId) + 1_000
  await sql`
    insert into connections
    select (jsonb_populate_record(c, jsonb_build_object('workspace_id', ${other.id}::bigint, 'id', ${id}::bigint,
            'connected_at', c.connected_at + interval '1 hour'))).*
    from connections c where c.workspace_id = ${app.workspace.id} and c.id = ${link.connectionId}`.execute(
    app.db,
  )
  for (const { externalId } of links) {
    const listing = await makerOf(app.db, other.live).listing()
    await sql`
      insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      values (${other.id}, ${id}, ${externalId}, ${listing})`.execute(app.db)
  }
  const placesOf = async (table: 'booking_receipts' | 'sync_fetches') =>
    (
      await sql<{ workspaceId: string }>`
        select distinct workspace_id::text as "workspaceId" from ${sql.table(table)} order by 1`.execute(
        app.db,
      )
    ).rows.map(({ workspaceId }) => workspaceId)
  try {
    await keeping(async (keep) => {
      await keep()
      await world.pause()
      await world.control('/reservations', {})
      await until('the failed delivery', async () => (await keep()) > 0)
      assert.deepEqual(await placesOf('booking_receipts'), [app.workspace.id])
      assert.deepEqual(await placesOf('sync_fetches'), [app.workspace.id, other.id].toSorted())
      await sendReceipts(app.services)
      assert.deepEqual(await waiting(), [])
    })
  } finally {
    await sql`delete from sync_fetches where workspace_id = ${other.id}`.execute(app.db)
    await sql`update connections set status = 'disconnected' where workspace_id = ${other.id}`.execute(app.db)
  }
  await world.resume()
})

it('a receipt that Vrbo does not want any more is not sent for ever', async () => {
  await keeping(async (keep) => {
    await keep()
    const booking = await world.control('/reservations', {})
    await until('the failed delivery', async () => (await keep()) > 0)
    await sql`update booking_receipts set token = 'of yesterday'`.execute(world.app.db)
    await sendReceipts(world.app.services)
    assert.deepEqual([await waiting(), there(booking['referenceNumber'])?.['confirmedAs']], [[], null])
  })
})
