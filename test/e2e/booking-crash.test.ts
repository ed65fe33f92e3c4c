/**
 * The server is killed at every step of a booking at a PMS, and the caller repeats the request with its key. The PMS
 * then holds exactly one booking for each key, and ours agrees.
 */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { api, startServerProcess, walk, type ServerProcess } from '../harness/server-process.ts'
import { freePort } from '../harness/free-port.ts'
import { until } from '../harness/until.ts'
import { assertHistory } from '../history/check-history.ts'
import { History } from '../history/history.ts'
import { readEventLog } from '../history/last-look.ts'
import { recordCalls, type CallRecorder } from '../history/record-calls.ts'
import {
  hostawayHistory,
  recordHeldBefore,
  recordVendorBookings,
  recordVendorCalls,
} from '../history/record-vendor-calls.ts'

interface VendorRow {
  id: number
  guestName: string
  status: string
  arrivalDate: string
  departureDate: string
}
interface Answer {
  id?: string
  pms?: { reservationId: string }
  error?: { code: string }
}
interface Held {
  id: string
  checkIn: string
  checkOut: string
  status: string
}

/** At these steps the PMS hangs, and the waiting server is killed. */
const steps = {
  'while it asks for the price': { kind: 'hang', method: 'POST', path: '/v1/listings' },
  'after it was sent and before the PMS acted': { kind: 'hang', method: 'POST', path: '/v1/reservations' },
  'after the PMS acted and before it answered': { kind: 'timeout', method: 'POST', path: '/v1/reservations' },
  'while the booking is read back': { kind: 'hang', method: 'GET', path: '/v1/reservations/*' },
} as const
/** Milliseconds after the PMS has booked, which fall between the steps. */
const moments = [0, 15, 60]

let simulator: RunningSimulator
let dataDir: string
let server: ServerProcess | undefined
const history = new History()
let calls: CallRecorder

before(async () => {
  calls = recordCalls(history)
  simulator = await startSimulator('hostaway', { listings: 1, reservations: 4, seed: 7, rateLimit: 'off' })
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-booking-'))
  chmodSync(dataDir, 0o755)
})

after(async () => {
  calls.stop()
  await server?.stop()
  await simulator.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const day = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: 100 + n }))
const bookings = () =>
  (simulator.operations.state(new Set()) as unknown as { reservations: VendorRow[] }).reservations

test('killed at every step, a booking is made once', { timeout: 900_000 }, async (t) => {
  const env = {
    PORT: String(await freePort()),
    VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
    ALLOW_PRIVATE_TARGETS: 'true',
  }
  const start = async () => {
    server = await startServerProcess(dataDir, env)
    return server
  }
  let running = await start()
  calls.watch(running.baseUrl)
  const key = running.keys.liveKey
  const connected = await api(running, key, 'POST', '/v1/connect/hostaway/credentials', {
    credentials: simulator.credentials,
  })
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  await until(
    'the first import',
    async () => {
      const { body } = await api<{ import?: { status: string } }>(running, key, 'GET', '/v1/connect/hostaway')
      return body.import?.status === 'completed'
    },
    { withinMs: 60_000, everyMs: 200 },
  )
  const [home] = await walk<{ id: string }>(running, key, '/v1/listings')
  assert.ok(home)
  recordHeldBefore(history, {
    simulator,
    stays: await walk<{ confirmationCode: string }>(running, key, '/v1/reservations'),
  })
  recordVendorCalls(history, hostawayHistory(simulator))

  const names = [...Object.keys(steps), ...moments.map((ms) => `${ms} ms after the PMS has booked`)]
  const bodyOf = (n: number) => ({
    listingId: home.id,
    checkIn: day(n * 7),
    checkOut: day(n * 7 + 3),
    guest: { firstName: 'Test', lastName: `Crash${n}` },
  })
  const send = (n: number) =>
    fetch(`${running.baseUrl}/v1/reservations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `crash ${n}`,
      },
      body: JSON.stringify(bodyOf(n)),
    }).then(async (response) => ({ status: response.status, body: (await response.json()) as Answer }))
  const vendorRows = (n: number) => bookings().filter(({ guestName }) => guestName === `Test Crash${n}`)

  for (const [n, name] of names.entries()) {
    const fault = steps[name as keyof typeof steps]
    simulator.calls.clear()
    if (fault) simulator.faults.add({ ...fault, count: 50 })
    const lost = send(n).catch(() => null)
    if (fault) await until(name, () => simulator.calls.list().some((call) => call.fault === fault.kind))
    else {
      await until('the booking', () => vendorRows(n).length > 0)
      await pause(moments[n - Object.keys(steps).length])
    }
    // The PMS must have booked before its answer is withheld.
    if (fault?.kind === 'timeout') await until('the booking', () => vendorRows(n).length > 0)
    await running.kill()
    simulator.faults.clear()
    await lost
    running = await start()
  }

  const answers = new Map<number, Answer>()
  await until(
    'every request to be answered',
    async () => {
      for (const n of names.keys()) {
        if (answers.has(n)) continue
        const { status, body } = await send(n)
        if (status === 201) answers.set(n, body)
        else {
          // While the booking runs or is looked for, the same key must wait, as while reading after each start uses up the account's calls.
          assert.ok(
            ['idempotency_key_in_use', 'pms_error', 'service_unavailable'].includes(body.error?.code ?? ''),
            `${names[n]}: ${status} ${JSON.stringify(body)}`,
          )
        }
      }
      return answers.size === names.length
    },
    { withinMs: 200_000, everyMs: 1000 },
  )

  const stays = await walk<Held>(running, key, '/v1/reservations')
  const { body: log } = await api<{ data: { event: string; data: { object?: { id: string } } }[] }>(
    running,
    key,
    'GET',
    '/v1/events?limit=100',
  )
  for (const [n, name] of names.entries()) {
    const rows = vendorRows(n)
    assert.equal(rows.length, 1, `${name}: ${rows.length} bookings in the PMS`)
    const [row] = rows
    const answer = answers.get(n)
    assert.equal(answer?.pms?.reservationId, String(row?.id), name)
    const held = stays.find(({ id }) => id === answer?.id)
    assert.deepEqual(
      [held?.checkIn, held?.checkOut, held?.status],
      [row?.arrivalDate, row?.departureDate, 'confirmed'],
      name,
    )
    const told = log.data.filter(
      ({ event, data }) => event === 'reservation.created' && data.object?.id === answer?.id,
    )
    assert.equal(told.length, 1, `${name}: told ${told.length} times`)
    const intent = await api<{ state: string }>(
      running,
      key,
      'GET',
      `/v1/reservations/intents/${encodeURIComponent(`crash ${n}`)}`,
    )
    assert.equal(intent.body.state, 'succeeded', name)
    t.diagnostic(`killed ${name}: booked once`)
  }
  recordVendorBookings(history, hostawayHistory(simulator))
  const read = async <T>(path: string) => (await api<T>(running, key, 'GET', path)).body
  await readEventLog({ read })
  t.diagnostic(assertHistory(history, 'booking-crash'))
})
