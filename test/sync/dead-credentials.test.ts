/** An account whose provider no longer lets us in: what is said, what is kept, and how it comes back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { DataFreshness } from '../../src/contract/freshness.ts'
import type { SyncRun } from '../../src/contract/sync.ts'
import { startWorld, type VendorRow, type World } from './world.ts'

let world: World
let id: string
before(async () => {
  world = await startWorld({ listings: 3, reservations: 12, seed: 4 })
  id = await world.connect()
  await world.startWorker()
  await world.settle()
})
after(() => world.close())

interface Shown {
  id: string
  connected: boolean
  status: string
  fixUrl?: string
  action: { required: boolean; reason: string; message: string } | null
  dataFreshness: DataFreshness
}
const shown = () => world.get<Shown>('/v1/connect/hostaway')
const listed = async () => (await world.all<Shown>('/v1/connect'))[0]
async function accountEvents() {
  const { rows } = await sql<{ type: string; data: string; account: { id: string } }>`
    select type, data, account from events
    where workspace_id = ${world.app.workspace.id} and type like 'account.%' order by sequence`.execute(
    world.app.db,
  )
  return rows.map(({ type, data, account }) => ({
    type,
    account: account.id,
    reason: (JSON.parse(data) as { reason?: string }).reason,
  }))
}
const created = { type: 'account.created', reason: undefined }
const disconnected = { type: 'account.disconnected', reason: 'auth_expired' }
const stays = async () => (await world.all('/v1/reservations')).length

test('a token that expired is renewed, and nobody hears of it', async () => {
  world.simulator.faults.add({ kind: 'token_expired', count: 1 })
  await world.pass(61)
  const { status, action, fixUrl } = await shown()
  assert.deepEqual([status, action, fixUrl], ['active', null, undefined])
  assert.deepEqual(await accountEvents(), [{ ...created, account: id }])
})

let kept: { stays: number; listings: number; at: string }
test('an access that is refused for good is shown, told once, and tried rarely', async () => {
  kept = {
    stays: await stays(),
    listings: (await world.all('/v1/listings')).length,
    at: String((await shown()).dataFreshness.lastSyncedAt),
  }
  world.simulator.faults.add({ kind: 'token_expired', seconds: 1_000_000 })
  await world.pass(61)
  assert.deepEqual([(await shown()).status, (await shown()).action], ['active', null])
  await world.pass(301)
  const dead = await shown()
  assert.deepEqual([dead.id, dead.connected, dead.status], [id, false, 'error'])
  assert.deepEqual([dead.action?.required, dead.action?.reason], [true, 'reauth_required'])
  assert.match(String(dead.action?.message), /Connect the account again/)
  assert.match(String(dead.fixUrl), /^http:\/\/lodgewire\.test\/v1\/connect\/resume\?t=/)
  const row = await listed()
  assert.deepEqual([row?.status, row?.fixUrl, row?.action?.reason], ['error', dead.fixUrl, 'reauth_required'])
  const { stale, reason, lastSyncedAt, accounts } = dead.dataFreshness
  assert.deepEqual([stale, lastSyncedAt, accounts?.[0]?.fixUrl], [true, kept.at, dead.fixUrl])
  assert.equal(reason, `host_disconnected_since_${world.app.clock.now().toISOString()}`)
  assert.deepEqual(await accountEvents(), [
    { ...created, account: id },
    { ...disconnected, account: id },
  ])
  const [run] = await world.all<SyncRun>(`/v1/connections/${id}/runs?kind=incremental`)
  assert.equal(run?.state, 'failed')
  assert.equal(run?.errors[0]?.entity, 'reservations')
  assert.ok(run?.errors[0]?.calls.some(({ status }) => status === 403 || status === 401))

  world.simulator.calls.clear()
  await world.pass(10 * 3600)
  assert.ok(world.simulator.calls.list().length <= 3, 'it was tried once')
  assert.equal((await accountEvents()).length, 2)
  assert.deepEqual([await stays(), (await world.all('/v1/listings')).length], [kept.stays, kept.listings])
})

test('connected again it is the same connection, and what happened meanwhile is caught up', async () => {
  world.simulator.faults.clear()
  const told = (await world.events()).length
  const booked = world.simulator.operations.createReservation({}) as VendorRow
  const [known] = world.state().reservations.filter(({ id: one }) => one !== booked.id)
  world.simulator.operations.updateReservation(String(known?.id), { totalPrice: 4321 })
  assert.equal(await world.connect(), id)
  await world.settle()
  const back = await shown()
  assert.deepEqual([back.status, back.action, back.fixUrl], ['active', null, undefined])
  assert.equal(back.dataFreshness.stale, false)
  assert.deepEqual(
    (await accountEvents()).map(({ type }) => type),
    ['account.created', 'account.disconnected', 'account.created'],
  )
  const news = (await world.events()).slice(told).map(({ type }) => type)
  assert.deepEqual(news.sort(), ['reservation.created', 'reservation.updated'])
  assert.equal(await stays(), kept.stays + 1)
  const kinds = (await world.all<SyncRun>(`/v1/connections/${id}/runs`)).map(({ kind }) => kind)
  assert.equal(kinds.filter((kind) => kind !== 'incremental').length, 1)
})
