/**
 * The server is killed while a confirmed plan is carried out at a PMS, and the confirmation is repeated. The PMS then
 * holds exactly one booking for each plan, and the plan has its answer.
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

interface MadePlan {
  id: string
  token: string
}
interface Refused {
  error?: { code: string; refusal?: { code: string } }
}
interface Confirmed extends Refused {
  status?: string
  result?: { id: string; pms?: { reservationId: string } }
}
interface VendorRow {
  id: number
  guestName: string
}

/** At these steps the PMS hangs, and the waiting server is killed. */
const steps = {
  'after it was sent and before the PMS acted': { kind: 'hang', method: 'POST', path: '/v1/reservations' },
  'after the PMS acted and before it answered': { kind: 'timeout', method: 'POST', path: '/v1/reservations' },
  'while the booking is read back': { kind: 'hang', method: 'GET', path: '/v1/reservations/*' },
} as const

let simulator: RunningSimulator
let dataDir: string
let server: ServerProcess | undefined

before(async () => {
  simulator = await startSimulator('hostaway', { listings: 1, reservations: 4, seed: 7, rateLimit: 'off' })
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-plans-'))
  chmodSync(dataDir, 0o755)
})

after(async () => {
  await server?.stop()
  await simulator.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const day = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: 100 + n }))
const vendorRows = (n: number) =>
  (simulator.operations.state(new Set()) as unknown as { reservations: VendorRow[] }).reservations.filter(
    ({ guestName }) => guestName === `Crash${n} Test`,
  )

test('killed at every step, a confirmed plan is carried out once', { timeout: 400_000 }, async (t) => {
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
  const confirm = ({ id, token }: MadePlan) =>
    api<Confirmed>(running, key, 'POST', `/v1/plans/${id}/confirm`, { token })

  /** Of a PMS that takes 15 calls in ten seconds there may be none left for a moment. */
  const isBusy = ({ body }: { body: Refused }) => body.error?.refusal?.code === 'service_unavailable'
  async function make(n: number): Promise<MadePlan> {
    for (;;) {
      const made = await api<MadePlan & Refused>(running, key, 'POST', '/v1/plans', {
        kind: 'booking',
        listingId: home?.id,
        checkIn: day(n * 7),
        checkOut: day(n * 7 + 3),
        guest: { firstName: `Crash${n}`, lastName: 'Test' },
      })
      if (made.status === 201) return made.body
      assert.ok(isBusy(made), JSON.stringify(made.body))
      await pause(1000)
    }
  }
  /** Asks again until the server takes it; the answer may be lost with the server. */
  async function loseConfirmation(plan: MadePlan): Promise<void> {
    for (;;) {
      const answer = await confirm(plan).catch(() => null)
      if (answer === null || answer.status === 200) return
      assert.ok(isBusy(answer), JSON.stringify(answer.body))
      await pause(1000)
    }
  }
  const plans: MadePlan[] = []
  for (const [n, [name, fault]] of Object.entries(steps).entries()) {
    const made = await make(n)
    plans.push(made)
    simulator.calls.clear()
    simulator.faults.add({ ...fault, count: 50 })
    const lost = loseConfirmation(made)
    await until(name, () => simulator.calls.list().some((call) => call.fault === fault.kind))
    // The PMS must have booked before its answer is withheld.
    if (fault.kind === 'timeout') await until('the booking', () => vendorRows(n).length > 0)
    await running.kill()
    simulator.faults.clear()
    await lost
    running = await start()
  }

  const answers = new Map<number, Confirmed>()
  await until(
    'every confirmation to be answered',
    async () => {
      for (const [n, plan] of plans.entries()) {
        if (answers.has(n)) continue
        const { status, body } = await confirm(plan)
        if (status === 200) answers.set(n, body)
        else
          assert.ok(
            body.error?.code === 'plan_unfinished' || isBusy({ body }),
            `${n}: ${status} ${JSON.stringify(body)}`,
          )
      }
      return answers.size === plans.length
    },
    { withinMs: 200_000, everyMs: 1000 },
  )
  for (const [n, name] of Object.keys(steps).entries()) {
    const rows = vendorRows(n)
    assert.equal(rows.length, 1, `${name}: ${rows.length} bookings in the PMS`)
    assert.equal(answers.get(n)?.result?.pms?.reservationId, String(rows[0]?.id), name)
    const { body } = await api<{ status: string }>(running, key, 'GET', `/v1/plans/${plans[n]?.id}`)
    assert.equal(body.status, 'done', name)
    t.diagnostic(`killed ${name}: booked once`)
  }
})
