/** More listings at the source than the plan allows: those beyond it are read, kept up to date, and held back. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { changeTerms } from '../../src/features/tenancy/plans/change-terms.ts'
import type { LimitOverrides, PlanName } from '../../src/contract/plans.ts'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

let vendor: FakeVendor
let world: World

beforeEach(async () => {
  vendor = fakeVendor()
  for (const name of ['A', 'B', 'C', 'D', 'E']) vendor.listings.set(name, listing(name))
  world = await startFakeWorld(vendor.connector)
  await setTerms('free')
})
afterEach(() => world.close())

async function setTerms(
  plan: PlanName,
  overrides: LimitOverrides = { monthlyRequests: null, dailyRequests: null },
) {
  const { app } = world
  const about = { origin: 'command', action: 'cli.plans.test', now: app.clock.now() } as const
  await changeTerms(app.db, app.workspace.id, about, () => ({ plan, overrides }))
  app.clock.advance(60_000)
}

async function importAll(): Promise<void> {
  await world.connect()
  await world.startWorker()
  await world.settle()
  world.app.clock.advance(60_000)
}

/** `A`, or `A!` where it is held back. */
async function held(): Promise<string[]> {
  const { rows } = await sql<{ name: string; reason: string | null; archived: boolean }>`
    select external_id as name, inactive_reason as reason, archived_at is not null as archived from listings
    where workspace_id = ${world.app.workspace.id} order by id`.execute(world.app.db)
  return rows.map(
    ({ name, reason, archived }) => name + (reason === 'plan_limit' ? '!' : '') + (archived ? '-' : ''),
  )
}
const list = () => world.app.get('/v1/listings')
const kinds = async () =>
  (await world.events()).map(({ type }) => type).filter((type) => type.startsWith('listing.'))

test('the first import holds back what the plan has no room for, and the API goes on', async () => {
  vendor.stays.set('r1', stay('r1'))
  await importAll()
  assert.deepEqual(await held(), ['A', 'B', 'C', 'D!', 'E!'])
  const answer = await list()
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body['pagination']!['total'], 3)
  assert.equal(answer.body['planNotice']!['listingsHeldBack'], 2)
  const off = await world.all<{ inactiveReason: string }>('/v1/listings?status=inactive')
  assert.deepEqual(
    off.map((row) => row.inactiveReason),
    ['plan_limit', 'plan_limit'],
  )
})

test('what appears later is held back without a word, and comes with a larger plan', async () => {
  await importAll()
  vendor.listings.set('F', listing('F'))
  await world.pass(25 * 3600)
  assert.deepEqual(await held(), ['A', 'B', 'C', 'D!', 'E!', 'F!'])
  assert.deepEqual(await kinds(), [])
  await setTerms('free', { monthlyRequests: null, activeListings: 5 })
  assert.deepEqual(await held(), ['A', 'B', 'C', 'D', 'E', 'F!'])
  assert.deepEqual(await kinds(), ['listing.reactivated', 'listing.reactivated'])
  assert.equal((await list()).body['planNotice']!['listingsHeldBack'], 1)
  await setTerms('custom')
  assert.deepEqual(await held(), ['A', 'B', 'C', 'D', 'E', 'F'])
  assert.equal((await list()).body['planNotice'], undefined)
  const { rows } = await sql<{ previous: unknown }>`
    select previous from record_history where record_type = 'listing' and origin = 'plan'
    and workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
  assert.deepEqual(
    rows.map(({ previous }) => previous),
    Array.from({ length: 3 }, () => ({ active: false, inactiveReason: 'plan_limit' })),
  )
})

test('a smaller plan holds nothing back that was active: whoever owns them chooses', async () => {
  await setTerms('starter')
  await importAll()
  await setTerms('free')
  assert.deepEqual(await held(), ['A', 'B', 'C', 'D', 'E'])
  assert.equal((await list()).status, 402)
})

test('the caller may choose others: what is switched off makes room for what is held back', async () => {
  await importAll()
  const ids = async (query: string) =>
    (await world.all<{ id: string }>(`/v1/listings${query}`)).map(({ id }) => id)
  const [first] = await ids('')
  const back = await ids('?status=inactive')
  const set = (listingIds: unknown[], active: boolean) =>
    world.app.post('/v1/listings/status', { listingIds, active })
  assert.equal((await set(back.slice(0, 1), true)).status, 402)
  assert.equal((await set([first], false)).status, 200)
  assert.equal((await set(back.slice(0, 1), true)).status, 200)
  assert.deepEqual(await held(), ['A', 'B', 'C', 'D', 'E!'])
  assert.equal((await list()).status, 200)
})
