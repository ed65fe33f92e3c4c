/** A city's import is killed at several moments: nothing of it is visible, and the next one loads everything. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { makeCity, usualCity } from '../../scripts/make-city.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { runScript, type Child } from '../harness/child.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { until } from '../harness/until.ts'

/** Large enough that each moment lasts. */
const [listings, days] = [1500, 120]

let database: TestDatabase
let own: Database
const place = testFolder()
const folderOf = (date: string) => path.join(place.folder, date)
before(async () => {
  database = await createTestDatabase()
  own = createDatabase(database.url, { log: createLog({ level: 'silent' }), max: 2 })
  for (const date of ['2026-06-01', '2026-07-01'])
    await makeCity(folderOf(date), { ...usualCity, listings, days, date })
})
after(async () => {
  await own.close()
  await database.drop()
  place.remove()
})

const load = (date: string): Child =>
  runScript(
    'src/cli.ts',
    ['markets', 'import', folderOf(date), '--city', 'Lisbon', '--country', 'PT', '--currency', 'EUR'],
    { env: { DATABASE_URL: database.url, LOG_LEVEL: 'warn' } },
  )

interface Stored {
  shown: string | null
  complete: number
  /** The unfinished snapshot's id. */
  begun: string | null
  listings: number
  nights: number
  days: number
}
async function stored(): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select (select s.taken_on::text from markets m join market_snapshots s on s.id = m.snapshot_id) as shown,
           (select count(*)::int from market_snapshots where complete) as complete,
           (select max(id)::text from market_snapshots where not complete) as begun,
           (select count(*)::int from market_listings) as listings, (select count(*)::int from market_nights) as nights,
           (select count(*)::int from market_days) as days`.execute(own.kysely)
  const [row] = rows
  assert.ok(row)
  return row
}

/** An import's progress by what it has written beside the visible snapshot. */
const moments: [string, (now: Stored, was: Stored) => boolean][] = [
  ['it has begun', () => true],
  ['some listings are written', (now, was) => now.listings > was.listings],
  ['all listings are written', (now, was) => now.listings >= was.listings + listings],
  ['nights are written', (now, was) => now.nights > was.nights],
  ['the days are written, the end is near', (now, was) => now.days > was.days],
]

/** `was` is the visible state. */
async function killWhen(date: string, was: Stored, moment: (typeof moments)[number]): Promise<void> {
  const [name, isThere] = moment
  const { begun: before } = await stored()
  const child = load(date)
  await until(
    name,
    async () => {
      const now = await stored()
      // The next import first clears what a killed one left.
      return now.begun !== null && now.begun !== before && isThere(now, was)
    },
    { everyMs: 1, withinMs: 60_000 },
  )
  child.process.kill('SIGKILL')
  assert.equal(await child.ended, 'SIGKILL', child.err())
  await until('the database to see that it is dead', async () => {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      union all
      select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      own.kysely,
    )
    return rows.length === 0
  })
  const left = await stored()
  assert.deepEqual([left.shown, left.complete], [was.shown, was.complete], name)
}

const whole = (shown: string, snapshots: number): Stored => ({
  ...{ shown, complete: snapshots, begun: null, listings, nights: listings, days: days * snapshots },
})

test('a first import that is killed shows nothing; the next one loads all of it', async () => {
  const nothing: Stored = { shown: null, complete: 0, begun: null, listings: 0, nights: 0, days: 0 }
  for (const moment of [moments[0], moments[3]]) if (moment) await killWhen('2026-06-01', nothing, moment)
  const again = load('2026-06-01')
  assert.equal(await again.ended, 0, again.err())
  assert.deepEqual(await stored(), whole('2026-06-01', 1))
})

test('a later month that is killed at whatever moment, leaves the one before as it was, until one comes to its end', async () => {
  const was = await stored()
  for (const moment of moments) await killWhen('2026-07-01', was, moment)
  const again = load('2026-07-01')
  assert.equal(await again.ended, 0, again.err())
  assert.match(again.out(), new RegExp(`Lisbon, 2026-07-01: ${listings} listings, ${listings * days} nights`))
  assert.deepEqual(await stored(), whole('2026-07-01', 2))
})
