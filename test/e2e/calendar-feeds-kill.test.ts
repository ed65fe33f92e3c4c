/**
 * The server is killed at random points while it reads calendar feeds. No night a file closes is ever open, a stay is
 * recorded once, and a missing entry opens only after two readings without it.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { nightsBetween, openPeer, type Peer } from '../../simulators/ical/peer.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { allFeedsRead } from '../harness/calendar-feeds.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const [listings, killsEach] = [12, 6]
const [stays, blocks] = [10, 5]
/** The seed is printed, so that a failing run can be repeated. */
const seed = Number(process.env.KILL_SEED ?? Date.now() % 100_000)
let state = seed
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}
const day = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: 20 + n }))

const undo: (() => unknown)[] = []
let db: Database['kysely']
let server: ServerProcess
let start: () => Promise<ServerProcess>
const homes: { id: string; peer: Peer }[] = []
/** Repeats calls as clients do while the server is away. */
const mostTries = 10
const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const ask = () => api<T>(server, server.keys.liveKey, method, path, body)
  let answer = await ask()
  for (let tries = 1; answer.status === 503 && method === 'GET' && tries < mostTries; tries += 1) {
    await pause(1_000)
    answer = await ask()
  }
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

before(async () => {
  const made = await createTestDatabase()
  undo.push(made.drop)
  const database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 2 })
  undo.push(database.close)
  db = database.kysely
  const folder = testFolder()
  undo.push(folder.remove)
  const env = {
    ...{ DATABASE_URL: made.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') },
    ...{ ALLOW_PRIVATE_TARGETS: 'true', BURST_LIMIT: '1000000' },
  }
  start = () => startServerProcess(folder.folder, env)
  server = await start()
  undo.push(() => server.stop())
})
after(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Makes feeds due, and releases those that the killed process held. */
const dueAgain = () => sql`update ical_feeds set next_fetch_at = now(), claimed_until = now()`.execute(db)

async function closedAt(id: string): Promise<Set<string>> {
  const { days } = await call<{ days: { date: string; available: boolean }[] }>(
    ...(['GET', `/v1/availability/${id}?from=${day(0)}&to=${day(150)}`] as const),
  )
  return new Set(days.filter(({ available }) => !available).map(({ date }) => date))
}
const nightsOf = (events: Peer['events']) =>
  new Set(events.flatMap(({ first, until: end }) => nightsBetween(first, end)))

async function feedsHeld(): Promise<number> {
  const { rows } = await sql`select from ical_feeds where holder is not null`.execute(db)
  return rows.length
}

/** Returns how many feeds were being read at the kill. A quick machine gets more to read if it is done already. */
async function killWhileReading(): Promise<number> {
  await pause(random() * 1_200)
  for (const end = Date.now() + 5_000; Date.now() < end && (await feedsHeld()) === 0;)
    await sql`update ical_feeds set next_fetch_at = now() where holder is null`.execute(db)
  await server.kill()
  const held = await feedsHeld()
  await dueAgain()
  server = await start()
  return held
}

/** Kills the server repeatedly, and more often if no kill met a reading. */
async function killAgainAndAgain(afterEach: () => Promise<void>): Promise<number> {
  let caught = 0
  for (let kill = 0; kill < killsEach || (caught === 0 && kill < 3 * killsEach); kill += 1) {
    caught += await killWhileReading()
    await afterEach()
  }
  return caught
}

const allRead = () => allFeedsRead(db, () => server.output())

async function recorded(status: 'standing' | 'cancelled'): Promise<string[]> {
  const { rows } = await sql<{ stay: string }>`
    select listing_id || ' ' || check_in || ' ' || check_out as stay from reservations
    where workspace_id = ${server.keys.workspaceId} and merged_into is null and (status = 'cancelled') = ${status === 'cancelled'} order by 1`.execute(
    db,
  )
  return rows.map(({ stay }) => stay)
}
const bookedIn = (eventsOf: (peer: Peer) => Peer['events']) =>
  homes
    .flatMap(({ id, peer }) =>
      eventsOf(peer).flatMap(({ kind, first, until: end }) =>
        kind === 'booking' ? [`${id} ${first} ${end}`] : [],
      ),
    )
    .toSorted()
async function told(type: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from events where workspace_id = ${server.keys.workspaceId} and type = ${type}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

test(
  'a first reading that is killed again and again ends with everything once',
  { timeout: 600_000 },
  async (t) => {
    t.diagnostic(`KILL_SEED=${seed}`)
    for (let index = 0; index < listings; index += 1) {
      const peer = await openPeer('airbnb')
      undo.push(peer.close)
      // On a quick machine a reading would end before any kill.
      peer.answersAfterMs = 150
      for (let n = 0; n < stays + blocks; n += 1)
        peer[n < stays ? 'book' : 'block'](day(n * 7), day(n * 7 + 1 + Math.floor(random() * 5)), {
          code: `HM${String(index).padStart(4, 'A')}${String(n).padStart(4, 'B')}`,
        })
      const { id } = await call<{ id: string }>('POST', '/v1/listings', {
        name: `Home ${index}`,
        currency: 'EUR',
      })
      homes.push({ id, peer })
    }
    for (const { id, peer } of homes)
      await call('POST', `/v1/listings/${id}/ical-feeds`, {
        name: 'Airbnb',
        url: peer.url,
        platform: 'airbnb',
      })
    const caught = await killAgainAndAgain(async () => {})
    await allRead()
    t.diagnostic(`${caught} readings were under way when their process ended`)
    assert.ok(caught > 0)
    for (const { id, peer } of homes) assert.deepEqual(await closedAt(id), nightsOf(peer.events))
    const booked = bookedIn(({ events }) => events)
    assert.equal(booked.length, listings * stays)
    assert.deepEqual(await recorded('standing'), booked)
    assert.deepEqual(await recorded('cancelled'), [])
    assert.equal(await told('reservation.created'), booked.length)
  },
)

test('kills open nothing, and lose neither what came nor what went', { timeout: 600_000 }, async (t) => {
  const gone = new Map<string, { nights: Set<string>; asked: number }>()
  const lost: string[] = []
  for (const { id, peer } of homes) {
    const [first] = peer.events.splice(0, 1)
    assert.ok(first)
    lost.push(`${id} ${first.first} ${first.until}`)
    gone.set(id, { nights: nightsOf([first]), asked: peer.asked.length })
    peer.book(day(120), day(123), { code: `HMNEW${id.slice(-3).padStart(5, 'C')}` })
    peer.block(day(130), day(131))
  }
  await dueAgain()
  const known = new Map(homes.map(({ id, peer }) => [id, nightsOf(peer.events.slice(0, -2))]))
  const caught = await killAgainAndAgain(async () => {
    for (const { id, peer } of homes) {
      const closed = await closedAt(id)
      const before = known.get(id) ?? new Set()
      assert.deepEqual(before.difference(closed), new Set(), 'what was closed stays closed')
      known.set(id, before.union(closed.intersection(nightsOf(peer.events))))
      const { nights, asked } = gone.get(id) ?? assert.fail()
      if (peer.asked.length - asked < 2) assert.deepEqual(nights.difference(closed), new Set())
    }
  })
  await allRead()
  await allRead()
  t.diagnostic(`${caught} readings were under way when their process ended`)
  assert.ok(caught > 0)
  for (const { id, peer } of homes) assert.deepEqual(await closedAt(id), nightsOf(peer.events))
  assert.deepEqual(
    await recorded('standing'),
    bookedIn(({ events }) => events),
  )
  assert.deepEqual(await recorded('cancelled'), lost.toSorted())
  assert.equal(await told('reservation.created'), listings * (stays + 1))
  assert.equal(await told('reservation.cancelled'), listings)
})
