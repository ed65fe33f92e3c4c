/**
 * A walk over changed bookings that takes the vendor's whole allowance for minutes keeps nobody else waiting: with the
 * limits of the vendor, the intervals nobody changed, and the clock running as it does outside.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { Connector, InboundRegistration, VendorOperations } from '../../src/connector-kit/connector.ts'
import { hostaway } from '../../src/connectors/hostaway/index.ts'
import { startSync, type SyncWorker } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import type { VendorRow } from './world.ts'

/** At 15 calls in ten seconds they alone take more than four minutes. */
const pagesOfWalk = 400
const walkSeconds = (pages: number) => (pages / 15) * 10
/** A hint waits half a second for others like it, and then for the step that is under way. */
const hintWithinMs = 10_000
const calendarWithinMs = 20_000
const tickMs = 50

let simulator: RunningSimulator
let app: TestApp
let worker: SyncWorker
let connectionId: string
let registered: (InboundRegistration & { url: string }) | undefined
let ticking: NodeJS.Timeout

before(async () => {
  simulator = await startSimulator('hostaway', { listings: 2, reservations: 3, seed: 3 })
  app = await startTestApp({
    now: new Date(simulator.clock.nowMs()).toISOString(),
    env: { VENDOR_BASE_URLS: `hostaway=${simulator.url}` },
  })
  app.services.connectors = { ...app.services.connectors, hostaway: busy(hostaway as Connector) }
  ticking = setInterval(() => app.clock.advance(tickMs), tickMs)
  const connected = await app.post('/v1/connect/hostaway/credentials', {
    credentials: simulator.credentials,
    writePolicy: { reservations: { api: true } },
  })
  assert.equal(connected.status, 200, connected.text)
  connectionId = String(connected.body['pmsConnectionId'])
  worker = await startSync(app.services)
  const imported = async () =>
    (await app.get('/v1/connect/hostaway')).body['import']?.['status'] as unknown as string
  await until('the import to complete', async () => (await imported()) === 'completed', {
    withinMs: 120_000,
    everyMs: 200,
  })
})
after(async () => {
  await worker.stop()
  clearInterval(ticking)
  await app.close()
  await simulator.close()
})

/** The same vendor with an account in which so many bookings changed that reading them takes minutes. */
function busy(connector: Connector): Connector {
  const { reservations, inbound } = connector.operations
  assert.ok(reservations && inbound)
  const operations: VendorOperations = {
    ...connector.operations,
    reservations: {
      ...reservations,
      async page(context, place) {
        if (place.since === null) return reservations.page(context, place)
        const left = place.cursor === null ? pagesOfWalk : Number(place.cursor)
        const page = await reservations.page(context, { ...place, cursor: null })
        return { ...page, next: left > 1 ? String(left - 1) : null }
      },
    },
    inbound: {
      ...inbound,
      async register(context, target) {
        const registration = await inbound.register(context, target)
        registered = { ...registration, url: target.url }
        return registration
      },
    },
  }
  return { ...connector, operations }
}

const calls = (path: RegExp) => simulator.calls.list().filter((call) => path.test(call.path))
const pagesRead = () => calls(/^\/v1\/reservations$/).length

async function soon(what: string, withinMs: number, condition: () => Promise<boolean> | boolean) {
  const began = performance.now()
  await until(what, condition, { withinMs, everyMs: 50 })
  return performance.now() - began
}

async function knows(code: string): Promise<boolean> {
  const { body } = await app.get('/v1/reservations?limit=100')
  return (body['data'] as unknown as { confirmationCode: string }[]).some(
    ({ confirmationCode }) => confirmationCode === code,
  )
}

async function hasReadConversations(): Promise<boolean> {
  const { body } = await app.get(`/v1/connections/${connectionId}/runs?kind=incremental`)
  const runs = body['data'] as unknown as { entities: { entity: string; done: boolean }[] }[]
  return runs.some(({ entities }) => entities.some(({ entity, done }) => entity === 'conversations' && done))
}

async function deliver(row: VendorRow): Promise<void> {
  assert.ok(registered)
  const { url, secrets } = registered
  const authorization = `Basic ${Buffer.from(`${secrets['login']}:${secrets['password']}`).toString('base64')}`
  const body = { object: 'reservation', event: 'reservation.created', accountId: 1, data: { id: row.id } }
  const answer = await app.post(new URL(url).pathname, body, { headers: { authorization } })
  assert.equal(answer.status, 200, answer.text)
}

test('while the walk has the whole allowance, hints, calendars and other lists are read', async () => {
  simulator.calls.clear()
  app.clock.advance(60_000)
  await until('the walk to use up what the vendor allows', () => pagesRead() >= 15, { everyMs: 50 })

  const row = simulator.operations.createReservation({}) as VendorRow
  await deliver(row)
  const code = String(
    row['confirmationCode'] || row['channelReservationId'] || row['reservationId'] || row.id,
  )
  await soon('the hinted booking', hintWithinMs, () => knows(code))

  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from listings where workspace_id = ${app.workspace.id} and unit_count = 1
    order by id limit 1`.execute(app.db)
  const [listing] = rows
  assert.ok(listing)
  const sold = await app.post('/v1/reservations', {
    listingId: listing.id,
    checkIn: '2027-03-01',
    checkOut: '2027-03-04',
    guest: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    adults: 2,
  })
  assert.equal(sold.status, 201, sold.text)
  const ofListing = new RegExp(`^/v1/listings/${listing.external_id}/calendar$`)
  const readBefore = calls(ofListing).length
  await soon(
    'the calendar of the listing that was sold',
    calendarWithinMs,
    () => calls(ofListing).length > readBefore,
  )
  await soon('the list of conversations', calendarWithinMs, hasReadConversations)

  assert.ok(walkSeconds(pagesOfWalk - pagesRead()) > 120, 'the walk goes on for minutes')
  const refused = simulator.calls.list().filter(({ status }) => status === 429)
  assert.deepEqual(refused, [], 'the vendor’s limit was kept')
})
