/** Guests book on a channel while the server is down; it reads the channel before it sells the same nights. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { createTestDatabase, openTestPool } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

interface BookedAtAirbnb {
  confirmation_code: string
  listing_id_str: string
  start_date: string
  nights: number
}

describe('after a start', { concurrency: false }, () => {
  const undo: (() => unknown)[] = []
  let simulator: RunningSimulator
  let server: ServerProcess
  let start: () => Promise<ServerProcess>
  let sql: <T>(text: string, values?: unknown[]) => Promise<T[]>
  before(async () => {
    simulator = await startSimulator('airbnb', { listings: 2, reservations: 0, rateLimit: 'off', seed: 3 })
    undo.push(() => simulator.close())
    const database = await createTestDatabase()
    undo.push(database.drop)
    const folder = testFolder()
    undo.push(folder.remove)
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      VENDOR_BASE_URLS: `airbnb=${simulator.url}`,
      // Long enough that regular reading finds nothing.
      SYNC_INTERVAL_SECONDS: '3600',
      ...simulator.partner,
    }
    start = () => startServerProcess(folder.folder, env)
    server = await start()
    undo.push(() => server.stop())
    const pool = openTestPool({ connectionString: database.url, max: 2 })
    undo.push(() => pool.end())
    sql = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
    const connected = await api<object>(
      server,
      server.keys.liveKey,
      'POST',
      '/v1/connect/airbnb/credentials',
      {
        credentials: simulator.credentials,
      },
    )
    assert.equal(connected.status, 200, JSON.stringify(connected.body))
    await until('the first import', async () => {
      const imported = await sql(
        'select from connections where first_import_at is not null and not is_sandbox_id(workspace_id)',
      )
      return imported.length > 0
    })
    // From now on we keep the listings, and Airbnb is only linked.
    await sql(`update listings set connection_id = null, external_id = null, account_id = null, currency = 'EUR',
      default_nightly_price = 100 where not is_sandbox_id(workspace_id)`)
    await sql('delete from calendar_days where not is_sandbox_id(workspace_id)')
  })
  after(async () => {
    for (const step of undo.reverse()) await step()
  })

  const bookedWhileDown = async (): Promise<BookedAtAirbnb> => {
    await server.kill()
    return simulator.operations.createReservation({}) as unknown as BookedAtAirbnb
  }

  const sell = async ({ listing_id_str: external, start_date: checkIn, nights }: BookedAtAirbnb) => {
    const [listing] = await sql<{ id: string }>(
      'select listing_id as id from listing_links where external_id = $1 and not is_sandbox_id(workspace_id)',
      [external],
    )
    const checkOut = String(Temporal.PlainDate.from(checkIn).add({ days: nights }))
    return api<{ error?: { code: string; retry_after?: number } }>(
      server,
      server.keys.liveKey,
      'POST',
      '/v1/reservations',
      {
        listingId: listing?.id,
        checkIn,
        checkOut,
        adults: 1,
        guest: { firstName: 'Ada', lastName: 'Lovelace' },
      },
    )
  }

  const isStored = async ({ confirmation_code: code }: BookedAtAirbnb) =>
    (await sql('select from reservations where confirmation_code = $1', [code])).length > 0

  it('the channel is read at once', async () => {
    const booked = await bookedWhileDown()
    server = await start()
    const readyAt = performance.now()
    await until('the booking to be stored', () => isStored(booked))
    const tookMs = performance.now() - readyAt
    assert.ok(tookMs < 15_000, `${Math.round(tookMs)} ms`)
  })

  it('nights that were sold there are not sold here', async () => {
    const booked = await bookedWhileDown()
    server = await start()
    const { status, body } = await sell(booked)
    assert.deepEqual([status, body.error?.code], [422, 'reservation_not_created'])
  })

  it('nothing is sold for some seconds while the channel cannot be read', async () => {
    const booked = await bookedWhileDown()
    simulator.faults.add({ kind: '500', path: '/v2/reservations', count: 1000 })
    server = await start()
    const refused = await sell(booked)
    assert.deepEqual([refused.status, refused.body.error?.code], [503, 'service_unavailable'])
    assert.ok(Number(refused.body.error?.retry_after) > 0)
    simulator.faults.clear()
    await until('the channel to be read', () => isStored(booked))
    assert.equal((await sell(booked)).status, 422)
  })
})
