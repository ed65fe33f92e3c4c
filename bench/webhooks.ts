/** Measures how fast webhooks go out, how soon after the commit, and whether a long history slows them. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { request } from 'undici'
import { createDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import type { Queryable } from '../src/platform/tenant.ts'
import { benchPatienceMs, median, percentile, type Bench, type Result } from './bench.ts'
import {
  atOnce,
  bareRate,
  clock,
  drainRate,
  emit,
  expect,
  fill,
  sample,
  start,
  workspaceCount,
} from './webhook-load.ts'

const rounds = 3
const eventsPerSecond = 500
const latencySeconds = 10
/** Two databases of different size take turns with a worker each, so that a busy machine slows both. */
const stored = { few: 10_000, many: 1_000_000 }
/** The goals for deliveries; docs/internals/benchmarks.md reports a missed one as missed. */
const goals = { rate: 0.5, receiptMs: 30 }
const growthRounds = 5
const perGrowthRound = 5_000

/** Calls `step` at a fixed rate, however long each call takes. */
async function paced(count: number, step: (number: number) => Promise<void>): Promise<void> {
  const begun = clock()
  const running: Promise<void>[] = []
  for (let number = 0; number < count; number += 1) {
    const dueIn = begun + (number * 1000) / eventsPerSecond - clock()
    if (dueIn > 1) await new Promise((resolve) => setTimeout(resolve, dueIn))
    running.push(step(number))
  }
  await Promise.all(running)
}

/** Measures milliseconds from commit to receipt. `afterCommit` sends the event when no worker does. */
async function latencies(
  db: Queryable,
  receiver: ChildProcess,
  workspaces: readonly string[],
  afterCommit?: (number: number) => Promise<unknown>,
): Promise<number[]> {
  const count = eventsPerSecond * latencySeconds
  const committed = new Map<number, number>()
  const { arrivals } = await expect(receiver, count)
  await paced(count, async (number) => {
    await emit(db, workspaces[number % workspaceCount] ?? '', [number])
    committed.set(number, clock())
    await afterCommit?.(number)
  })
  const { times, numbers } = await arrivals
  return numbers.map((number, index) => Math.max(0, (times[index] ?? 0) - (committed.get(number) ?? 0)))
}

/** Adds finished deliveries, spread over the endpoints. */
async function addHistory(db: Queryable, workspaces: readonly string[], deliveries: number): Promise<void> {
  const eventsEach = deliveries / workspaceCount / 10
  for (const workspaceId of workspaces) {
    await sql`
      with head as (
        update workspace_heads set sequence = sequence + ${eventsEach}::int
        where workspace_id = ${workspaceId} returning sequence - ${eventsEach}::int as base
      )
      insert into events (workspace_id, sequence, type, data, created_at)
      select ${workspaceId}, base + n, 'reservation.updated', ${JSON.stringify(sample)}, now() - interval '1 day'
      from head, generate_series(1, ${eventsEach}::int) n`.execute(db)
    await sql`
      insert into deliveries (workspace_id, webhook_id, event_sequence, state, attempts, next_attempt_at, created_at, finished_at)
      select e.workspace_id, w.id, e.sequence, 'succeeded', 1, e.created_at, e.created_at, e.created_at
      from events e join webhooks w on w.workspace_id = e.workspace_id
      where e.workspace_id = ${workspaceId} and e.created_at < now() - interval '12 hours'`.execute(db)
    await sql`
      insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, outcome, status_code,
             response_time_ms, request_headers, response_headers, response_body, started_at, finished_at)
      select workspace_id, time_uuid(), id, webhook_id, event_sequence, 1, 'accepted', 204, 12,
             '{"content-type":"application/json"}', '{}', '', created_at, created_at
      from deliveries where workspace_id = ${workspaceId} and created_at < now() - interval '12 hours'`.execute(
      db,
    )
  }
  await sql`vacuum analyze`.execute(db)
}

interface Kept {
  db: Queryable
  workspaces: string[]
}

/** Measures deliveries a second with few and with many stored. */
async function growth(
  { url, database, log }: Parameters<Bench>[0],
  receiver: ChildProcess,
  origin: string,
): Promise<{ few: number; many: number }> {
  const keyRing = randomBytes(32).toString('base64')
  const opened: { close(): Promise<void> }[] = []
  const workers: ChildProcess[] = []
  async function keeping(name: keyof typeof stored): Promise<Kept> {
    await database.pool.query(`create database ${name}`)
    const place = new URL(url)
    place.pathname = `/${name}`
    const own = createDatabase(place.href, { log, max: 5, patienceMs: benchPatienceMs })
    opened.push(own)
    await migrate(own.pool, { log })
    const db = own.kysely
    const workspaces = await fill(db, origin, keyRing)
    await addHistory(db, workspaces, stored[name])
    workers.push((await start('worker', place.href, keyRing)).child)
    return { db, workspaces }
  }
  try {
    const [few, many] = [await keeping('few'), await keeping('many')]
    const round = ({ db, workspaces }: Kept) => drainRate(db, receiver, workspaces, perGrowthRound)
    for (const one of [few, many]) await round(one)
    const rates = { few: [] as number[], many: [] as number[] }
    for (let turn = 0; turn < growthRounds; turn += 1) {
      rates.few.push(await round(few))
      rates.many.push(await round(many))
    }
    return { few: median(rates.few), many: median(rates.many) }
  } finally {
    for (const child of workers) child.disconnect()
    await Promise.all(workers.map((child) => once(child, 'exit')))
    for (const { close } of opened) await close()
  }
}

export const webhooksBench: Bench = async (context) => {
  const { url, database } = context
  const db = database.kysely
  const keyRing = randomBytes(32).toString('base64')
  const { child: receiver, hello } = await start('receiver')
  const origin = hello['origin'] ?? ''
  const workspaces = await fill(db, origin, keyRing)
  const { child: worker } = await start('worker', url, keyRing)
  const { child: bare } = await start('bare')
  try {
    const rates = { signed: [] as number[], bare: [] as number[] }
    await drainRate(db, receiver, workspaces)
    // On a server that has run for a minute, tables are analyzed.
    await sql`analyze`.execute(db)
    await drainRate(db, receiver, workspaces)
    await bareRate(bare, receiver, origin)
    for (let round = 0; round < rounds; round += 1) {
      rates.signed.push(await drainRate(db, receiver, workspaces))
      rates.bare.push(await bareRate(bare, receiver, origin))
    }
    const ours = await latencies(db, receiver, workspaces)
    // The same commits without subscribers, each followed by a plain request from the committing process.
    await sql`update webhooks set status = 'paused'`.execute(db)
    const plain = await latencies(db, receiver, workspaces, async (number) => {
      const body = JSON.stringify({ data: { ...sample, number } })
      const answer = await request(`${origin}/plain`, { method: 'POST', body })
      await answer.body.dump()
    })
    const { few, many } = await growth(context, receiver, origin)
    const [signed, posted] = [median(rates.signed), median(rates.bare)]
    const [p50, p99] = [percentile(ours, 0.5), percentile(ours, 0.99)]
    const [plain50, plain99] = [percentile(plain, 0.5), percentile(plain, 0.99)]
    const results: Result[] = [
      {
        label: 'signed deliveries out of a full queue, to a bare loop that posts the same bodies',
        ratio: signed / posted,
        atLeast: goals.rate,
        detail: `${signed.toFixed(0)} against ${posted.toFixed(0)} a second, ${atOnce} at once`,
      },
      {
        label: `commit to receipt at ${eventsPerSecond} events a second, median, to a plain request after the commit`,
        ratio: p50 / plain50,
        atMost: 100,
        detail: `${p50.toFixed(1)} against ${plain50.toFixed(1)} ms`,
      },
      {
        label: `the same, 99th of a hundred, to ${goals.receiptMs} ms`,
        ratio: p99 / goals.receiptMs,
        atMost: 1,
        detail: `${p99.toFixed(1)} ms`,
      },
      {
        label: 'the same, 99th of a hundred, to a plain request after the commit',
        ratio: p99 / plain99,
        atMost: 10,
        detail: `${p99.toFixed(1)} against ${plain99.toFixed(1)} ms`,
      },
      {
        label: `deliveries a second with ${stored.many.toLocaleString('en')} stored, to those with ${stored.few.toLocaleString('en')}`,
        ratio: many / few,
        atLeast: 0.75,
        detail: `${many.toFixed(0)} against ${few.toFixed(0)} a second, in turn`,
      },
    ]
    return results
  } finally {
    for (const child of [worker, receiver, bare]) child.disconnect()
  }
}
