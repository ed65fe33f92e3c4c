/** Measures pending migrations against the sizes of a database. Nothing is written. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/** In the words of PostgreSQL's documentation. */
export type TableLock =
  'access exclusive' | 'share row exclusive' | 'share' | 'share update exclusive' | 'row exclusive'

export interface PlannedEffect {
  table: string
  lock: TableLock
  /** Every row is read or written while the lock is held. */
  work: 'none' | 'read' | 'write'
}

export interface MigrationPlan {
  /** The oldest version that works on the schema afterwards; null when every version does. */
  oldestVersion: string | null
  isInTransaction: boolean
  statements: { statement: string; effects: PlannedEffect[] }[]
}

export interface MeasuredEffect extends PlannedEffect {
  /** An estimate of PostgreSQL's, from the last time it looked at the table. */
  rows: number
  bytes: number
  seconds: number
}

export interface MeasuredPlan extends Omit<MigrationPlan, 'statements'> {
  file: string
  statements: { statement: string; effects: MeasuredEffect[] }[]
}

const plansFile = fileURLToPath(new URL('../../../db/migration-plans.json', import.meta.url))

/** A cautious figure for one processor and a disk in the cloud: a table is read, or written anew, at this speed. */
const bytesPerSecond = { none: Infinity, read: 50_000_000, write: 20_000_000 } as const

/** The names may be those of indexes, whose tables are locked. */
const sizesSql = `
  select c.relname as name, t.relname as table, greatest(t.reltuples, 0) as rows, pg_table_size(t.oid) as bytes
  from pg_class c
  left join pg_index i on i.indexrelid = c.oid
  join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
  where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)`

interface TableSize {
  name: string
  table: string
  rows: number
  bytes: string
}

/** Plans the files in order; those of a new database have no plan and are left out. */
export async function planMigrations(pool: pg.Pool, files: readonly string[]): Promise<MeasuredPlan[]> {
  const plans = JSON.parse(await readFile(plansFile, 'utf8')) as Record<string, MigrationPlan>
  const known = files.flatMap((file) => (plans[file] ? [{ file, ...plans[file] }] : []))
  const names = known.flatMap(({ statements }) =>
    statements.flatMap(({ effects }) => effects.map(({ table }) => table)),
  )
  const { rows: sizes } = await pool.query<TableSize>(sizesSql, [names])
  const measure = (effect: PlannedEffect): MeasuredEffect => {
    const size = sizes.find(({ name }) => name === effect.table)
    const bytes = Number(size?.bytes ?? 0)
    return {
      ...{ ...effect, table: size?.table ?? effect.table, rows: size?.rows ?? 0, bytes },
      seconds: bytes / bytesPerSecond[effect.work],
    }
  }
  return known.map((plan) => ({
    ...plan,
    statements: plan.statements.map(({ statement, effects }) => ({
      statement,
      effects: effects.map(measure),
    })),
  }))
}
