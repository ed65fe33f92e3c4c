/**
 * Finds due rows over all workspaces without locking any, and lets a worker claim them one workspace at a time. Another worker may find the
 * same rows; a claim takes those that are still due and that nobody has locked, so nobody waits and no row is taken twice.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable, Scope } from '../tenant.ts'
import { dueRowsInTurn, type DueTable, type WorkerPlaces } from './turns-sql.ts'

/** Due rows of one workspace. */
export interface DueRows extends Scope {
  /** Locks those that are still due and free, and returns their keys in the order of the table's `key`. */
  lockFree: RawBuilder<unknown>
}

interface DueKeyRow {
  workspace_id: string
  key: string[]
}

const keyColumns = ({ key }: DueTable) => Object.keys(key).map((name) => sql.ref(name))

const keyOf = (table: DueTable) => sql<DueKeyRow>`
  select workspace_id, array[${sql.join(keyColumns(table).map((column) => sql`${column}::text`))}] as key`

const isDue = ({ due, where = sql`true` }: DueTable, now: Date) => sql`${sql.ref(due)} <= ${now} and ${where}`

function lockFreeRows(
  table: DueTable,
  now: Date,
  workspaceId: string,
  keys: readonly string[][],
): RawBuilder<unknown> {
  const columns = sql.join(keyColumns(table))
  const values = Object.values(table.key).map(
    (type, index) => sql`${keys.map((key) => key[index])}::${sql.raw(type)}[]`,
  )
  return sql`(
    select ${columns} from ${sql.table(table.table)}
    where workspace_id = ${workspaceId} and (${columns}) in (select * from unnest(${sql.join(values)}))
      and ${isDue(table, now)}
    for update skip locked)`
}

const byWorkspace = (table: DueTable, now: Date, found: readonly DueKeyRow[]): DueRows[] =>
  [...Map.groupBy(found, (row) => row.workspace_id)].map(([workspaceId, rows]) => {
    const keys = rows.map(({ key }) => key)
    return { workspaceId, lockFree: lockFreeRows(table, now, workspaceId, keys) }
  })

/** Finds rows whose turn it is. */
export async function findDueInTurn(
  db: Queryable,
  table: DueTable,
  now: Date,
  places: WorkerPlaces,
): Promise<DueRows[]> {
  const { rows } = await sql<DueKeyRow>`
    ${keyOf(table)} from ${dueRowsInTurn(table, now, places)} next`.execute(db)
  return byWorkspace(table, now, rows)
}

/** Finds the rows that are due the longest. */
export async function findOldestDue(
  db: Queryable,
  table: DueTable,
  now: Date,
  limit: number,
): Promise<DueRows[]> {
  const { rows } = await sql<DueKeyRow>`
    ${keyOf(table)} from ${sql.table(table.table)}
    where ${isDue(table, now)} order by ${sql.ref(table.due)} limit ${limit}`.execute(db)
  return byWorkspace(table, now, rows)
}

/** Claims workspace by workspace. Returns what was claimed in all of them. */
export async function claimEach<Row>(
  found: readonly DueRows[],
  claim: (due: DueRows) => Promise<{ rows: Row[] }>,
): Promise<Row[]> {
  const claimed: Row[] = []
  for (const due of found) {
    const { rows } = await claim(due)
    claimed.push(...rows)
  }
  return claimed
}
