import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { Queryable } from '../src/platform/tenant.ts'
import { median } from './bench.ts'
import { parentOf, processorOf } from './processor.ts'

/** An import of reservations writes these tables. */
const filledTables = ['guests', 'guest_contacts', 'reservations', 'inquiries', 'record_history'] as const
const rounds = 3

export interface CopyTime {
  ms: number
  /** Processor time of the database. */
  processorMs: number
  /** For reservations alone. */
  reservationsMs: number
  rows: number
}

/**
 * Copies an import's rows into empty tables with equal columns, indexes, checks and foreign keys, without triggers: the
 * database's fastest way. Returns the median of three.
 */
export async function copyTime(db: Queryable, workspaceId: string): Promise<CopyTime> {
  const times: { table: string; ms: number; processorMs: number; rows: number }[] = []
  for (const table of filledTables) times.push({ table, ...(await tableTime(db, workspaceId, table)) })
  return {
    ms: times.reduce((sum, { ms }) => sum + ms, 0),
    processorMs: times.reduce((sum, { processorMs }) => sum + processorMs, 0),
    reservationsMs: times.find(({ table }) => table === 'reservations')?.ms ?? Number.NaN,
    rows: times.reduce((sum, { rows }) => sum + rows, 0),
  }
}

async function tableTime(
  db: Queryable,
  workspaceId: string,
  table: string,
): Promise<{ ms: number; processorMs: number; rows: number }> {
  const file = `/tmp/lodgewire-bench-copy-${process.pid}`
  await sql`copy (select * from ${sql.table(table)} where workspace_id = ${sql.lit(workspaceId)}) to ${sql.lit(file)} (format binary)`.execute(
    db,
  )
  const { rows: keys } = await sql<{ key: string }>`
    select pg_get_constraintdef(oid) as key from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f' and conparentid = 0`.execute(db)
  const { rows: backends } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const postmaster = parentOf(backends[0]?.pid ?? 0)
  const taken: number[] = []
  let [rows, processorMs] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    await sql`create table copied (like ${sql.table(table)} including all)`.execute(db)
    for (const { key } of keys) await sql`alter table copied add ${sql.raw(key)}`.execute(db)
    await sql`checkpoint`.execute(db)
    const [started, before] = [performance.now(), processorOf(postmaster)]
    await sql`copy copied from ${sql.lit(file)} (format binary)`.execute(db)
    taken.push(performance.now() - started)
    processorMs += (processorOf(postmaster) - before) / 1000 / rounds
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from copied`.execute(db)
    rows = counted[0]?.n ?? 0
    await sql`drop table copied`.execute(db)
  }
  rmSync(file, { force: true })
  return { ms: median(taken), processorMs, rows }
}
