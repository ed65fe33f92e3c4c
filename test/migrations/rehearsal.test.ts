/** The rehearsal of a cutover, from the first day to the last. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { CutoverReply, Migration } from '../../src/contract/migration.ts'
import type { Rehearsal } from '../../src/contract/rehearsal.ts'
import { errorOf } from '../connect/world.ts'
import { startMigrationWorld, type MigrationWorld } from './world.ts'

let world: MigrationWorld
let workspaceId: string
interface Row {
  confirmationCode: string
  checkIn: string
  checkOut: string
}
let upcoming: Row[]
before(async () => {
  world = await startMigrationWorld()
  const [first] = world.state().listings
  world.simulator.operations.updateListing(String(first?.id), {
    airbnbListingUrl: 'https://www.airbnb.com/rooms/53120044',
  })
  workspaceId = await world.moved()
})
after(() => world.close())

const send = (body?: object, id = workspaceId) => world.app.post(`/v1/migrations/${id}/rehearsal`, body)
async function rehearsed(body?: object): Promise<Rehearsal['data']> {
  const answer = await send(body)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as unknown as Rehearsal).data
}
const statuses = ({ items }: Rehearsal['data']) =>
  Object.fromEntries(items.map(({ code, status }) => [code, status]))
const item = ({ items }: Rehearsal['data'], code: string) => items.find((one) => one.code === code)

/** Everything a rehearsal might have touched. */
async function stored(): Promise<string> {
  const { rows } = await sql<{ tables: string }>`
    select jsonb_build_object(
      'reservations', (select jsonb_agg(r order by r.id) from reservations r where r.workspace_id = ${workspaceId}),
      'listings', (select jsonb_agg(l order by l.id) from listings l where l.workspace_id = ${workspaceId}),
      'connections', (select jsonb_agg(c order by c.id) from connections c where c.workspace_id = ${workspaceId}),
      'events', (select count(*) from events e where e.workspace_id = ${workspaceId}),
      'workspace', (select to_jsonb(w) from workspaces w where w.id = ${workspaceId}))::text as tables`.execute(
    world.app.db,
  )
  return rows[0]?.tables ?? ''
}

test('before the import has ended it is no go, and says what to wait for', async () => {
  const first = await rehearsed()
  assert.deepEqual([first.go, first.previous], [false, null])
  assert.equal(item(first, 'import_complete')?.status, 'open')
  assert.match(item(first, 'import_complete')?.todo ?? '', /migration\.completed/)
})

test('afterwards it is better, and without a list some of it is not known', async () => {
  await world.startWorker()
  await world.settle()
  await world.stopWorker()
  const second = await rehearsed({})
  assert.deepEqual(second.better, ['import_complete'])
  assert.deepEqual(second.worse, [])
  assert.equal(second.previous?.go, false)
  assert.deepEqual(statuses(second), {
    import_complete: 'done',
    report_clean: 'done',
    check_clean: 'unknown',
    channels_to_reconnect: 'open',
    nights_at_risk: 'unknown',
  })
  assert.equal(second.go, false)
})

test('with the list it is a go; each day is compared with the one before', async () => {
  const today = world.app.clock.now().toISOString().slice(0, 10)
  const answer = await world.app.get('/v1/reservations?limit=100', world.inChild(workspaceId))
  const rows = [...(answer.body['data'] ?? [])] as unknown as (Row & { id: string; status: string })[]
  const staying = rows.filter(({ status, checkOut }) => status === 'confirmed' && checkOut > today)
  upcoming = staying.map(({ confirmationCode, checkIn, checkOut }) => ({
    confirmationCode,
    checkIn,
    checkOut,
  }))
  assert.ok(upcoming.length > 0)
  const before = await stored()
  const calls = world.simulator.calls.list().length
  const good = await rehearsed({ reservations: upcoming })
  assert.deepEqual([good.go, statuses(good)['check_clean']], [true, 'done'])

  const [lost] = staying
  const bad = await rehearsed({ reservations: upcoming.slice(1) })
  assert.equal(bad.go, false)
  assert.deepEqual(bad.worse, ['check_clean', 'nights_at_risk'])
  assert.equal(bad.previous?.score, good.score)
  assert.ok(bad.score < good.score)
  assert.deepEqual(item(bad, 'check_clean')?.sampleIds, [lost?.id])
  const from = (lost?.checkIn ?? '') > today ? (lost?.checkIn ?? '') : today
  const nights = Temporal.PlainDate.from(from).until(lost?.checkOut ?? from).days
  assert.equal(item(bad, 'nights_at_risk')?.count, nights)
  assert.equal(await stored(), before)
  assert.equal(world.simulator.calls.list().length, calls)
  const kept = (await world.app.get(`/v1/migrations/${workspaceId}`)).body['data'] as unknown as Migration
  assert.deepEqual(
    [kept.rehearsal?.rehearsedAt, kept.rehearsal?.go, kept.rehearsal?.score],
    [bad.rehearsedAt, false, bad.score],
  )
  assert.deepEqual(
    kept.rehearsal?.items,
    bad.items.map(({ code, status, count }) => ({ code, status, count })),
  )
})

test('a listing that is connected in the caller’s own workspace is not to be reconnected', async () => {
  const open = item(await rehearsed(), 'channels_to_reconnect')
  assert.equal(open?.status, 'open')
  const home = await world.connect()
  const parent = world.app.workspace.id
  await world.startWorker()
  await world.settle()
  await world.stopWorker()
  await sql`
    update connections set provider = 'airbnb' where workspace_id = ${parent} and id = ${home}`.execute(
    world.app.db,
  )
  await sql`
    update channel_links
    set external_id = (select min(external_id) from listing_links where workspace_id = ${parent})
    where workspace_id = ${workspaceId} and external_id = '53120044'`.execute(world.app.db)
  const after = item(await rehearsed(), 'channels_to_reconnect')
  assert.equal(after?.count, (open?.count ?? 0) - 1)
  assert.equal(after.change, 'better')
})

test('with a key it is gone through once', async () => {
  const headers = { 'idempotency-key': 'rehearsal-1' }
  const url = `/v1/migrations/${workspaceId}/rehearsal`
  const [first, second] = [
    await world.app.post(url, {}, { headers }),
    await world.app.post(url, {}, { headers }),
  ]
  assert.equal(first.text, second.text)
})

test('a cutover that requires a go is refused without one of the last hour', async () => {
  const cutOver = () => world.app.post(`/v1/migrations/${workspaceId}/cutover`, { requireGo: true })
  await rehearsed()
  const noGo = await cutOver()
  assert.equal(noGo.status, 409, noGo.text)
  assert.deepEqual([errorOf(noGo).code, errorOf(noGo).field], ['invalid_state', 'requireGo'])
  assert.match(String(errorOf(noGo).message), /check_clean is unknown/)
  assert.equal((await rehearsed({ reservations: upcoming })).go, true)
  world.app.clock.advance(3_600_001)
  assert.match(String(errorOf(await cutOver()).message), /no rehearsal of the last hour/)
})

test('after a cutover, which tells of the last rehearsal, there is nothing to rehearse', async () => {
  const last = await rehearsed()
  const cutOver = await world.app.post(`/v1/migrations/${workspaceId}/cutover`)
  assert.equal(cutOver.status, 200, cutOver.text)
  const { rehearsal } = (cutOver.body as unknown as CutoverReply).data
  assert.deepEqual(rehearsal, { rehearsedAt: last.rehearsedAt, go: false, score: last.score })
  const refused = await send()
  assert.equal(refused.status, 409, refused.text)
  assert.equal(errorOf(refused)['code'], 'invalid_state')
  assert.equal(errorOf(refused)['currentStatus'], 'cut_over')
})
