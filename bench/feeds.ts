/**
 * Measures an index of Vrbo's feeds from the real process: right after a start, and when every document must be
 * rendered.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queryable } from '../src/platform/tenant.ts'
import { testFolder } from '../test/harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../test/harness/server-process.ts'
import type { Bench } from './bench.ts'

const usualRows = 1_000
const nightsEach = 400
const limits = { afterStart: 0.2, firstBytes: 0.2, memoryMiB: 100 }

interface Pair {
  username: string
  password: string
}

/** Creates native listings with calendars in the account's feeds. */
async function fill(db: Queryable, { username }: Pair, count: number): Promise<void> {
  await sql`
    with account as (select workspace_id, id, now() as at from vrbo_accounts where id = ${username}), home as (
      insert into listings (workspace_id, id, name, currency, default_nightly_price)
      select workspace_id, nextval('listings_id'), 'Home ' || n, 'EUR', 100
      from account cross join generate_series(1, ${count}::int) n returning workspace_id, id
    ), nights as (
      insert into calendar_days (workspace_id, listing_id, date, available, available_units, price)
      select h.workspace_id, h.id, current_date + n, n % 7 <> 0, 1, 100 + n % 50
      from home h cross join generate_series(0, ${nightsEach - 1}::int) n
    )
    insert into vrbo_listings (workspace_id, account_id, listing_id, added_at, turned_at)
    select a.workspace_id, a.id, h.id, a.at, a.at from account a join home h on h.workspace_id = a.workspace_id`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}

/** Works on Linux only; other systems report little about other processes. */
const residentMiB = ({ child }: ServerProcess) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

interface Reading {
  /** Time until its first bytes, and until its last. */
  firstMs: number
  wholeMs: number
  beforeMiB: number
  mostMiB: number
}

async function read(server: ServerProcess, { username, password }: Pair, count: number): Promise<Reading> {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const beforeMiB = residentMiB(server)
  let mostMiB = beforeMiB
  const watching = setInterval(() => (mostMiB = Math.max(mostMiB, residentMiB(server))), 50)
  try {
    const began = performance.now()
    const answer = await fetch(`${server.baseUrl}/vrbo/feeds/availability.xml`, {
      headers: { authorization },
    })
    const parts: Buffer[] = []
    let firstMs = 0
    for await (const part of answer.body ?? []) {
      if (parts.length === 0) firstMs = performance.now() - began
      parts.push(Buffer.from(part))
    }
    const wholeMs = performance.now() - began
    const entries = Buffer.concat(parts).toString().split('<lastUpdatedDate>').length - 1
    if (answer.status !== 200 || entries !== count)
      throw new Error(`${answer.status} with ${entries} entries`)
    return { firstMs, wholeMs, beforeMiB, mostMiB }
  } finally {
    clearInterval(watching)
  }
}

const shown = ({ firstMs, wholeMs, beforeMiB, mostMiB }: Reading) =>
  `first bytes after ${firstMs.toFixed(0)} ms, all after ${(wholeMs / 1000).toFixed(2)} s; ${beforeMiB.toFixed(0)} MiB before, ${mostMiB.toFixed(0)} at most`

export const feedsBench: Bench = async ({ url, database, options }) => {
  const count = Number(options.rows ?? usualRows)
  const folder = testFolder()
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  let server = await startServerProcess(folder.folder, env)
  const restart = async () => {
    await server.stop()
    server = await startServerProcess(folder.folder, env)
    // Memory left over from the start must not count as the index's.
    await pause(3_000)
  }
  try {
    const { body: pair } = await api<Pair>(server, server.keys.liveKey, 'POST', '/v1/connect/vrbo', {})
    await fill(database.kysely, pair, count)
    const unknown = await read(server, pair, count)
    await restart()
    const afterStart = await read(server, pair, count)
    // After an upgrade nobody knows whether fetched documents are still the same.
    await sql`update vrbo_documents set etag = 'of another release', mark = null`.execute(database.kysely)
    await restart()
    const rendered = await read(server, pair, count)
    const of = `an index of ${count} listings`
    return [
      {
        label: `${of} right after a start, to one for which all are rendered`,
        ratio: afterStart.wholeMs / rendered.wholeMs,
        atMost: limits.afterStart,
        detail: `${shown(afterStart)}; rendered: ${shown(rendered)}; of listings nobody had asked for: ${shown(unknown)}`,
      },
      {
        label: `until the first bytes of ${of}, all being rendered, to the whole of it`,
        ratio: rendered.firstMs / rendered.wholeMs,
        atMost: limits.firstBytes,
        detail: shown(rendered),
      },
      {
        label: `memory that ${of} takes while all are rendered, to ${limits.memoryMiB} MiB`,
        ratio: (rendered.mostMiB - rendered.beforeMiB) / limits.memoryMiB,
        atMost: 1,
        detail: shown(rendered),
      },
    ]
  } finally {
    await server.stop()
    folder.remove()
  }
}
