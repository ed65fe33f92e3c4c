/** Sends 50 questions of Airbnb a second to a server that imports an account, and to an idle one. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { bootstrapWorkspace } from '../src/features/tenancy/workspaces/bootstrap.ts'
import type { Queryable } from '../src/platform/tenant.ts'
import { percentile, type Bench } from './bench.ts'
import { sizedFor, startSimulator } from './sync.ts'

const usualRows = 10_000
const listingCount = 200
const questionsPerSecond = 50
const idleSeconds = 15
/** With fewer questions a 99th percentile means nothing. */
const fewestQuestions = 500
const giveUpAfterMs = 300_000
/** On an idle machine the idle server is faster, so the ratio grows. */
const limit = 25

/** Creates native listings with calendars that are sold on Airbnb. */
async function fill(db: Queryable, workspaceId: string): Promise<void> {
  await sql`
    insert into connections (workspace_id, id, provider, external_account_id, write_policy)
    values (${workspaceId}, nextval('connections_id'), 'airbnb', 'bench', '{}')`.execute(db)
  await sql`
    with home as (
      insert into listings (workspace_id, id, name, currency)
      select ${workspaceId}, nextval('listings_id'), 'Home ' || n, 'EUR' from generate_series(1, ${listingCount}::int) n
      returning workspace_id, id, name
    ), linked as (
      insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      select h.workspace_id, c.id, substr(h.name, 6), h.id from home h
      join connections c on c.workspace_id = h.workspace_id and c.provider = 'airbnb'
    )
    insert into calendar_days (workspace_id, listing_id, date, available, available_units)
    select h.workspace_id, h.id, current_date + n, true, 1 from home h cross join generate_series(0, 400) n`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}

/** Each question is sent at its time, even if earlier ones wait, and is measured from then. */
async function ask(url: string, isOver: (askedCount: number) => boolean): Promise<number[]> {
  const agent = new Agent({ connections: 32 })
  const ms: number[] = []
  const pending: Promise<void>[] = []
  const started = performance.now()
  const dayMs = 24 * 3_600_000
  const one = async (index: number, due: number) => {
    const start_date = new Date(Date.now() + ((index % 300) + 10) * dayMs).toISOString().slice(0, 10)
    const listing_id = String((index % listingCount) + 1)
    const query = new URLSearchParams({ action: 'check_availability', listing_id, start_date, nights: '4' })
    const { statusCode, body } = await request(`${url}?${query}`, { dispatcher: agent })
    const text = await body.text()
    if (statusCode !== 200 || text !== '{"available":true}')
      throw new Error(`a question was answered ${statusCode} ${text}`)
    ms.push(performance.now() - due)
  }
  try {
    for (let index = 0; !isOver(index); index += 1) {
      const due = started + (index * 1000) / questionsPerSecond
      const waitMs = due - performance.now()
      if (waitMs > 0) await pause(waitMs)
      pending.push(one(index, due))
      if (performance.now() - started > giveUpAfterMs) throw new Error('the import did not end')
    }
    await Promise.all(pending)
    return ms
  } finally {
    // Pending questions end before the server does, even after a failure.
    await Promise.allSettled(pending)
    await agent.close()
  }
}

export const channelsBench: Bench = async ({ url: databaseUrl, database, options }) => {
  const rows = Number(options.rows ?? usualRows)
  const first = await bootstrapWorkspace(database.kysely)
  await fill(database.kysely, first?.workspaceId ?? '')
  const simulator = await startSimulator('hostaway', sizedFor(rows))
  const child = fork(
    path.join(import.meta.dirname, 'channels-server.ts'),
    [databaseUrl, `hostaway=${simulator.url}`],
    { stdio: 'inherit' },
  )
  try {
    const [server] = (await once(child, 'message')) as [{ origin: string; url: string }]
    const ofSeconds = (seconds: number) => (askedCount: number) => askedCount >= seconds * questionsPerSecond
    await ask(server.url, ofSeconds(3))
    const idle = await ask(server.url, ofSeconds(idleSeconds))
    const headers = { authorization: `Bearer ${first?.liveKey ?? ''}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ credentials: simulator.credentials })
    const connected = await request(`${server.origin}/v1/connect/hostaway/credentials`, {
      method: 'POST',
      headers,
      body,
    })
    const answer = await connected.body.text()
    if (connected.statusCode !== 200) throw new Error(`connecting answered ${answer}`)
    let isImported = false
    const imported = async () => {
      const { rows: done } = await sql`
        select from connections where provider = 'hostaway' and first_import_at is not null`.execute(
        database.kysely,
      )
      isImported = done.length > 0
    }
    const watching = setInterval(() => void imported().catch(() => {}), 250)
    const beside = await ask(server.url, () => isImported).finally(() => clearInterval(watching))
    if (beside.length < fewestQuestions) {
      throw new Error(`the import was over after ${beside.length} questions: give it more --rows`)
    }
    const [quiet, busy] = [percentile(idle, 0.99), percentile(beside, 0.99)]
    const shown = (ms: readonly number[]) =>
      `median ${percentile(ms, 0.5).toFixed(1)} ms, 99th of a hundred ${percentile(ms, 0.99).toFixed(1)} ms, slowest ${Math.max(...ms).toFixed(0)} ms of ${ms.length}`
    return [
      {
        label: `questions of Airbnb at ${questionsPerSecond} a second beside an import of ${rows} reservations, 99th of a hundred, to an idle server`,
        ratio: busy / quiet,
        atMost: limit,
        detail: `${shown(beside)}; idle: ${shown(idle)}`,
      },
    ]
  } finally {
    child.disconnect()
    await simulator.stop()
  }
}
