/**
 * The server is killed at random points while it imports and delivers. Afterwards it equals the PMS, and every change
 * of the PMS gave exactly one event.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { api, startServerProcess, walk, type ServerProcess } from '../harness/server-process.ts'
import { freePort } from '../harness/free-port.ts'
import { randomNumbers } from '../harness/random-numbers.ts'
import { until } from '../harness/until.ts'

const kills = 20
/** The seed is printed, so that a failing run can be repeated. */
const seed = Number(process.env.KILL_SEED ?? Date.now() % 100_000)

interface Received {
  event: string
  eventId: string
  sequence: number
  data: { object?: { confirmationCode: string } }
}
interface Stay {
  listingId: string
  checkIn: string
  checkOut: string
  status: string
  statusDetail?: string
  confirmationCode: string
  financials?: { totalPrice: number | null; currency: string | null }
}
interface VendorStay {
  id: number
  listingMapId: number
  arrivalDate: string
  departureDate: string
  status: string
  isDatesUnspecified: number
  totalPrice: number | null
  currency: string | null
  confirmationCode: string | null
  channelReservationId: string | null
  reservationId: string | null
}
interface VendorState {
  listings: { id: number; internalListingName: string; name: string }[]
  reservations: VendorStay[]
  conversations: unknown[]
  messages: unknown[]
}

const cancelledWords = ['cancelled', 'declined', 'unknown']
/** An unanswered request lapses here, while the PMS may still show it as pending. */
const undecidedWords = ['pending', 'unconfirmed', 'awaitingPayment', 'awaitingGuestVerification', 'expired']
const received: Received[] = []
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  received.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Received)
  response.writeHead(200).end()
})
let simulator: RunningSimulator
let dataDir: string
let server: ServerProcess | undefined

before(async () => {
  simulator = await startSimulator('hostaway', { listings: 4, reservations: 120, seed: 7, rateLimit: 'off' })
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-kill-'))
  chmodSync(dataDir, 0o755)
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})

after(async () => {
  await server?.stop()
  await simulator.close()
  receiver.closeAllConnections()
  receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const key = (
  listing: string,
  from: string,
  to: string,
  total: number | null,
  currency: string | null,
  standing: 'stands' | 'undecided' | 'cancelled',
) => [listing, from, to, total, currency, standing].join(' ')

const vendorStanding = (row: VendorStay) =>
  cancelledWords.includes(row.status)
    ? 'cancelled'
    : undecidedWords.includes(row.status)
      ? 'undecided'
      : 'stands'

function heldStanding(stay: Stay) {
  if (stay.status === 'pending' || stay.statusDetail === 'request_expired') return 'undecided'
  return stay.status === 'cancelled' ? 'cancelled' : 'stands'
}

function vendorStays(state: VendorState): string[] {
  const names = new Map(
    state.listings.map((listing) => [listing.id, listing.internalListingName || listing.name]),
  )
  return state.reservations
    .filter((row) => !row.status.startsWith('inquiry') && !row.isDatesUnspecified)
    .filter(
      (row) => row.arrivalDate !== row.departureDate || [...cancelledWords, 'expired'].includes(row.status),
    )
    .map((row) =>
      key(
        names.get(row.listingMapId) ?? '?',
        row.arrivalDate,
        row.departureDate,
        row.totalPrice,
        row.currency,
        vendorStanding(row),
      ),
    )
    .sort()
}

async function heldStays(running: ServerProcess): Promise<string[]> {
  const live = running.keys.liveKey
  const listings = await walk<{ id: string; name: string }>(running, live, '/v1/listings?status=all')
  const names = new Map(listings.map((listing) => [listing.id, listing.name]))
  const stays = await walk<Stay>(running, live, '/v1/reservations')
  return stays
    .map((stay) =>
      key(
        names.get(stay.listingId) ?? '?',
        stay.checkIn,
        stay.checkOut,
        stay.financials?.totalPrice ?? null,
        stay.financials?.currency ?? null,
        heldStanding(stay),
      ),
    )
    .sort()
}

const codeOf = (row: VendorStay) =>
  row.confirmationCode || row.channelReservationId || row.reservationId || String(row.id)

test(
  'killed at 20 random points, nothing is lost and nothing is told twice',
  { timeout: 900_000 },
  async (t) => {
    t.diagnostic(`KILL_SEED=${seed}`)
    const random = randomNumbers(seed)
    const env = {
      PORT: String(await freePort()),
      VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
      ALLOW_PRIVATE_TARGETS: 'true',
      SYNC_INTERVAL_SECONDS: '5',
    }
    const start = () => startServerProcess(dataDir, env)
    server = await start()
    const live = server.keys.liveKey
    const { port } = receiver.address() as AddressInfo
    const hook = await api(server, live, 'POST', '/v1/webhooks', {
      url: `http://127.0.0.1:${port}/`,
      events: ['*'],
    })
    assert.equal(hook.status, 201)
    const { status, body } = await api(server, live, 'POST', '/v1/connect/hostaway/credentials', {
      credentials: simulator.credentials,
    })
    assert.equal(status, 200, JSON.stringify(body))

    const created: VendorStay[] = []
    const cancelled: VendorStay[] = []
    let duringImport = 0
    for (let kill = 0; kill < kills; kill++) {
      const stay = simulator.operations.createReservation({}) as VendorStay
      created.push(stay)
      const earlier = created[Math.floor(random() * (created.length - 1))]
      if (kill % 3 === 2 && earlier && !cancelled.includes(earlier)) {
        simulator.operations.cancelReservation(String(earlier.id), {})
        cancelled.push(earlier)
      }
      const before = await api<{ import?: { status: string } }>(server, live, 'GET', '/v1/connect/hostaway')
      if (before.body.import?.status !== 'completed') duringImport += 1
      await new Promise((resolve) => setTimeout(resolve, random() * 900))
      await server.kill()
      server = await start()
    }
    t.diagnostic(`${duringImport} of ${kills} kills fell into the first import`)

    const running = server
    let shown: { import?: { status: string } } = {}
    const since = Date.now()
    await until(
      'the first import to complete',
      async () => {
        shown = (await api<typeof shown>(running, live, 'GET', '/v1/connect/hostaway')).body
        return shown.import?.status === 'completed'
      },
      // Hostaway allows 15 calls in 10 seconds, and 150 calls may be left beside incremental readings.
      { withinMs: 450_000, everyMs: 200 },
    ).catch((error: Error) => {
      error.message += `: ${JSON.stringify(shown)}\n${running.output()}`
      throw error
    })
    t.diagnostic(`complete ${Date.now() - since} ms after the last start`)
    const wanted = vendorStays(simulator.operations.state(new Set()) as unknown as VendorState)
    await until(
      'every stay of the PMS to be held',
      async () => JSON.stringify(await heldStays(running)) === JSON.stringify(wanted),
      { withinMs: 60_000, everyMs: 500 },
    ).catch(async () => assert.deepEqual(await heldStays(running), wanted))

    const eventsOf = (kind: string, stay: VendorStay) =>
      new Set(
        received
          .filter((item) => item.event === kind && item.data.object?.confirmationCode === codeOf(stay))
          .map((item) => item.eventId),
      )
    await until(
      'every event to arrive',
      () =>
        created.every((stay) => eventsOf('reservation.created', stay).size === 1) &&
        cancelled.every((stay) => eventsOf('reservation.cancelled', stay).size === 1),
      { withinMs: 90_000, everyMs: 200 },
    ).catch(() => {
      for (const stay of created) {
        assert.equal(eventsOf('reservation.created', stay).size, 1, `reservation.created of ${codeOf(stay)}`)
      }
      for (const stay of cancelled) {
        assert.equal(
          eventsOf('reservation.cancelled', stay).size,
          1,
          `reservation.cancelled of ${codeOf(stay)}`,
        )
      }
    })
    const sequences = [...new Set(received.map((item) => item.sequence))].sort((a, b) => a - b)
    const first = sequences[0] ?? 0
    assert.deepEqual(
      sequences,
      Array.from(sequences, (_, index) => first + index),
      'the log has no gaps',
    )
  },
)
