/** Every connector against its simulator: what was imported is what the vendor has, field by field. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { RunningSimulator } from '../../simulators/index.ts'
import { addDays } from '../../simulators/kit/clock.ts'
import { relayedFields, relayWords } from '../../simulators/relayed-bookings.ts'
import { connectors } from '../../src/connectors/index.ts'
import type { Reconciliation } from '../../src/contract/sync.ts'
import { startVendorsWorld, type VendorsWorld } from './vendors-world.ts'

let world: VendorsWorld
before(async () => {
  world = await startVendorsWorld(Object.keys(connectors), { listings: 3, reservations: 30 })
})
after(() => world.close())

/** Their stays are put together from several answers, or come once: each is read in full every time. */
const readWhole = ['booking', 'mews']

/** What is asked of a stay while it can be changed stands in no row of it. */
const readWhileOpen = ['airbnb']

/** Rows of stays that are over, each with what is new whenever it was read again. */
async function readRows(workspaceId: string) {
  const { db, clock } = world.app
  const { rows } = await sql<{ id: string; version: string }>`
    select s.external_id as id, s.xmin::text as version from sync_rows s
    join reservations r on r.workspace_id = s.workspace_id and r.connection_id = s.connection_id
      and r.external_id = s.external_id and r.check_out < ${clock.now()}::date - 1
    where s.workspace_id = ${workspaceId}`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Stays whose rows would be read again although nothing changed. */
async function unknownAgain(workspaceId: string, vendor: string): Promise<string[]> {
  const { db, clock } = world.app
  const over = readWhileOpen.includes(vendor) ? sql`check_out < ${clock.now()}::date - 10` : sql`true`
  const { rows } = await sql<{ id: string }>`
    select external_id as id from reservations
    where workspace_id = ${workspaceId} and source_hash is not null and ${over}
    except select external_id from sync_rows where workspace_id = ${workspaceId} and kind = 'reservation'`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Where guests book the first home, which the PMS then tells of, and how it is named here. */
const relayed = [
  { channel: 'airbnb', code: 'HMRELAYED7', source: 'airbnb' },
  { channel: 'booking', code: '4711170815', source: 'booking.com' },
  { channel: 'direct', code: '', source: 'direct' },
] as const
type Relayed = { id: string; source: string; code: string }

function bookAtChannels({ vendor, clock, operations }: RunningSimulator): Relayed[] {
  if (relayWords[vendor] === undefined) return []
  const { listings } = operations.state(new Set()) as { listings: { id: string | number }[] }
  const homeId = String(listings[0]?.id)
  return relayed.map(({ channel, code, source }, index) => {
    // Nothing is booked so far ahead.
    const [arrival, departure] = [300, 302].map((days) => addDays(clock.today(), days + 10 * index))
    const booking = { homeId, channel, code, arrival: arrival ?? '', departure: departure ?? '' }
    const { id } = operations.createReservation(relayedFields(vendor, booking)) as { id: string | number }
    return { id: String(id), source, code }
  })
}

/** The stays among these that are here, each with its code if a channel gave one. */
async function relayedHere(workspaceId: string, booked: readonly Relayed[]): Promise<Relayed[]> {
  const { rows } = await sql<Relayed>`
    select external_id as id, source, case when source = 'direct' then '' else confirmation_code end as code
    from reservations
    where workspace_id = ${workspaceId} and external_id = any(${booked.map(({ id }) => id)}::text[])`.execute(
    world.app.db,
  )
  return rows
}

test('every PMS of homes tells of bookings of channels', () => {
  const ofHomes = Object.values(connectors).filter(
    ({ manifest }) => manifest.category === 'pms' && manifest.model === 'home',
  )
  assert.deepEqual(Object.keys(relayWords), ofHomes.map(({ manifest }) => manifest.id).toSorted())
})

for (const vendor of Object.keys(connectors)) {
  test(`${vendor}: stays that were just imported are proven to be the vendor’s`, async () => {
    const { app } = world
    const workspace = await app.addWorkspace()
    const asked = { key: workspace.liveKey }
    const booked = bookAtChannels(world.simulator(vendor))
    const connectionId = await world.connect(vendor, workspace)
    await world.rest()
    const byId = (one: Relayed, other: Relayed) => one.id.localeCompare(other.id)
    assert.deepEqual((await relayedHere(workspace.id, booked)).toSorted(byId), booked.toSorted(byId))
    const before = await readRows(workspace.id)
    if (!readWhole.includes(vendor)) assert.deepEqual(await unknownAgain(workspace.id, vendor), [])
    const url = `/v1/connections/${connectionId}/reconciliation`
    assert.equal((await app.post(url, undefined, asked)).status, 202)
    await world.rest()
    const { latest } = (await app.get(url, asked)).body as unknown as Reconciliation
    assert.deepEqual(latest?.differences, [])
    assert.ok((latest?.stays_compared ?? 0) > 0)
    assert.equal(latest?.proven, true, JSON.stringify(latest))
    const after = await readRows(workspace.id)
    assert.deepEqual(
      [...before].filter(([id, version]) => after.get(id) !== version).map(([id]) => id),
      [],
      'stays that are over and did not change were read again',
    )
  })
}
