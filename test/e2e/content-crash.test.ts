/**
 * The server is killed around adding a photo at a PMS and around a sandbox offer, and callers repeat their keys. The
 * photo exists once, and the offer was made and reported once.
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

interface Answer {
  id?: string
  pms?: { errors: unknown[] }
  error?: { code: string }
}

/** At these steps the PMS hangs, and the waiting server is killed. */
const steps = {
  'before the PMS acted': { kind: 'hang', method: 'POST' },
  'after the PMS acted and before it answered': { kind: 'timeout', method: 'POST' },
} as const
/** Milliseconds after the offer's request. */
const moments = [0, 4, 10, 25, 60]

let simulator: RunningSimulator
let dataDir: string
let server: ServerProcess | undefined
let running: ServerProcess

before(async () => {
  simulator = await startSimulator('hostaway', { listings: 1, reservations: 4, seed: 7, rateLimit: 'off' })
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-content-'))
  chmodSync(dataDir, 0o755)
  const env = {
    PORT: String(await freePort()),
    VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
    ALLOW_PRIVATE_TARGETS: 'true',
  }
  start = async () => {
    running = await startServerProcess(dataDir, env)
    server = running
  }
  await start()
})
let start: () => Promise<void>

after(async () => {
  await server?.stop()
  await simulator.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function send(key: string, idempotencyKey: string, method: string, url: string, body: object) {
  const response = await fetch(`${running.baseUrl}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

/** Repeats the request until it is done; meanwhile it may answer that it runs. */
async function insist(about: string, work: () => Promise<{ status: number; body: Answer }>): Promise<Answer> {
  let done: Answer | undefined
  await until(
    about,
    async () => {
      const { status, body } = await work()
      const waits = ['idempotency_key_in_use', 'pms_error', 'airbnb_error', 'offer_action_failed']
      if (status < 300) done = body
      else assert.ok(waits.includes(body.error?.code ?? ''), `${about}: ${status} ${JSON.stringify(body)}`)
      return done !== undefined && (done.pms?.errors ?? []).length === 0
    },
    { withinMs: 120_000, everyMs: 1000 },
  )
  assert.ok(done)
  return done
}

test('killed around the call, a photo is added once', { timeout: 900_000 }, async (t) => {
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
  const place = `/v1/listings/${home.id}/content`
  const bodyOf = (n: number) => ({
    photos: [`https://photos.example.com/crash-${n}.jpg`],
    photosMode: 'append',
  })
  const put = (n: number, key_ = `photo ${n}`) => send(key, key_, 'PUT', place, bodyOf(n))
  const photos = () => {
    const state = simulator.operations.state(new Set()) as unknown as {
      listings: { listingImages?: { url: string }[] }[]
    }
    return state.listings.flatMap(({ listingImages }) => listingImages ?? []).map(({ url }) => url)
  }
  const there = (n: number) => photos().filter((url) => url === bodyOf(n).photos[0]).length

  // Finds the PMS's path for adding it.
  simulator.calls.clear()
  assert.deepEqual((await put(100)).body.pms?.errors, [])
  const call = simulator.calls.list().findLast(({ method }) => method !== 'GET' && method !== 'HEAD')
  assert.ok(call)
  for (const [n, [name, fault]] of Object.entries(steps).entries()) {
    simulator.calls.clear()
    simulator.faults.add({ ...fault, method: call.method, path: call.path, count: 50 })
    const lost = put(n).catch(() => null)
    await until(name, () => simulator.calls.list().some((one) => one.fault === fault.kind))
    if (fault.kind === 'timeout') await until('the photo', () => there(n) > 0)
    await running.kill()
    simulator.faults.clear()
    await lost
    await start()
    // An answer without a result is repeated for its key, so each try uses a new key.
    let tries = 0
    await insist(name, () => put(n, `photo ${n}, try ${(tries += 1)}`))
    assert.equal(there(n), 1, name)
    t.diagnostic(`killed ${name}: added once`)
  }
})

test('killed while it is sent, an offer is made and told once', { timeout: 900_000 }, async (t) => {
  const key = running.keys.sandboxKey
  for (const [n, ms] of moments.entries()) {
    const seeded = await api(running, key, 'POST', '/v1/sandbox/seed')
    assert.ok(seeded.status < 300, JSON.stringify(seeded.body))
    const inquiries = await walk<{ id: string; conversationId: string }>(
      running,
      key,
      '/v1/inquiries?status=open',
    )
    const [inquiry] = inquiries
    assert.ok(inquiry)
    const place = `/v1/conversations/${inquiry.conversationId}/special-offers`
    const day = (offset: number) =>
      String(Temporal.PlainDate.from(new Date().toISOString().slice(0, 10)).add({ days: offset }))
    const terms = { checkIn: day(70), checkOut: day(75), guests: { adults: 2 }, totalPrice: 900 }
    const offer = () => send(key, `offer ${n}`, 'POST', place, terms)
    const log = () =>
      api<{ nextAfter: number; data: { type: string }[] }>(running, key, 'GET', '/v1/events?limit=500')
    const { body: before } = await log()
    const lost = offer().catch(() => null)
    await pause(ms)
    await running.kill()
    await lost
    await start()
    const made = await insist(`an offer killed after ${ms} ms`, offer)
    const { body: again } = await offer()
    assert.equal(again.id, made.id)
    const read = await api<{ status: string }>(running, key, 'GET', `${place}/${made.id}`)
    assert.equal(read.body.status, 'active')
    const { body: told } = await api<{ data: { type: string }[] }>(
      running,
      key,
      'GET',
      `/v1/events?after=${before.nextAfter}`,
    )
    assert.deepEqual(
      told.data.map(({ type }) => type),
      ['inquiry.updated'],
    )
    t.diagnostic(`killed ${ms} ms after it was asked for: made once`)
  }
})
