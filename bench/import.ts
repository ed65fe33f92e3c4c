/** The first import of 10,000 reservations from a simulated PMS, to a raw COPY of the same rows into the same indexes. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { startSimulator } from '../simulators/index.ts'
import { startServer } from '../src/main.ts'
import { loadConfig } from '../src/platform/config.ts'
import type { Queryable } from '../src/platform/tenant.ts'
import type { Bench } from './bench.ts'

const reservationCount = 10_000
const giveUpAfterMs = 300_000

interface Progress {
  import?: {
    status: string
    results: { entityType: string; processed: number; errors: number; done: boolean }[]
  }
}

/** Milliseconds from the first stored reservation page to the last. */
async function importTime(read: () => Promise<Progress>): Promise<{ ms: number; processed: number }> {
  const deadline = performance.now() + giveUpAfterMs
  let started: number | undefined
  let before = performance.now()
  while (performance.now() < deadline) {
    const answer = await read()
    const now = performance.now()
    const part = answer.import?.results.find(({ entityType }) => entityType === 'reservations')
    // The page under way when it was first seen counts in full: its time began with the look before.
    if (part && part.processed > 0) started ??= before
    if (part?.done && started !== undefined) return { ms: now - started, processed: part.processed }
    if (answer.import?.status === 'failed') throw new Error('the import failed')
    before = now
    await pause(10)
  }
  throw new Error('the import did not end')
}

/** The database's own fastest way to take the same rows, indexes and constraints included. */
async function copyTime(db: Queryable): Promise<number> {
  const file = `/tmp/lodgewire-bench-copy-${process.pid}`
  await sql`copy reservations to ${sql.lit(file)} (format binary)`.execute(db)
  await sql`create table copied (like reservations including all)`.execute(db)
  const started = performance.now()
  await sql`copy copied from ${sql.lit(file)} (format binary)`.execute(db)
  const ms = performance.now() - started
  await sql`drop table copied`.execute(db)
  rmSync(file, { force: true })
  return ms
}

export const importBench: Bench = async ({ url, database }) => {
  const simulator = await startSimulator('hostaway', {
    listings: 100,
    reservations: reservationCount,
    seed: 1,
    rateLimit: 'off',
  })
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-bench-data-'))
  const server = await startServer(
    loadConfig(
      {
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'error',
        BURST_LIMIT: '1000000',
        VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
      },
      null,
    ),
  )
  try {
    const authorization = `Bearer ${server.firstStart?.liveKey ?? ''}`
    const connected = await fetch(`${server.url}/v1/connect/hostaway/credentials`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ credentials: simulator.credentials }),
    })
    if (!connected.ok) throw new Error(`connecting answered ${connected.status}: ${await connected.text()}`)
    const { ms, processed } = await importTime(async () => {
      const answer = await fetch(`${server.url}/v1/connect/hostaway`, { headers: { authorization } })
      return (await answer.json()) as Progress
    })
    const copyMs = await copyTime(database.kysely)
    return [
      {
        label: `first import of ${reservationCount} reservations, to a raw COPY of the same rows`,
        ratio: ms / copyMs,
        atMost: 60,
        detail: `${processed} reservations in ${(ms / 1000).toFixed(1)} s (read over HTTP, mapped, matched to guests, rendered, history), COPY ${copyMs.toFixed(0)} ms`,
      },
    ]
  } finally {
    await server.stop()
    await simulator.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
