/**
 * The server is killed while it makes Airbnb listings, each at another step. A repeated request gets the existing
 * listing; without one the server finds it itself. Each exists once and is linked.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { PublishResult } from '../../src/contract/channel-content/publishing.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, walk, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

interface Answer {
  result?: PublishResult
  error?: { code: string }
}
interface Shown {
  listingId: string
  connections: { airbnbId: string }[]
}

/** At these steps Airbnb hangs, and the waiting server is killed. */
const steps = [
  { name: 'before Airbnb acted', fault: { kind: 'hang', method: 'POST', path: '/v2/listings' } },
  { name: 'after Airbnb acted', fault: { kind: 'timeout', method: 'POST', path: '/v2/listings' } },
  {
    name: 'after Airbnb acted, and nobody asks again',
    fault: { kind: 'timeout', method: 'POST', path: '/v2/listings' },
    isLeftAlone: true,
  },
  {
    name: 'between its listing and its currency',
    fault: { kind: 'hang', method: 'PUT', path: '/v2/pricing_settings/*' },
  },
  {
    name: 'between its currency and the link',
    fault: { kind: 'timeout', method: 'PUT', path: '/v2/pricing_settings/*' },
  },
] as const

let simulator: RunningSimulator
let server: ServerProcess
let start: () => Promise<void>
const undo: (() => unknown)[] = []

before(async () => {
  simulator = await startSimulator('airbnb', { listings: 1, reservations: 2, seed: 7, rateLimit: 'off' })
  undo.push(() => simulator.close())
  const database = await createTestDatabase()
  undo.push(database.drop)
  const folder = testFolder()
  undo.push(folder.remove)
  start = async () => {
    server = await startServerProcess(folder.folder, {
      DATABASE_URL: database.url,
      VENDOR_BASE_URLS: `airbnb=${simulator.url}`,
      ALLOW_PRIVATE_TARGETS: 'true',
      ...simulator.partner,
    })
  }
  await start()
  undo.push(() => server.stop())
})
after(async () => {
  for (const step of undo.toReversed()) await step()
})

const call = async <T>(method: string, url: string, body?: object, key?: string) =>
  api<T>(server, server.keys.liveKey, method, url, body, key === undefined ? {} : { 'idempotency-key': key })

async function done<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await call<T>(method, url, body)
  assert.ok(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const address = { street: '4 Quai Neuf', city: 'Nantes', postalCode: '44000', countryCode: 'FR' }
async function own(name: string): Promise<string> {
  const { id } = await done<{ id: string }>('POST', '/v1/listings', { name })
  const pricing = { currency: 'DKK', defaultDailyPrice: 900 }
  await done('PUT', `/v1/listings/${id}/content`, { address, pricing })
  return id
}

const there = (name: string) =>
  (
    simulator.operations.state(new Set()) as unknown as {
      listings: { id: string; name: string; listing_currency?: string }[]
    }
  ).listings.filter((row) => row.name === name)

/** Until the result is known, the answer may be one of these. */
const waits = ['idempotency_key_in_use', 'airbnb_error', 'airbnb_rate_limited']

test('killed while Airbnb listings are made, there is one of each, and it is linked', async (t) => {
  await done('POST', '/v1/connect/airbnb/credentials', { credentials: simulator.credentials })
  await until(
    'the first import',
    async () => {
      const { import: progress } = await done<{ import?: { status: string } }>('GET', '/v1/connect/airbnb')
      return progress?.status === 'completed'
    },
    { withinMs: 120_000, everyMs: 200 },
  )
  const { data } = await done<{ data: { hosts: { airbnbUserId: string }[] } }>(
    'GET',
    '/v1/channels/airbnb/connection',
  )
  const hostId = data.hosts[0]?.airbnbUserId
  assert.ok(hostId)
  const publish = (id: string, key: string) =>
    call<Answer>('POST', `/v1/listings/${id}/publish/airbnb`, { hostId }, key)

  const homes: { id: string; name: string; key: string; step: (typeof steps)[number] }[] = []
  for (const [index, step] of steps.entries())
    homes.push({
      id: await own(`House at step ${index}`),
      name: `House at step ${index}`,
      key: step.name,
      step,
    })
  const lost: Promise<unknown>[] = []
  for (const { id, key, name, step } of homes) {
    simulator.calls.clear()
    simulator.faults.add({ ...step.fault, count: 1 })
    lost.push(publish(id, key).catch(() => null))
    await until(step.name, () => simulator.calls.list().some(({ fault }) => fault === step.fault.kind), {
      withinMs: 60_000,
    })
    const isMade = step.fault.kind === 'timeout' || step.fault.method === 'PUT'
    if (isMade) await until(`${step.name}: it is there`, () => there(name).length > 0)
    else assert.equal(there(name).length, 0, step.name)
  }
  await server.kill()
  simulator.faults.clear()
  await Promise.all(lost)
  await start()

  const repeated = async ({ id, key, name, step }: (typeof homes)[number]) => {
    if ('isLeftAlone' in step) return
    let answer = await publish(id, key)
    await until(
      `${step.name}: an answer`,
      async () => {
        if (answer.status < 300) return true
        assert.ok(waits.includes(answer.body.error?.code ?? ''), `${key}: ${JSON.stringify(answer.body)}`)
        answer = await publish(id, key)
        return answer.status < 300
      },
      { withinMs: 180_000, everyMs: 1000 },
    )
    // The same holds if the server found and linked it before the repetition.
    assert.equal(answer.body.result?.created?.airbnbId, String(there(name)[0]?.id), key)
    assert.deepEqual((await publish(id, key)).body, answer.body, `${key}: the same answer again`)
  }
  await Promise.all(homes.map(repeated))
  for (const { id, name, step } of homes) {
    const shown = await until(
      `${step.name}: the link`,
      async () => {
        const answer = await call<{ data?: Shown } & Partial<Shown>>(
          'GET',
          `/v1/channels/airbnb/listings/${id}`,
        )
        const listing = answer.body.data ?? answer.body
        return answer.status === 200 && (listing.connections ?? []).length > 0 ? listing : undefined
      },
      { withinMs: 180_000, everyMs: 500 },
    )
    const made = there(name)
    assert.equal(made.length, 1, `${step.name}: one at Airbnb`)
    assert.deepEqual(
      shown.connections?.map(({ airbnbId }) => airbnbId),
      [String(made[0]?.id)],
      step.name,
    )
    // A later request finds the link and makes nothing.
    const later = await publish(id, `${step.name}, later`)
    assert.equal(later.status, 200, JSON.stringify(later.body))
    assert.equal(later.body.result?.created, undefined, step.name)
    assert.equal(there(name).length, 1, step.name)
    const here = (
      await walk<{ id: string; name: string }>(server, server.keys.liveKey, '/v1/listings')
    ).filter((row) => row.name === name)
    assert.deepEqual(
      here.map((row) => row.id),
      [id],
      `${step.name}: one here`,
    )
    t.diagnostic(`killed ${step.name}: one at Airbnb, linked`)
  }
})
