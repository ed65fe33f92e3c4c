/**
 * Repeated requests never return outdated data: two caching servers are written, read and asked with every tag they
 * gave. Meanwhile clocks change, keys end and listings are switched off. A server without a cache gives the right
 * answers.
 */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { randomOf } from '../drills/random.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { startServers, type Servers } from './never-stale/servers.ts'

const seed = Number(process.env['STALE_SEED'] ?? Math.floor(Math.random() * 1e6))
const steps = Number(process.env['STALE_STEPS'] ?? 200)
const random = randomOf(seed, 'never stale')
const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

let servers: Servers
before(async () => {
  servers = await startServers()
})
after(() => servers.close())

interface Told {
  status: number
  etag: string | null
  text: string
}

interface Key {
  id: string | null
  secret: string
}

const anyServer = () => random.pick(servers.remembering)
const dateIn = (nights: number) => new Date(Date.now() + aheadMs + nights * days).toISOString().slice(0, 10)
let aheadMs = 0

async function ask(server: ServerProcess, secret: string, path: string, etag?: string): Promise<Told> {
  const response = await fetch(server.baseUrl + path, {
    headers: { authorization: `Bearer ${secret}`, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
  })
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
}

async function write(method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(anyServer().baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${servers.workspace.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  // Refusals count as answers too: a sold night, a cancelled stay, an inactive listing.
  assert.ok(response.status < 500, `${method} ${path}: ${response.status} ${text}`)
  return { ...(JSON.parse(text) as Record<string, unknown>), status: response.status }
}

/** Records made so far. */
const made = { listings: [] as string[], reservations: [] as string[], guests: [] as string[] }
/** Active keys; the first never ends. */
let keys: Key[] = []

const writes: Record<string, () => Promise<unknown>> = {
  async listing() {
    const { id } = await write('POST', '/v1/listings', {
      ...{ name: `Home ${made.listings.length}`, currency: 'EUR', timeZone: 'Europe/Zagreb' },
      defaultDailyPrice: 100,
    })
    if (typeof id === 'string') made.listings.push(id)
  },
  async booking() {
    if (made.listings.length === 0) return
    const begins = random.int(0, 12)
    const { id } = await write('POST', '/v1/reservations', {
      ...{
        listingId: random.pick(made.listings),
        checkIn: dateIn(begins),
        checkOut: dateIn(begins + random.int(1, 4)),
      },
      ...{ guest: { firstName: `Guest ${random.int(1, 12)}`, email: `g${random.int(1, 12)}@example.com` } },
      ...{ status: random.chance(0.3) ? 'tentative' : 'confirmed' },
    })
    if (typeof id !== 'string') return
    made.reservations.push(id)
    const shown = JSON.parse(
      (await ask(servers.forgetful, servers.workspace.liveKey, `/v1/reservations/${id}`)).text,
    ) as { guestId?: string }
    if (shown.guestId !== undefined) made.guests.push(shown.guestId)
  },
  async cancellation() {
    if (made.reservations.length > 0)
      await write('POST', `/v1/reservations/${random.pick(made.reservations)}/cancel`, {})
  },
  async guest() {
    if (made.guests.length > 0)
      await write('PATCH', `/v1/guests/${random.pick(made.guests)}`, {
        lastName: `Name ${random.int(1, 99)}`,
      })
  },
  async listingSwitched() {
    if (made.listings.length > 0)
      await write('POST', '/v1/listings/status', {
        ...{ listingIds: [random.pick(made.listings)], active: random.chance(0.6) },
      })
  },
  async newKey() {
    const { id, secret } = await write('POST', '/v1/keys', { name: 'Reader' })
    assert.ok(typeof secret === 'string', 'the answer shows the key')
    keys.push({ id: String(id), secret })
  },
  async endedKey() {
    const ending = keys.find(({ id }) => id !== null)
    if (ending === undefined) return
    await write('DELETE', `/v1/keys/${ending.id}`, {})
    keys = keys.filter((key) => key !== ending)
    ended.push({ ...ending, at: performance.now() })
  },
  async time() {
    // Clocks mostly jump ahead, past ends of stays and holds, and sometimes return.
    aheadMs += random.pick([-5 * minutes, 10 * minutes, 3 * hours, 26 * hours, 2 * days])
    await servers.setClocks(aheadMs)
  },
}
const ended: (Key & { at: number })[] = []

const pages = [
  ...['/v1/reservations', '/v1/reservations?status=completed', '/v1/reservations?status=pending&limit=3'],
  ...[
    '/v1/reservations?limit=2',
    '/v1/reservations?limit=3&status=confirmed',
    '/v1/reservations?status=cancelled',
  ],
  ...[
    '/v1/guests',
    '/v1/guests?limit=2',
    '/v1/listings',
    '/v1/listings?limit=1',
    '/v1/properties',
    '/v1/reviews',
  ],
]
function anyPath(): string {
  const one = random.pick(['page', 'page', 'reservations', 'guests', 'properties'] as const)
  if (one === 'page') return random.pick(pages)
  const ids = one === 'properties' ? made.listings : made[one]
  return ids.length === 0 ? '/v1/reservations' : `/v1/${one}/${random.pick(ids.slice(-2))}`
}

const count = { 200: 0, 304: 0, other: 0, unsteady: 0, ended: 0 }
/** Every tag of an address with its answer, by the same key's and by another server's. */
const told = new Map<string, Map<string, string>>()

/** Leaves out the request's own id. */
const lasting = ({ status, text }: Told) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`

async function readOnce(): Promise<void> {
  const path = anyPath()
  const { secret } = random.pick(keys)
  const known = told.get(path) ?? new Map<string, string>()
  const etag = known.size > 0 && random.chance(0.8) ? random.pick([...known.keys()].slice(-2)) : undefined
  const before = await ask(servers.forgetful, secret, path)
  const answer = await ask(anyServer(), secret, path, etag)
  const truth = await ask(servers.forgetful, secret, path)
  if (lasting(before) !== lasting(truth)) {
    // Background work changed something in between.
    count.unsteady += 1
    return
  }
  if (answer.status === 304) {
    assert.equal(
      known.get(etag ?? ''),
      truth.text,
      `${path} answered 304, and something else is stored (seed ${seed})`,
    )
    count[304] += 1
    return
  }
  assert.equal(lasting(answer), lasting(truth), `${path} answered with what is over (seed ${seed})`)
  count[answer.status === 200 ? 200 : 'other'] += 1
  if (answer.etag === null) return
  known.set(answer.etag, answer.text)
  told.set(path, known)
}

/** A second after a key's end it gets no answer, not even 304. */
async function readEnded(): Promise<void> {
  const key = ended.find(({ at }) => performance.now() - at > 1_000)
  if (key === undefined) return
  const path = random.pick(pages)
  const [etag] = told.get(path)?.keys() ?? []
  const { status } = await ask(anyServer(), key.secret, path, etag)
  assert.equal(status, 401, `${path} was told by a key that has ended`)
  count.ended += 1
}

it('whatever is written, by whichever server, and however clocks are set', async (t) => {
  keys = [{ id: null, secret: servers.workspace.liveKey }]
  for (let n = 0; n < 8; n++) await writes['listing']?.()
  assert.equal(made.listings.length, 8)
  // At least one key ends on the way, whatever the random choice.
  await writes['newKey']?.()
  const names = [...Object.keys(writes), 'booking', 'booking', 'booking', 'booking', 'time', 'time']
  for (let step = 0; step < steps; step++) {
    if (step === Math.floor(steps / 2)) await writes['endedKey']?.()
    if (random.chance(0.3)) await writes[random.pick(names)]?.()
    for (let n = 0; n < 3; n++) await readOnce()
    await readEnded()
  }
  t.diagnostic(
    `seed ${seed}: ${steps} steps, ${count[200]} answers whole, ${count[304]} not again, ${count.other} refused, ` +
      `${count.ended} by keys that had ended; ${count.unsteady} not compared; ${made.reservations.length} bookings`,
  )
  assert.ok(count[200] > steps / 4 && count[304] > steps / 10, 'both kinds of answers were compared')
  assert.ok(count.unsteady < steps / 10, 'most of them were compared')
  assert.ok(count.ended > 0 && made.reservations.length > 0)
})
