/** Every connector against its simulator: what was imported is what the vendor has, field by field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { addDays } from '../../simulators/kit/clock.ts'
import { relayedFields, relayWords } from '../../simulators/relayed-bookings.ts'
import { connectors } from '../../src/connectors/index.ts'
import type { Reconciliation } from '../../src/contract/sync.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from './world.ts'

/** Their stays are put together from several answers, or come once: each is read in full every time. */
const readWhole = ['booking', 'mews']

/** What is asked of a stay while it can be changed stands in no row of it. */
const readWhileOpen = ['airbnb']

/** Rows of stays that are over, each with what is new whenever it was read again. */
async function readRows({ db, clock }: TestApp) {
  const { rows } = await sql<{ id: string; version: string }>`
    select s.external_id as id, s.xmin::text as version from sync_rows s
    join reservations r on r.workspace_id = s.workspace_id and r.connection_id = s.connection_id
      and r.external_id = s.external_id and r.check_out < ${clock.now()}::date - 1`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Stays whose rows would be read again although nothing changed. */
async function unknownAgain({ db, clock }: TestApp, vendor: string): Promise<string[]> {
  const over = readWhileOpen.includes(vendor) ? sql`check_out < ${clock.now()}::date - 10` : sql`true`
  const { rows } = await sql<{ id: string }>`
    select external_id as id from reservations where source_hash is not null and ${over}
    except select external_id from sync_rows where kind = 'reservation'`.execute(db)
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
async function relayedHere({ db }: TestApp, booked: readonly Relayed[]): Promise<Relayed[]> {
  const { rows } = await sql<Relayed>`
    select external_id as id, source, case when source = 'direct' then '' else confirmation_code end as code
    from reservations where external_id = any(${booked.map(({ id }) => id)}::text[])`.execute(db)
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
    const simulator = await startSimulator(vendor, { listings: 3, reservations: 30, rateLimit: 'off' })
    const booked = bookAtChannels(simulator)
    const app = await startTestApp({
      now: new Date(simulator.clock.nowMs()).toISOString(),
      env: { ...simulator.partner, VENDOR_BASE_URLS: `${vendor}=${simulator.url}` },
    })
    const worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
    const rest = () =>
      until('the sync engine to come to rest', async () => {
        const { rows } = await sql`
            select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
          app.db,
        )
        return rows.length === 0
      })
    try {
      const { credentials } = simulator
      const connected = await app.post(`/v1/connect/${vendor}/credentials`, { credentials })
      assert.equal(connected.status, 200, connected.text)
      await rest()
      const byId = (one: Relayed, other: Relayed) => one.id.localeCompare(other.id)
      assert.deepEqual((await relayedHere(app, booked)).toSorted(byId), booked.toSorted(byId))
      const before = await readRows(app)
      if (!readWhole.includes(vendor)) assert.deepEqual(await unknownAgain(app, vendor), [])
      const url = `/v1/connections/${String(connected.body['pmsConnectionId'])}/reconciliation`
      assert.equal((await app.post(url)).status, 202)
      await rest()
      const { latest } = (await app.get(url)).body as unknown as Reconciliation
      assert.deepEqual(latest?.differences, [])
      assert.ok((latest?.stays_compared ?? 0) > 0)
      assert.equal(latest?.proven, true, JSON.stringify(latest))
      const after = await readRows(app)
      assert.deepEqual(
        [...before].filter(([id, version]) => after.get(id) !== version).map(([id]) => id),
        [],
        'stays that are over and did not change were read again',
      )
    } finally {
      await worker.stop()
      await app.close()
      await simulator.close()
    }
  })
}
