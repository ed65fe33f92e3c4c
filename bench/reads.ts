/** A page of 50 reservations out of 100,000 over 100 workspaces. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { request } from 'undici'
import { renderReservations } from '../src/records/reservations/shown.ts'
import { hashApiKey } from '../src/platform/crypto.ts'
import type { Queryable } from '../src/platform/tenant.ts'
import { median, type Bench, type Result } from './bench.ts'
import { requestsPerSecond, type Target } from './load.ts'

const workspaceCount = 100
const perWorkspace = 1000
const rounds = 3
const roundSeconds = 4

async function fill(db: Queryable): Promise<{ id: string; key: string }[]> {
  const filled: { id: string; key: string }[] = []
  for (let index = 0; index < workspaceCount; index++) {
    const key = `sk_live_${randomBytes(20).toString('hex')}`
    const { rows } = await sql<{ id: string }>`
      insert into workspaces (id, name, plan, contact_confirmed)
      values (nextval('workspaces_id'), 'Bench', 'custom', true) returning id`.execute(db)
    const id = rows[0]?.id ?? ''
    await sql`insert into api_keys (workspace_id, mode, prefix, hash) values (${id}, 'live', 'sk_live_', ${hashApiKey(key)})`.execute(
      db,
    )
    await sql`
      insert into connections (workspace_id, id, provider, external_account_id, write_policy)
      values (${id}, nextval('connections_id'), 'hostaway', 'bench', '{}')`.execute(db)
    await sql`
      insert into accounts (workspace_id, id, connection_id, provider, external_account_id)
      select workspace_id, nextval('accounts_id'), id, provider, external_account_id from connections where workspace_id = ${id}`.execute(
      db,
    )
    await sql`
      insert into listings (workspace_id, id, account_id, name, currency)
      select ${id}, nextval('listings_id'), (select id from accounts where workspace_id = ${id}), 'Listing ' || n, 'EUR'
      from generate_series(1, 20) n`.execute(db)
    await sql`
      with guest as (
        insert into guests (workspace_id, id, first_name, last_name)
        select ${id}, nextval('guests_id'), 'Guest', 'Number ' || n from generate_series(1, 500) n returning id
      ) insert into guest_contacts (workspace_id, guest_id, type, value, is_primary)
        select ${id}, id, 'email', 'guest' || id || '@example.com', true from guest`.execute(db)
    const made = await sql<{ id: string }>`
      insert into reservations (workspace_id, id, listing_id, account_id, guest_id, check_in, check_out, status, completes_at,
             source, confirmation_code, total_price, currency, occupancy, booked_at)
      select ${id}, nextval('reservations_id'),
             (select min(id) from listings where workspace_id = ${id}) + n % 20,
             (select id from accounts where workspace_id = ${id}),
             (select min(id) from guests where workspace_id = ${id}) + n % 500,
             date '2026-01-01' + n, date '2026-01-01' + n + 3, 'confirmed', timestamptz '2026-01-05' + n * interval '1 day',
             'airbnb', 'HM' || n, 300 + n, 'EUR', '{"adults":2,"children":0,"infants":0,"pets":0,"total":2}', now()
      from generate_series(1, ${perWorkspace}::int) n returning id`.execute(db)
    await renderReservations(
      db,
      { workspaceId: id },
      made.rows.map((row) => row.id),
      new Date(),
    )
    filled.push({ id, key })
  }
  await sql`vacuum analyze`.execute(db)
  return filled
}

async function startServer(...args: string[]): Promise<{ origin: string; child: ChildProcess }> {
  const child = fork(path.join(import.meta.dirname, 'reads-server.ts'), args, { stdio: 'inherit' })
  const [message] = (await once(child, 'message')) as [{ origin: string }]
  return { origin: message.origin, child }
}

export const readsBench: Bench = async ({ url, database }) => {
  const workspaces = await fill(database.kysely)
  const headers = workspaces.map(({ key }) => ({ authorization: `Bearer ${key}` }))
  const full = await startServer('full', url)
  const sample = await request(`${full.origin}/v1/reservations?limit=50`, { headers: headers[0] ?? {} })
  const bytes = Buffer.from(await sample.body.arrayBuffer())
  if (sample.statusCode !== 200)
    throw new Error(`the sample answered ${sample.statusCode}: ${bytes.toString()}`)
  const bare = await startServer('bare', url, bytes.toString('base64'))
  const plain = await startServer('plain', url)
  const targets: Record<'full' | 'bare' | 'plain', Target> = {
    full: { origin: full.origin, paths: ['/v1/reservations?limit=50'], headers },
    bare: { origin: bare.origin, paths: ['/v1/reservations?limit=50'], headers },
    plain: {
      origin: plain.origin,
      paths: workspaces.map(({ id }) => `/v1/reservations?limit=50&workspace=${id}`),
      headers: [{}],
    },
  }
  const rates = { full: [] as number[], bare: [] as number[], plain: [] as number[] }
  try {
    for (const target of Object.values(targets)) await requestsPerSecond(target, 1)
    for (let round = 0; round < rounds; round++) {
      for (const name of ['full', 'bare', 'plain'] as const) {
        rates[name].push(await requestsPerSecond(targets[name], roundSeconds))
      }
    }
  } finally {
    for (const { child } of [full, bare, plain]) child.disconnect()
  }
  const [fullRate, bareRate, plainRate] = [median(rates.full), median(rates.bare), median(rates.plain)]
  const results: Result[] = [
    {
      label: 'a page of 50 reservations through the full stack, to a bare handler that sends the same bytes',
      ratio: fullRate / bareRate,
      atLeast: 0.05,
      detail: `${fullRate.toFixed(0)} against ${bareRate.toFixed(0)} pages a second, ${bytes.length} bytes each`,
    },
    {
      label:
        'the same, to a version that reads columns, maps and stringifies (without key, limits or validation)',
      ratio: fullRate / plainRate,
      atLeast: 1.5,
      detail: `${fullRate.toFixed(0)} against ${plainRate.toFixed(0)} pages a second`,
    },
  ]
  return results
}
