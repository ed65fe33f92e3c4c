/**
 * Bookings of native listings (`DOUBLE_BOOKINGS`, 2,000) are each sent twice at once to two servers. Every key books or
 * is refused once, and no unit's night is sold twice.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { recordsOf } from '../reads/records.ts'

const keys = Number(process.env.DOUBLE_BOOKINGS ?? 2_000)
/** Every tenth key wants a night that four others want as well. */
const contended = keys / 10
const perNight = 5
/** How many pairs run at once. */
const atOnce = 20

const undo: (() => unknown)[] = []
let servers: ServerProcess[] = []
let database: ReturnType<typeof createDatabase>

before(async () => {
  const made = await createTestDatabase()
  undo.push(made.drop)
  database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 2 })
  undo.push(database.close)
  const { folder, remove } = testFolder()
  undo.push(remove)
  const env = {
    DATABASE_URL: made.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BURST_LIMIT: '1000000',
    ROLES: 'api',
  }
  for (let i = 0; i < 2; i += 1) {
    const server = await startServerProcess(folder, env)
    undo.push(server.stop)
    servers = [...servers, server]
  }
})
after(async () => {
  for (const step of undo.reverse()) await step()
})

interface Wanted {
  key: string
  listingId: string
  checkIn: string
  lastName: string
}

interface Answered {
  status: number
  text: string
  cached: boolean
}

const dayOf = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: 40 + n }))

/** Each request wants one night: its own, or one with more requests than units. */
function wishes(alone: string[], shared: string[]): Wanted[] {
  return Array.from({ length: keys }, (_, i) => {
    const rest = i - contended
    const night = Math.floor(i / perNight)
    const [listingId = '', day] =
      rest < 0
        ? [shared[night % shared.length], Math.floor(night / shared.length)]
        : [alone[rest % alone.length], Math.floor(rest / alone.length)]
    return { key: `k${i + 1}`, listingId, checkIn: dayOf(day), lastName: `k${i + 1}` }
  })
}

/** Returns what is wrong with a pair's answers: one must be carried out, the other a copy or a wait. */
function wrong(answers: readonly Answered[]): string | undefined {
  const [first, ...others] = answers.filter(({ cached, text }) => !cached && !text.includes('_key_in_use'))
  if (!first || others.length > 0)
    return `${others.length + (first ? 1 : 0)} were carried out: ${answers.map(({ status, text }) => `${status} ${text}`).join(' | ')}`
  const isRefusal = first.status === 422 && first.text.includes('"reservation_not_created"')
  if (first.status !== 201 && !isRefusal) return `answered ${first.status} ${first.text}`
  const other = answers.find((answer) => answer !== first)
  return other?.cached && other.text !== first.text ? `and ${other.text}` : undefined
}

test(`${keys} double submits of bookings at two servers`, { timeout: 1_200_000 }, async (t) => {
  const db = database.kysely
  const [server] = servers
  assert.ok(server)
  const { liveKey, workspaceId } = server.keys
  const records = recordsOf(db, { workspaceId })
  const listings = async (count: number, units: number) => {
    const ids: string[] = []
    for (let i = 0; i < count; i += 1)
      ids.push(await records.listing({ unit_count: units, currency: 'EUR', default_nightly_price: '90.00' }))
    return ids
  }
  const [alone, shared] = [await listings(30, 1), [...(await listings(2, 1)), ...(await listings(2, 3))]]
  const wanted = wishes(alone, shared)
  const doors = servers.map(({ baseUrl }) => new Pool(baseUrl, { connections: atOnce }))
  undo.push(() => Promise.all(doors.map((door) => door.close())))

  const sendOnce = async (door: Pool, { key, listingId, checkIn, lastName }: Wanted): Promise<Answered> => {
    const checkOut = String(Temporal.PlainDate.from(checkIn).add({ days: 1 }))
    const { statusCode, headers, body } = await door.request({
      path: '/v1/reservations',
      method: 'POST',
      headers: {
        authorization: `Bearer ${liveKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ listingId, checkIn, checkOut, guest: { firstName: 'Twin', lastName } }),
    })
    return {
      status: statusCode,
      text: await body.text(),
      cached: headers['idempotency-status'] === 'cached',
    }
  }

  /** A server that has to wait too long for its database has done nothing; callers then send again. */
  const send = async (door: Pool, wish: Wanted): Promise<Answered> => {
    const answer = await sendOnce(door, wish)
    if (!answer.text.includes('"service_unavailable"')) return answer
    await pause(500)
    return send(door, wish)
  }

  const faults: string[] = []
  const met = { running: 0, finished: 0, refused: 0 }
  let next = 0
  const submitter = async () => {
    for (let wish = wanted[next++]; wish; wish = wanted[next++]) {
      const one = wish
      const answers = await Promise.all(doors.map((door) => send(door, one)))
      const fault = wrong(answers)
      if (fault) faults.push(`${one.key}: ${fault}`)
      if (answers.some(({ text }) => text.includes('_key_in_use'))) met.running += 1
      if (answers.some(({ cached }) => cached)) met.finished += 1
      if (answers.some(({ status }) => status === 422)) met.refused += 1
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: atOnce }, submitter))
  t.diagnostic(
    `${keys} pairs in ${Math.round((performance.now() - started) / 1000)} s, ${JSON.stringify(met)}`,
  )
  assert.deepEqual(faults.slice(0, 5), [])
  // Otherwise the two never met, and nothing was tested.
  assert.ok(met.running > 0 && met.running + met.finished === keys, JSON.stringify(met))

  const { rows: held } = await sql<{ key: string; bookings: number; listing: string; date: string }>`
    select g.last_name as key, count(*)::int as bookings, min(r.listing_id)::text as listing, min(r.check_in)::text as date
    from reservations r
    join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
    where r.workspace_id = ${workspaceId} and r.status <> 'cancelled' group by 1`.execute(db)
  const booked = new Map(held.map((row) => [row.key, row]))
  assert.deepEqual(
    wanted.slice(contended).filter(({ key, listingId, checkIn }) => {
      const row = booked.get(key)
      return row?.bookings !== 1 || row.listing !== listingId || row.date !== checkIn
    }),
    [],
    'who wanted a night alone has it once',
  )
  assert.equal(keys - booked.size, met.refused, 'who was refused has none')
  const { rows: nights } = await sql<{ sold: number; units: number }>`
    select count(*)::int as sold, l.unit_count as units
    from reservations r join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    where r.workspace_id = ${workspaceId} and r.status <> 'cancelled' and l.id = any(${shared}::bigint[])
    group by r.listing_id, r.check_in, l.unit_count`.execute(db)
  assert.equal(nights.length, contended / perNight)
  // Each night was sold as often as there are units, of the five who wanted it.
  assert.ok(nights.every(({ sold, units }) => sold === units))
  const { rows: told } = await sql<{ count: number }>`
    select count(*)::int as count from events
    where workspace_id = ${workspaceId} and type = 'reservation.created'`.execute(db)
  assert.equal(told[0]?.count, booked.size, 'each was told once')
})
