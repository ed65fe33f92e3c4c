/** The real server process, Airbnb beside it, and hosts whose listings are kept by us, by Airbnb, or by another account. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { publicKey } from '../../simulators/airbnb/signature.ts'
import { startSimulator, type RunningSimulator, type SimulatorOptions } from '../../simulators/index.ts'
import { sender } from '../../simulators/kit/testing/open-simulator.ts'
import { appWebhookUrl } from '../../src/features/sync/inbound/app-address.ts'
import { createVault } from '../../src/platform/crypto.ts'
import { createTestDatabase, openTestPool } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

export interface GuestOutcome {
  outcome: 'booked' | 'requested' | 'not_open' | 'refused'
  why?: string
  reservation?: { confirmation_code: string }
  questions: { asked: string; verdict: string; tookMs: number; status: number | null }[]
}

export interface LinkedListing {
  /** Ours. */
  id: string
  /** Airbnb's. */
  external: string
}

export interface InboundWorld {
  server: ServerProcess
  simulator: RunningSimulator
  /** The address that Airbnb knows. */
  url: string
  connectionId: string
  /** In the order of Airbnb; the second is booked on request. */
  listings: LinkedListing[]
  control<T>(method: string, path: string, body?: unknown): Promise<T>
  call<T>(method: string, url: string, body?: unknown): Promise<{ status: number; body: T }>
  sql<T>(text: string, values?: unknown[]): Promise<T[]>
  /** Nobody reads the table until it is released. */
  lock(table: string): Promise<{ release(): Promise<void> }>
  /** From now on we keep it, and Airbnb is only linked to it. */
  keepHere(listing: LinkedListing): Promise<void>
  book(listing: LinkedListing, stay: { arrival: string; nights?: number }): Promise<GuestOutcome>
  /** The stays of the server, by confirmation code. */
  status(code: string | undefined): Promise<string | undefined>
  /** Bookings at Airbnb. */
  bookings(): { confirmation_code: string; status_type: string; listing_id_str: string }[]
  close(): Promise<void>
}

interface WorldOptions extends SimulatorOptions {
  env?: Record<string, string>
  /** Deliveries have to be signed. */
  isSigned?: boolean
}

/** Long enough that nothing is found by asking again. */
const noPolling = { SYNC_INTERVAL_SECONDS: '3600' }

export async function startInboundWorld({
  env = {},
  isSigned = true,
  ...options
}: WorldOptions = {}): Promise<InboundWorld> {
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const simulator = await startSimulator('airbnb', {
      ...{ listings: 4, reservations: 0, rateLimit: 'off', seed: 3 },
      ...options,
    })
    undo.push(() => simulator.close())
    const database = await createTestDatabase()
    undo.push(database.drop)
    const folder = testFolder()
    undo.push(folder.remove)
    const encryptionKey = randomBytes(32).toString('base64')
    const server = await startServerProcess(folder.folder, {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: encryptionKey,
      VENDOR_BASE_URLS: `airbnb=${simulator.url}`,
      ...simulator.partner,
      ...(isSigned ? { AIRBNB_WEBHOOK_PUBLIC_KEY: publicKey() } : {}),
      ...noPolling,
      ...env,
    })
    undo.push(server.stop)
    const client = openTestPool({ connectionString: database.url, max: 2 })
    undo.push(() => client.end())
    const sql = async <T>(text: string, values: unknown[] = []) =>
      (await client.query(text, values)).rows as T[]
    const call = <T>(method: string, path: string, body?: unknown) =>
      api<T>(server, server.keys.liveKey, method, path, body)
    const connected = await call<{ pmsConnectionId: string }>('POST', '/v1/connect/airbnb/credentials', {
      credentials: simulator.credentials,
    })
    assert.equal(connected.status, 200, JSON.stringify(connected.body))
    const connectionId = connected.body.pmsConnectionId
    const isRead = async () =>
      (await sql('select from connections where id = $1 and first_import_at is not null', [connectionId]))
        .length > 0
    await until('the first import', isRead)
    const known = await sql<LinkedListing>(
      'select id, external_id as external from listings where connection_id = $1',
      [connectionId],
    )
    const shown = simulator.operations.state(new Set()).listings as { id: string }[]
    const listings = shown.flatMap((listing) => known.find(({ external }) => external === listing.id) ?? [])
    const url = appWebhookUrl(createVault(encryptionKey), server.baseUrl, 'airbnb')
    const send = sender(simulator.control, {})
    const control = async <T>(method: string, path: string, body?: unknown) => {
      const answer = await send<T>(method, path, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body
    }
    await control('PUT', '/webhook', { url })
    return {
      ...{ server, simulator, url, connectionId, listings, control, call, sql, close },
      async lock(table) {
        const holder = await client.connect()
        await holder.query(`begin; lock table ${table} in access exclusive mode`)
        return {
          async release() {
            await holder.query('rollback')
            holder.release()
          },
        }
      },
      async keepHere({ id }) {
        await sql(
          `update listings set connection_id = null, external_id = null, account_id = null, currency = 'EUR',
             default_nightly_price = 100 where id = $1`,
          [id],
        )
        await sql('delete from calendar_days where listing_id = $1', [id])
      },
      book: ({ external }, stay) =>
        control('POST', '/guests/book', { listingId: external, adults: 1, ...stay }),
      async status(code) {
        const rows = await sql<{ status: string }>(
          'select status from reservations where confirmation_code = $1',
          [code],
        )
        assert.ok(rows.length < 2, `${code} stands here more than once`)
        return rows[0]?.status
      },
      bookings: () =>
        simulator.operations.state(new Set()).reservations as ReturnType<InboundWorld['bookings']>,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const today = Temporal.Now.plainDateISO('UTC')
/** So many days from now. */
export const day = (days: number): string => String(today.add({ days }))

/** Of any listing: a question, as Airbnb asks it before a guest sees the price. */
export async function ask(
  url: string,
  parts: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { available?: boolean; failure_code?: string } }> {
  const query = new URLSearchParams({ action: 'check_availability', ...parts })
  const answer = await fetch(`${url}?${query}`, { headers })
  return { status: answer.status, body: (await answer.json()) as { available?: boolean } }
}
