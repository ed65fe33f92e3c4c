/**
 * One workspace makes all the noise it can, in every kind of work that goes on without a caller: a quiet one is served within twice the
 * time it takes alone. Both are measured in one run, beside a vendor each.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { TestWorkspace } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'
import { until } from '../harness/until.ts'
import { emit } from '../webhooks/events.ts'
import type { Drill } from './drill.ts'
import { makeGround, type Ground } from './ground.ts'
import { bearer, send } from './request.ts'

interface Noise {
  feeds: number
  deliveries: number
  priced: number
  nights: number
}
const all: Noise = { feeds: 60, deliveries: 10_000, priced: 5_000, nights: 100_000 }
/** With few rounds a tenth of what takes long to prepare; feeds are as many, because each takes a place for long. */
const some: Noise = { feeds: 60, deliveries: 1_000, priced: 500, nights: 10_000 }
const roundsOfAll = 6

const vendorOf = { noisy: 'hostaway', quiet: 'smoobu' } as const

/** Kinds of work, each with the pause between two looks of its worker: alone it takes up to that long. */
const kinds = {
  'calendar feed': { everyMs: 5_000, serve: readFeed },
  delivery: { everyMs: 1_000, serve: deliver },
  price: { everyMs: 20_000, serve: price },
  'pushed night': { everyMs: 1_000, serve: pushNight },
} as const
const times = 2

interface Scene {
  ground: Ground
  quiet: TestWorkspace
  outside: Outside
  /** Of the quiet workspace: kept here, and kept in its PMS. */
  listings: { own: string; kept: string }
}

interface Outside {
  url: string
  /** Paths that were asked for, in order. */
  asked: string[]
  close(): Promise<void>
}

/** Good calendars, calendars that never end, receivers, and receivers that never answer. */
async function openOutside(): Promise<Outside> {
  const asked: string[] = []
  const open = new Set<ServerResponse>()
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '')
    request.resume()
    if (request.url?.startsWith('/good') ?? false)
      return void response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')
    open.add(response)
    response.on('close', () => open.delete(response))
    if (request.url?.startsWith('/drip') ?? false) response.write('BEGIN:VCALENDAR\r\n')
  })
  const dripping = setInterval(() => {
    for (const response of open) if (response.req.url?.startsWith('/drip')) response.write(' ')
  }, 500)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      clearInterval(dripping)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function call(
  { server }: Ground,
  { liveKey }: TestWorkspace,
  method: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const headers = { ...bearer(liveKey), 'content-type': 'application/json' }
  const answer = await send(server.baseUrl, {
    method,
    path,
    headers,
    body: Buffer.from(JSON.stringify(body)),
  })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text) as Record<string, unknown>
}

async function isTrue(ground: Ground, condition: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean | null }>`select (${condition}) as is`.execute(ground.db)
  return rows[0]?.is === true
}

const served = (what: string, condition: () => boolean | Promise<boolean>) =>
  until(what, condition, { everyMs: 20, withinMs: 120_000 })

async function readFeed({ ground, quiet, outside, listings }: Scene): Promise<void> {
  const body = { name: 'Good', url: `${outside.url}/good.ics` }
  const { id } = await call(ground, quiet, 'POST', `/v1/listings/${listings.own}/ical-feeds`, body)
  await served('a good calendar to be read', () =>
    isTrue(ground, sql`select last_good_at is not null from ical_feeds where id = ${id}`),
  )
}

async function deliver({ ground, quiet, outside }: Scene): Promise<void> {
  const before = outside.asked.filter((path) => path === '/good-receiver').length
  await emit({ db: ground.db, clock: { now: () => new Date() } }, quiet.live, [{}])
  await served(
    'an event to be delivered',
    () => outside.asked.filter((path) => path === '/good-receiver').length > before,
  )
}

async function price({ ground, quiet, listings }: Scene): Promise<void> {
  await makePriced(ground, quiet, listings.own)
  await served('a listing to be priced', () =>
    isTrue(ground, sql`select due_at > now() from priced_listings where listing_id = ${listings.own}`),
  )
}

async function pushNight({ ground, quiet, listings }: Scene): Promise<void> {
  const date = String(Temporal.Now.plainDateISO().add({ days: 40 }))
  const amount = 100 + Math.floor(performance.now() % 1000)
  await call(ground, quiet, 'PUT', `/v1/availability/${listings.kept}`, { dates: [date], price: amount })
  await served('a night to be pushed', () =>
    isTrue(
      ground,
      sql`select state in ('confirmed', 'refused') from calendar_pushes where listing_id = ${listings.kept} and date = ${date}`,
    ),
  )
}

const makePriced = (ground: Ground, { live }: TestWorkspace, listingId: string) =>
  sql`
    insert into priced_listings (workspace_id, listing_id, due_at) values (${live.workspaceId}, ${listingId}, now())
    on conflict (workspace_id, listing_id) do update set due_at = now(), claimed_until = null`.execute(
    ground.db,
  )

/** As many listings as this one, in everything but their ids. */
async function multiply(ground: Ground, listingId: string, count: number): Promise<void> {
  await sql`
    with made as (
      insert into listings
      select copy.* from listings l cross join generate_series(1, ${count}::int) n
      cross join lateral jsonb_populate_record(l, jsonb_build_object(
        'id', live_id(nextval('listings_id')),
        'external_id', case when l.external_id is not null then l.external_id || '-' || n end)) copy
      where l.id = ${listingId}
      returning workspace_id, connection_id, external_id, id)
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    select * from made where external_id is not null`.execute(ground.db)
}

async function connect(ground: Ground, workspace: TestWorkspace, vendor: string): Promise<string> {
  await call(ground, workspace, 'POST', `/v1/connect/${vendor}/credentials`, {
    credentials: ground.vendor(vendor).credentials,
    writePolicy: { calendar: { availability: true, rates: true, restrictions: true } },
  })
  const found = await until('a home of the account', async () => {
    const { rows } = await sql<{ id: string }>`
      select l.id from listings l join connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
      where l.workspace_id = ${workspace.live.workspaceId} and c.provider = ${vendor} and l.external_id is not null limit 1`.execute(
      ground.db,
    )
    return rows[0]?.id
  })
  return found
}

async function makeNoise(
  ground: Ground,
  noisy: TestWorkspace,
  outside: Outside,
  noise: Noise,
): Promise<void> {
  const { workspaceId } = noisy.live
  const own = await makerOf(ground.db, noisy.live).listing({ currency: 'EUR', default_nightly_price: '100' })
  const kept = await connect(ground, noisy, vendorOf.noisy)
  await multiply(ground, own, noise.priced)
  await sql`
    insert into priced_listings (workspace_id, listing_id, due_at)
    select workspace_id, id, now() - interval '1 hour' from listings where workspace_id = ${workspaceId} and external_id is null
    on conflict do nothing`.execute(ground.db)
  await multiply(ground, kept, noise.nights / 200)
  await sql`
    insert into calendar_pushes (workspace_id, listing_id, date, connection_id, price, state, next_attempt_at, created_at, updated_at)
    select workspace_id, id, current_date + day, connection_id, 100, 'pending', now(), now(), now()
    from listings, generate_series(1, 200) day where workspace_id = ${workspaceId} and external_id is not null`.execute(
    ground.db,
  )
  await sql`
    insert into calendar_push_turns (workspace_id, connection_id, wake_at)
    select distinct workspace_id, connection_id, now() from listings where workspace_id = ${workspaceId} and external_id is not null
    on conflict (workspace_id, connection_id) do update set wake_at = now()`.execute(ground.db)
  await call(ground, noisy, 'POST', '/v1/webhooks', {
    url: `${outside.url}/dead`,
    events: ['reservation.created'],
  })
  for (let made = 0; made < noise.deliveries; made += 500)
    await emit(
      { db: ground.db, clock: { now: () => new Date() } },
      noisy.live,
      Array.from({ length: 500 }, () => ({})),
    )
  const homes = [own, await makerOf(ground.db, noisy.live).listing()]
  for (let n = 0; n < noise.feeds; n += 1)
    await call(ground, noisy, 'POST', `/v1/listings/${homes[n % homes.length]}/ical-feeds`, {
      name: `Drip ${n}`,
      url: `${outside.url}/drip-${n}.ics`,
    })
  await until('the noise to have begun', () => outside.asked.some((path) => path.startsWith('/drip')))
}

async function measure(scene: Scene): Promise<Record<string, number>> {
  const slowest: Record<string, number> = {}
  for (const [kind, { serve }] of Object.entries(kinds))
    for (let time = 0; time < times; time += 1) {
      const began = performance.now()
      await serve(scene)
      slowest[kind] = Math.max(slowest[kind] ?? 0, performance.now() - began)
    }
  return slowest
}

export const fairness: Drill = async ({ seed, rounds, report }) => {
  const noise = rounds < roundsOfAll ? some : all
  const outside = await openOutside()
  const ground = await makeGround({ ROLES: 'api,worker', ALLOW_PRIVATE_TARGETS: 'true', LOG_LEVEL: 'error' })
  try {
    const [noisy, quiet] = [
      await ground.addWorkspace({ filled: false }),
      await ground.addWorkspace({ filled: false }),
    ]
    const own = await makerOf(ground.db, quiet.live).listing({
      currency: 'EUR',
      default_nightly_price: '100',
    })
    const kept = await connect(ground, quiet, vendorOf.quiet)
    await call(ground, quiet, 'POST', '/v1/webhooks', {
      url: `${outside.url}/good-receiver`,
      events: ['reservation.created'],
    })
    const scene = { ground, quiet, outside, listings: { own, kept } }
    const alone = await measure(scene)
    await makeNoise(ground, noisy, outside, noise)
    const beside = await measure(scene)
    for (const [kind, { everyMs }] of Object.entries(kinds)) {
      const [idle, busy] = [Math.max(everyMs, alone[kind] ?? 0), beside[kind] ?? 0]
      if (busy > 2 * idle)
        report.add({
          drill: 'fairness',
          operation: '',
          what: `a ${kind} of a quiet workspace takes ${Math.round(busy)} ms beside a noisy one, and ${Math.round(alone[kind] ?? 0)} ms alone`,
          replay: `npm run drills -- --only fairness --seed ${seed} --rounds ${rounds}`,
        })
    }
    const told = Object.keys(kinds).map(
      (kind) => `${kind} ${Math.round(alone[kind] ?? 0)} → ${Math.round(beside[kind] ?? 0)} ms`,
    )
    return told.join(', ')
  } finally {
    await outside.close()
    await ground.close()
  }
}
