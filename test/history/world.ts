/** Servers with homes kept here and at a PMS, guests, and endpoints that take every event. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { startSimulator } from '../../simulators/index.ts'
import { testFolder } from '../harness/folder.ts'
import { freePort } from '../harness/free-port.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { createClient, type HistoryClient } from './client.ts'
import type { History } from './history.ts'
import { smoobuHistory, type VendorHistory } from './record-vendor-calls.ts'

export interface HistoryWorld {
  origins: string[]
  key: string
  /** Homes kept here, and one that the PMS keeps. */
  homes: string[]
  pmsHome: string
  vendor: VendorHistory
  setUp: HistoryClient
  /** Kills a server and starts it again. */
  kill(server: number): Promise<void>
  close(): Promise<void>
}

export interface HistoryWorldOptions {
  env: Record<string, string>
  servers: number
}

const nativeHomes = 3

export async function startHistoryWorld(
  history: History,
  options: HistoryWorldOptions,
): Promise<HistoryWorld> {
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await build(history, options, undo, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  history: History,
  { env: database, servers: count }: HistoryWorldOptions,
  undo: (() => unknown)[],
  close: () => Promise<void>,
): Promise<HistoryWorld> {
  const simulator = await startSimulator('smoobu', {
    listings: 1,
    reservations: 0,
    rateLimit: 'off',
    seed: 7,
  })
  undo.push(simulator.close)
  const place = testFolder()
  undo.push(place.remove)
  const env = {
    ...database,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    VENDOR_BASE_URLS: `smoobu=${simulator.url}`,
    ALLOW_PRIVATE_TARGETS: 'true',
    BURST_LIMIT: '1000000',
  }
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const start = (at: number) => startServerProcess(place.folder, { ...env, PORT: String(ports[at]) })
  const servers: ServerProcess[] = []
  undo.push(() => Promise.all(servers.map((server) => server.stop())))
  // The first start writes the keys that all find in the folder.
  for (const at of ports.keys()) servers.push(await start(at))
  const [first] = servers
  assert.ok(first)
  const origins = servers.map(({ baseUrl }) => baseUrl)
  const key = first.keys.liveKey
  const setUp = createClient(history, { name: 'setup', key, choose: () => first.baseUrl })
  const connected = await setUp.write('POST', '/v1/connect/smoobu/credentials', {
    credentials: simulator.credentials,
  })
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  await until('the first import', async () => {
    const { import: run } = await setUp.read<{ import?: { status: string } }>('/v1/connect/smoobu')
    return run?.status === 'completed'
  })
  const { data } = await setUp.read<{ data: { id: string }[] }>('/v1/listings')
  const pmsHome = data[0]?.id
  assert.ok(pmsHome)
  const homes: string[] = []
  for (let at = 0; at < nativeHomes; at += 1) homes.push(await newHome(setUp, `Home ${at + 1}`))
  return {
    ...{ origins, key, homes, pmsHome, setUp, close },
    vendor: smoobuHistory(simulator),
    async kill(at) {
      await servers[at]?.kill()
      servers[at] = await start(at)
    },
  }
}

export async function newHome({ write }: HistoryClient, name: string): Promise<string> {
  const home = await write<{ id: string }>('POST', '/v1/listings', {
    name,
    currency: 'EUR',
    defaultDailyPrice: 100,
  })
  assert.equal(home.status, 201, JSON.stringify(home.body))
  return home.body.id
}

export async function newGuest({ write }: HistoryClient, lastName: string): Promise<string> {
  const guest = await write<{ id: string }>('POST', '/v1/guests', { firstName: 'Grace', lastName })
  assert.equal(guest.status, 201, JSON.stringify(guest.body))
  return guest.body.id
}

export async function subscribe({ write }: HistoryClient, url: string, isOrdered: boolean): Promise<string> {
  const hook = await write<{ id: string }>('POST', '/v1/webhooks', { url, events: ['*'], ordered: isOrdered })
  assert.equal(hook.status, 201, JSON.stringify(hook.body))
  return hook.body.id
}

export const dayOf = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: 40 + n }))
