/** How far back bookings are read is said when the account is connected, and stays so. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import type { TestWorkspace } from '../harness/app.ts'
import { startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world.close())

const back = (days: number) =>
  new Date(world.app.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)

async function connected(of: TestWorkspace, months?: number): Promise<void> {
  const { app } = world
  const ask = {
    redirectUrl: 'https://app.example.com/connected',
    ...(months === undefined ? {} : { reservationHistoryMonths: months }),
  }
  const session = await app.post('/v1/connect/airbnb', ask, { key: of.liveKey })
  assert.equal(session.body['oauthUrl'], session.body['url'], session.text)
  assert.equal(session.status, 200, session.text)
  const body = { sessionId: session.body['sessionId'], credentials: world.simulator.credentials }
  const done = await app.post('/v1/connect/airbnb/credentials', body, { key: null })
  assert.equal(done.status, 200, done.text)
  await world.pass(60)
}

const codes = async (of: TestWorkspace): Promise<string[]> => {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from reservations where workspace_id = ${of.live.workspaceId} order by external_id`.execute(
    world.app.db,
  )
  return rows.map((row) => row.external_id)
}

it('reads past stays of so many months, at first and in every full pass, and all where nothing was said', async () => {
  const listing_id_str = String(world.state('listings')[0]?.['id'])
  const stay = async (days: number) => {
    const dates = { start_date: back(days), end_date: back(days - 3) }
    return (await world.there<{ id: string }>('/reservations', { listing_id_str, ...dates })).id
  }
  const [recent, old] = [await stay(20), await stay(120)]
  const [whole, limited] = [await world.app.addWorkspace(), await world.app.addWorkspace()]
  await connected(whole)
  await connected(limited, 1)
  const all = await codes(whole)
  assert.ok(all.includes(old) && all.includes(recent))
  const some = await codes(limited)
  assert.ok(some.includes(recent) && !some.includes(old))
  // A day later everything is read anew, and nothing that is known has gone by it.
  await world.pass(25 * 3600)
  assert.deepEqual(await codes(limited), some)
  // Connected once more, nothing of it is forgotten or found.
  await connected(whole, 1)
  await world.pass(25 * 3600)
  const { rows } = await sql<{ status: string }>`
    select status from reservations
    where workspace_id = ${whole.live.workspaceId} and external_id = ${old}`.execute(world.app.db)
  assert.deepEqual(rows, [{ status: 'confirmed' }])
})
