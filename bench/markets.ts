/**
 * Loads a city with the real command from packed files. `--rows 2000` sets the listings; the default of 50,000 has 18
 * million nights, and takes minutes and four gigabytes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { makeCity, usualCity } from '../scripts/make-city.ts'
import type { Queryable } from '../src/platform/tenant.ts'
import type { Bench } from './bench.ts'

/** These limits were set before anything was measured. */
const limits = { residentMiB: 300, toCopy: 5 }
const root = path.resolve(import.meta.dirname, '..')
const lookEveryMs = 100

interface Loaded {
  ms: number
  /** Peak memory; Linux only, since other systems report little about other processes. */
  residentMiB: number
  printed: string
}

/** This is what `npm run lodgewire` runs, without npm. */
const command = (folder: string, city: string) => [
  ...['--import', './src/compile-cache.js', 'src/cli.ts', 'markets', 'import', folder],
  ...['--city', city, '--country', 'PT', '--currency', 'EUR'],
]

async function load(url: string, folder: string, city: string): Promise<Loaded> {
  const began = performance.now()
  const child = spawn(process.execPath, command(folder, city), {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [printed, residentMiB, isOver] = ['', 0, false]
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  const ended = once(child, 'exit').finally(() => (isOver = true)) as Promise<[number | null]>
  while (!isOver) {
    residentMiB = Math.max(residentMiB, peakOf(child.pid ?? 0))
    await Promise.race([ended, pause(lookEveryMs)])
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`the import ended with ${code}: ${printed}`)
  return { ms: performance.now() - began, residentMiB, printed: printed.trim() }
}

function peakOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Copies the same nights in unpacked form without key lookups, and with the table's own index only. */
async function copyMs(db: Queryable, folder: string): Promise<number> {
  const plain = path.join(folder, 'calendar.csv')
  await pipeline(createReadStream(`${plain}.gz`), createGunzip(), createWriteStream(plain))
  chmodSync(plain, 0o644)
  await sql`
    create table copied_nights (listing bigint, date date, available boolean, price text, adjusted text, least integer,
      most integer, primary key (listing, date))`.execute(db)
  const began = performance.now()
  await sql`copy copied_nights from ${sql.lit(plain)} (format csv, header)`.execute(db)
  const ms = performance.now() - began
  await sql`drop table copied_nights`.execute(db)
  return ms
}

export const marketsBench: Bench = async ({ url, database, options }) => {
  const listings = Number(options.rows ?? 50_000)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-bench-markets-'))
  chmodSync(folder, 0o755)
  try {
    const [tiny, whole] = [path.join(folder, 'tiny'), path.join(folder, 'whole')]
    await makeCity(tiny, { ...usualCity, listings: 20, days: 10 })
    await makeCity(whole, { ...usualCity, listings })
    for (const one of [tiny, whole]) chmodSync(one, 0o755)
    // The tiny city measures what starting the process takes.
    await load(url, tiny, 'First')
    const start = await load(url, tiny, 'Tiny')
    const { ms, residentMiB, printed } = await load(url, whole, 'Whole')
    const rows = listings * usualCity.days
    const reading = ms - start.ms
    const copying = await copyMs(database.kysely, whole)
    const perSecond = Math.round(rows / (reading / 1000)).toLocaleString('en-US')
    return [
      {
        label: 'a city by the command, to a raw COPY of its nights, unpacked, into a table with a key',
        ratio: reading / copying,
        atMost: limits.toCopy,
        detail: `${rows.toLocaleString('en-US')} nights in ${(reading / 1000).toFixed(1)} s (${perSecond} a second; ${(start.ms / 1000).toFixed(1)} s to start not counted), COPY ${(copying / 1000).toFixed(1)} s. ${printed}`,
      },
      {
        label: `resident memory of the command at its peak, to ${limits.residentMiB} MiB`,
        ratio: residentMiB / limits.residentMiB,
        atMost: 1,
        detail: `${residentMiB.toFixed(0)} MiB; with a city of 20 listings ${start.residentMiB.toFixed(0)} MiB`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
