/**
 * Two servers on one database, homes of two channels and of a PMS, and somebody who receives webhooks. The database is
 * the caller's, who takes its primary away.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { publicKey } from '../../simulators/airbnb/signature.ts'
import { preparePairs } from '../../simulators/stage/pairs.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { History } from '../history/history.ts'
import { recordCalls } from '../history/record-calls.ts'
import { startRecordingReceiver } from '../history/record-deliveries.ts'
import { recordVendorCalls, smoobuHistory } from '../history/record-vendor-calls.ts'

const nativeHomes = 4
const keptHomes = 2
const metricsToken = 'metrics-of-failover'

export interface FailoverHome {
  id: string
  /** Its ids at the channels; null for a home that the PMS keeps. */
  sold: { airbnbId: string; roomId: number } | null
}

export interface FailoverWorld {
  servers: ServerProcess[]
  homes: FailoverHome[]
  airbnb: RunningSimulator
  booking: RunningSimulator
  pms: RunningSimulator
  /** Everything that callers, the receiver of webhooks and the PMS saw. */
  history: History
  call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>
  /** Stops both servers, runs the work, and starts them again. */
  restart(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export async function startFailoverWorld(database: Record<string, string>): Promise<FailoverWorld> {
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await build(database, undo, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  database: Record<string, string>,
  undo: (() => unknown)[],
  close: () => Promise<void>,
): Promise<FailoverWorld> {
  const quiet = { reservations: 0, rateLimit: 'off', seed: 7 } as const
  const [airbnb, booking, pms] = await Promise.all([
    startSimulator('airbnb', { ...quiet, listings: 12 }),
    startSimulator('booking', { ...quiet, listings: 12, habits: { hotels: 2 } }),
    startSimulator('smoobu', { ...quiet, listings: keptHomes }),
  ])
  undo.push(airbnb.close, booking.close, pms.close)
  const controls = { airbnb: airbnb.control, booking: booking.control }
  // Every fifth listing of the simulator takes requests only.
  const pairs = await preparePairs(controls, nativeHomes, (index) => index % 5 !== 1)
  const history = new History()
  const calls = recordCalls(history)
  undo.push(calls.stop)
  recordVendorCalls(history, smoobuHistory(pms))
  const receiver = await startRecordingReceiver(history)
  undo.push(receiver.close)
  const place = testFolder()
  undo.push(place.remove)
  const env = {
    ...database,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    VENDOR_BASE_URLS: `airbnb=${airbnb.url},booking=${booking.url},smoobu=${pms.url}`,
    ...airbnb.partner,
    ...booking.partner,
    AIRBNB_WEBHOOK_PUBLIC_KEY: publicKey(),
    ALLOW_PRIVATE_TARGETS: 'true',
    SYNC_INTERVAL_SECONDS: '20',
    BURST_LIMIT: '1000000',
    METRICS_TOKEN: metricsToken,
  }
  // The first start writes the keys that both find in the folder.
  const servers = [await startServerProcess(place.folder, env)]
  servers.push(await startServerProcess(place.folder, env))
  undo.push(() => Promise.all(servers.map((server) => server.kill())))
  const first = () => servers[0] ?? assert.fail('there is no server')
  for (const { baseUrl } of servers) calls.watch(baseUrl)
  const call = <T>(method: string, path: string, body?: unknown) =>
    api<T>(first(), first().keys.liveKey, method, path, body)
  const restart = async (work: () => Promise<void>) => {
    for (const server of servers) assert.equal(await server.stop(), 0, server.output())
    await work()
    for (const at of servers.keys()) servers[at] = await startServerProcess(place.folder, env)
    for (const { baseUrl } of servers) calls.watch(baseUrl)
  }
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await call<T>('POST', path, body)
    assert.ok(
      answer.status < 300,
      `${path}: ${answer.status} ${JSON.stringify(answer.body)}\n${first().output()}`,
    )
    return answer.body
  }
  await post('/v1/webhooks', { url: receiver.url('/all'), events: ['*'] })
  const connect = async (vendor: string, credentials: readonly object[]) => {
    for (const one of credentials) await post(`/v1/connect/${vendor}/credentials`, { credentials: one })
    await until(`the first import of ${vendor}`, async () => {
      const { body } = await call<{ import?: { status: string } }>('GET', `/v1/connect/${vendor}`)
      return body.import?.status === 'completed'
    })
  }
  await connect('smoobu', [pms.credentials])
  const { body: kept } = await call<{ data: { id: string }[] }>('GET', '/v1/listings')
  assert.equal(kept.data.length, keptHomes)
  const homes: FailoverHome[] = kept.data.map(({ id }) => ({ id, sold: null }))
  await connect('airbnb', [airbnb.credentials])
  const hotels = new Set(pairs.map((pair) => String(pair.hotelId)))
  await connect(
    'booking',
    [...hotels].map((hotelId) => ({ hotelId })),
  )
  for (const [index, { airbnbId, roomId, currency }] of pairs.entries()) {
    const { id } = await post<{ id: string }>('/v1/listings', {
      ...{ name: `Home ${index + 1}`, currency, defaultDailyPrice: 100 },
    })
    await post('/v1/channels/airbnb/listings/map', { airbnbId, listingId: id })
    await post('/v1/channels/booking/listings/map', { roomBookingId: String(roomId), listingId: id })
    homes.push({ id, sold: { airbnbId, roomId } })
  }
  return { servers, homes, airbnb, booking, pms, history, call, restart, close }
}

/** How many replicas a server reads from. */
export async function usedReplicas({ baseUrl }: ServerProcess): Promise<number> {
  const answer = await fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return Number(/lodgewire_read_replicas\{state="used"\} (\d+)/.exec(await answer.text())?.[1])
}
