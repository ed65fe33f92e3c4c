/**
 * Further places of native homes: Plum Guide and the channels of Channex are written, Vrbo fetches feeds and books here,
 * and a platform of calendar files reports bookings only when its file is read.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { openPeer, type Peer } from '../../../simulators/ical/peer.ts'
import type { RunningSimulator } from '../../../simulators/index.ts'
import { Puller } from '../../../simulators/vrbo/puller/puller.ts'
import { until } from '../../harness/until.ts'
import { control, type ServerCall } from './world.ts'

/** Places of a native home; a PMS sells its own homes itself. */
export interface SlowDoors {
  plumId: string
  /** The room that a channel manager sells it by; null if none has its currency. */
  channexId: string | null
  peer: Peer
  /** The peer reads the home's closed nights here. */
  calendarUrl: string
}

export interface VrboReader {
  puller: Puller
  /** Ids of the homes it sells. */
  listingIds: ReadonlySet<string>
  username: string
  password: string
}

/** Connects Plum Guide and returns listings of it with these currencies. */
export async function preparePlum(call: ServerCall, plum: RunningSimulator, currencies: readonly string[]) {
  const { listings } = plum.operations.state(new Set()) as { listings: readonly { id: string }[] }
  // Every fourth has a calendar file that closes its own nights.
  const free = listings.filter((_, index) => index % 4 !== 0).map(({ id }) => id)
  const taken = currencies.map((_, index) => free[index] ?? assert.fail('Plum Guide has too few homes'))
  for (const [index, currencyCode] of currencies.entries())
    await control(plum, 'PATCH', `/listings/${taken[index]}`, { currencyCode })
  const connected = await call<{ connection?: { id?: string } }>(
    ...(['POST', '/v1/connect/plumguide/credentials', { credentials: plum.credentials }] as const),
  )
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  return taken
}

export async function mapPlum(
  call: ServerCall,
  plum: RunningSimulator,
  homes: readonly { id: string; plumId: string }[],
): Promise<void> {
  const account = String((plum.credentials as { clientId: string }).clientId)
  for (const { plumId } of homes) await control(plum, 'PATCH', `/listings/${plumId}`, { instantBook: true })
  const mapped = await call(
    'POST',
    `/v1/connections/${encodeURIComponent(`plumguide:${account}`)}/mappings`,
    { mappings: homes.map(({ id, plumId }) => ({ unitId: plumId, listingId: id })) },
  )
  assert.equal(mapped.status, 200, JSON.stringify(mapped.body))
}

interface ChannexRoom {
  unit_id: string
  meta: { number_of_units: number; currency: string | null }
}
export interface ChannexRooms {
  connectionId: string
  free: ChannexRoom[]
}

/** Homes of the account of Channex, which are properties with one room. */
export async function channexRooms(call: ServerCall): Promise<ChannexRooms> {
  const { body } = await call<{ data: { id: string; provider: string }[] }>('GET', '/v1/connect?limit=100')
  const channex = body.data.find(({ provider }) => provider === 'channex')
  const connectionId = encodeURIComponent(channex?.id ?? assert.fail('Channex is not connected'))
  const read = await call<{ units: ChannexRoom[] }>('GET', `/v1/connections/${connectionId}/units`)
  assert.equal(read.status, 200, JSON.stringify(read.body))
  return { connectionId, free: read.body.units.filter(({ meta }) => meta.number_of_units === 1) }
}

/** Returns the room that the home is sold by from now on. */
export async function mapToChannex(
  call: ServerCall,
  { connectionId, free }: ChannexRooms,
  home: { id: string; currency: string },
): Promise<string | null> {
  const place = free.findIndex(({ meta }) => meta.currency === home.currency)
  const [room] = place < 0 ? [] : free.splice(place, 1)
  if (room === undefined) return null
  const { status, body } = await call<{ results: { ok: boolean; calendar_sync: boolean }[] }>(
    'POST',
    `/v1/connections/${connectionId}/mappings`,
    { mappings: [{ unitId: room.unit_id, listingId: home.id }] },
  )
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.results[0]?.ok, body.results[0]?.calendar_sync], [true, true], JSON.stringify(body))
  return room.unit_id
}

/** Each home gets a platform whose file is followed here, and which reads ours. */
export async function followPeer(
  call: ServerCall,
  listingId: string,
): Promise<Pick<SlowDoors, 'peer' | 'calendarUrl'>> {
  const peer = await openPeer('vrbo')
  const about = { name: 'A platform', platform: 'vrbo' }
  const feed = await call('POST', `/v1/listings/${listingId}/ical-feeds`, {
    ...about,
    url: peer.url,
  })
  assert.equal(feed.status, 201, JSON.stringify(feed.body))
  const address = await call<{ url: string }>('POST', `/v1/listings/${listingId}/ical-exports`, about)
  assert.equal(address.status, 201, JSON.stringify(address.body))
  return { peer, calendarUrl: address.body.url }
}

export async function joinVrbo(call: ServerCall, listingIds: readonly string[]): Promise<VrboReader> {
  const { status, body } = await call<{ username: string; password: string; feedUrl: string }>(
    ...(['POST', '/v1/connect/vrbo', {}] as const),
  )
  assert.equal(status, 200, JSON.stringify(body))
  const on = await call('PATCH', `/v1/channels/vrbo/accounts/${body.username}`, { takesCalls: true })
  assert.equal(on.status, 200, JSON.stringify(on.body))
  const taken = new Set<string>()
  for (const listingId of listingIds) {
    const mapped = await call<{ error?: { message: string } }>(
      ...(['POST', '/v1/channels/vrbo/listings/map', { listingId }] as const),
    )
    if (mapped.status === 200) taken.add(listingId)
    else assert.match(mapped.body.error?.message ?? '', /^Vrbo takes prices in /, JSON.stringify(mapped.body))
  }
  assert.ok(taken.size > 0)
  return { ...body, puller: new Puller(body), listingIds: taken }
}

/** An address may be read thirty times a minute. A reader that finds the server down comes again later. */
const readsEveryMs = 2_500

export interface Readers {
  /** Resolves after every reader came once more. */
  readAll(): Promise<void>
  stop(): Promise<void>
}

export function startReaders(vrbo: VrboReader, homes: readonly { doors: SlowDoors | null }[]): Readers {
  const stopping = new AbortController()
  let [begun, wholeSince] = [0, 0]
  const visit = async () => {
    begun += 1
    const which = begun
    const { problems } = await vrbo.puller.pull()
    const statuses: (number | null)[] = []
    for (const { doors } of homes)
      if (doors) statuses.push(await doors.peer.read(doors.calendarUrl).catch(() => null))
    if (problems.length === 0 && statuses.every((status) => status === 200 || status === 304))
      wholeSince = which
  }
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await visit()
      await pause(readsEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    async readAll() {
      const before = begun
      await until('everybody to read', () => wholeSince > before, { everyMs: 100, withinMs: 120_000 })
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
