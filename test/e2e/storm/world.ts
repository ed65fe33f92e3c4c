/**
 * Homes sold on Airbnb, Booking.com and here, some kept by a PMS, others also on Plum Guide, Vrbo, calendar files and
 * through a channel manager.
 * The server is a process that can be killed, and vendors have their limits.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import { preparePairs } from '../../../simulators/stage/pairs.ts'
import { publicKey } from '../../../simulators/airbnb/signature.ts'
import { appWebhookUrl } from '../../../src/features/sync/inbound/app-address.ts'
import { createVault } from '../../../src/platform/crypto.ts'
import { createDatabase, type Database } from '../../../src/platform/db.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createTestDatabase } from '../../harness/database.ts'
import { testFolder } from '../../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { History } from '../../history/history.ts'
import { recordCalls } from '../../history/record-calls.ts'
import { recordStorm, type StormRecording } from './recording.ts'
import {
  channexRooms,
  followPeer,
  joinVrbo,
  mapPlum,
  mapToChannex,
  preparePlum,
  startReaders,
  type Readers,
  type SlowDoors,
  type VrboReader,
} from './slow-doors.ts'

/** Calls the server as its users do. */
export type ServerCall = <T>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: T }>

export interface Home {
  id: string
  airbnbId: string
  roomId: number
  /** The PMS's id of a home it keeps and writes to both channels; null for a native home. */
  pmsId: string | null
  /** Further places of the home; null if the PMS keeps it. */
  doors: SlowDoors | null
}

export interface StormWorld {
  /** Everything that guests, readers, vendors and the receiver of webhooks saw. */
  history: History
  recording: StormRecording
  homes: Home[]
  plumguide: RunningSimulator
  channex: RunningSimulator
  vrbo: VrboReader
  readers: Readers
  airbnb: RunningSimulator
  booking: RunningSimulator
  pms: RunningSimulator
  db: Database['kysely']
  baseUrl: string
  workspaceId: string
  key: string
  call: ServerCall
  /** Kills the server and starts it again. */
  kill(): Promise<void>
  /** Returns what the server printed so far. */
  output(): string
  close(): Promise<void>
}

export interface StormSize {
  homes: number
  kept: number
  pmsVendor: string
  /** The nights that are for sale; both ends are included. */
  span: { from: string; to: string }
}

/** Every fifth listing of the simulator takes requests only. */
const isInstant = (index: number) => index % 5 !== 1

/** `kept` of them belong to the PMS `pmsVendor`. */
export async function startStormWorld(size: StormSize): Promise<StormWorld> {
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await build(size, undo, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  { homes: count, kept, pmsVendor, span }: StormSize,
  undo: (() => unknown)[],
  close: () => Promise<void>,
): Promise<StormWorld> {
  const more = Math.ceil((count * 5) / 4) + 1
  const [airbnb, booking, pms, plumguide, channex] = await Promise.all([
    startSimulator('airbnb', { listings: more, reservations: 0 }),
    startSimulator('booking', { listings: more, reservations: 0, habits: { hotels: 2 } }),
    // Hosts closed nights of some.
    startSimulator(pmsVendor, { listings: 3 * kept, reservations: 0 }),
    // Each needs three calls of 120 a minute.
    startSimulator('plumguide', { listings: Math.ceil(((count - kept) * 4) / 3) + 1, reservations: 0 }),
    // Enough rooms of every currency.
    startSimulator('channex', { listings: 10 * (count - kept), reservations: 0 }),
  ])
  undo.push(airbnb.close, booking.close, pms.close, plumguide.close, channex.close)
  const controls = { airbnb: airbnb.control, booking: booking.control }
  const pairs = await preparePairs(controls, count, isInstant)

  const made = await createTestDatabase()
  undo.push(made.drop)
  const database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 4 })
  undo.push(database.close)
  const db = database.kysely
  const folder = testFolder()
  undo.push(folder.remove)
  const encryptionKey = randomBytes(32).toString('base64')
  const history = new History()
  const calls = recordCalls(
    history,
    [airbnb, booking, pms, plumguide, channex].map(({ url }) => url),
  )
  undo.push(calls.stop)
  const env = {
    DATABASE_URL: made.url,
    ENCRYPTION_KEY: encryptionKey,
    VENDOR_BASE_URLS: [
      ...new Map([airbnb, booking, pms, plumguide, channex].map((one) => [one.vendor, one.url])),
    ]
      .map(([vendor, url]) => `${vendor}=${url}`)
      .join(),
    ...airbnb.partner,
    ...booking.partner,
    ...pms.partner,
    AIRBNB_WEBHOOK_PUBLIC_KEY: publicKey(),
    // Platforms of calendar files run on this machine.
    ALLOW_PRIVATE_TARGETS: 'true',
    // All guests of the API use one key.
    BURST_LIMIT: '1000000',
  }
  let server: ServerProcess = await startServerProcess(folder.folder, env)
  let said = ''
  undo.push(() => server.stop())
  const { baseUrl, keys } = server
  calls.watch(baseUrl)
  const { liveKey: key, workspaceId } = keys
  const call: ServerCall = (method, path, body) => api({ baseUrl }, key, method, path, body)
  await control(airbnb, 'PUT', '/webhook', {
    url: appWebhookUrl(createVault(encryptionKey), baseUrl, 'airbnb'),
  })
  const connect = async (vendor: string, credentials: object) => {
    const connected = await call<{ webhooks?: { address?: string } }>(
      ...(['POST', `/v1/connect/${vendor}/credentials`, { credentials }] as const),
    )
    assert.equal(connected.status, 200, JSON.stringify(connected.body))
    return connected.body.webhooks?.address
  }
  const pmsWebhook = await connect(pmsVendor, pms.credentials)
  // Bookings that only third parties describe are off until somebody turns them on.
  const policy = { reservations: { api: true } }
  assert.equal((await call('PATCH', `/v1/connect/${pmsVendor}/write-policy`, policy)).status, 200)
  if (pmsWebhook !== undefined) pms.operations.setWebhook?.({ url: pmsWebhook })
  await connect('airbnb', airbnb.credentials)
  await connect('channex', channex.credentials)
  for (const { hotelId } of pairs) await connect('booking', { hotelId: String(hotelId) })
  const keptHere = pairs.slice(kept)
  const plumIds = await preparePlum(
    call,
    plumguide,
    keptHere.map(({ currency }) => currency),
  )
  await until('the first imports', async () => {
    const { rows } = await sql`select from connections where first_import_at is null`.execute(db)
    return rows.length === 0
  })
  const homes: Home[] = []
  const roomsLeft = await channexRooms(call)
  const keptThere = (await openListings(db, pmsVendor, span)).slice(0, kept)
  assert.equal(keptThere.length, kept, `${pmsVendor} has too few homes that are open`)
  for (const [index, { airbnbId, roomId, currency }] of pairs.entries()) {
    const there = keptThere[index] ?? null
    const home = there ?? (await newHome(call, { name: `Home ${index + 1}`, currency }))
    const listingId = home.id
    for (const [path, body] of [
      ['airbnb', { airbnbId, listingId }],
      ['booking', { roomBookingId: String(roomId), listingId }],
    ] as const) {
      const mapped = await call<{ writtenBy: string | null }>(
        'POST',
        `/v1/channels/${path}/listings/map`,
        body,
      )
      const expected = [200, there && pmsVendor]
      assert.deepEqual([mapped.status, mapped.body.writtenBy], expected, JSON.stringify(mapped.body))
    }
    const plumId = plumIds[index - kept]
    let doors: SlowDoors | null = null
    if (plumId !== undefined) {
      const channexId = await mapToChannex(call, roomsLeft, { id: listingId, currency })
      doors = { plumId, channexId, ...(await followPeer(call, listingId)) }
      undo.push(doors.peer.close)
    }
    homes.push({ id: listingId, airbnbId, roomId, pmsId: there && there.externalId, doors })
  }
  const sold = homes.flatMap(({ id, doors }) => (doors ? [{ id, plumId: doors.plumId }] : []))
  await mapPlum(call, plumguide, sold)
  const vrbo = await joinVrbo(
    call,
    sold.map(({ id }) => id),
  )
  const recording = await recordStorm(history, call, [airbnb, booking, pms, plumguide, channex])
  undo.push(recording.close)
  const readers = startReaders(vrbo, homes)
  undo.push(readers.stop)
  return {
    ...{ history, recording, homes, airbnb, booking, pms, plumguide, channex, vrbo, readers },
    ...{ db, baseUrl, workspaceId, key, call, close },
    output: () => said + server.output(),
    async kill() {
      await server.kill()
      said += server.output()
      server = await startServerProcess(folder.folder, { ...env, PORT: new URL(baseUrl).port })
    },
  }
}

async function newHome(call: ServerCall, about: object): Promise<{ id: string }> {
  const home = await call<{ id: string }>('POST', '/v1/listings', { ...about, defaultDailyPrice: 100 })
  assert.equal(home.status, 201, JSON.stringify(home.body))
  return home.body
}

/** Listings of the account whose nights are all open. */
async function openListings(
  db: StormWorld['db'],
  provider: string,
  { from, to }: StormSize['span'],
): Promise<{ id: string; externalId: string }[]> {
  const { rows } = await sql<{ id: string; externalId: string }>`
    select l.id, l.external_id as "externalId" from listings l
    join connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
    where c.provider = ${provider} and not exists (
      select from calendar_days d
      where d.workspace_id = l.workspace_id and d.listing_id = l.id and not d.available
        and d.date between ${from}::date and ${to}::date)
    order by l.id`.execute(db)
  return rows
}

/** Does what people do at a channel. Returns a body, or undefined if the channel refused. */
export async function control<T>(
  { control: url }: RunningSimulator,
  method: string,
  path: string,
  body: object,
): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.ok(answer.ok || answer.status === 409, `${path}: ${answer.status} ${await answer.clone().text()}`)
  return (await answer.json()) as T
}

/**
 * The first writes of all calendars use up a vendor's minute. A server in use is past that, so the minute is waited
 * out.
 */
export const minutePasses = () => pause(61_000)
