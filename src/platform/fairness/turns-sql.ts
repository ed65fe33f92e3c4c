/**
 * Shares a worker's places among workspaces. Each gets a first place before any gets a second, and none holds more than three times the
 * free places. So one workspace alone leaves a quarter free, and two leave a seventh.
 */
import { sql, type RawBuilder } from 'kysely'
import { everyWorkspace } from '../workspaces-sql.ts'

/** A workspace may hold this many places for each free one. */
const heldForEachFree = 3

export interface WorkerPlaces {
  /** A worker runs this many tasks at once, in each pool. */
  total: number
  /** Each running task has one entry. */
  taken: readonly TakenPlace[]
}

export interface TakenPlace {
  workspaceId: string
  /** Set if the task works on an account. */
  connectionId?: string
  /** Set if tasks of this kind have a pool of their own. */
  pool?: string
}

export const freePlaces = (total: number): WorkerPlaces => ({ total, taken: [] })

/** The parts cannot be confused, because ids are numbers. */
const accountKey = ({ workspaceId, connectionId = '' }: TakenPlace) => `${workspaceId}:${connectionId}`

/** True for rows of an account on which no task works. */
export const isIdleAccount = ({ taken }: WorkerPlaces, table: string): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${table}.workspace_id`)} || ':' || ${sql.ref(`${table}.connection_id`)} <> all(${taken.map(accountKey)}::text[])`

function counted(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name)
  return JSON.stringify(Object.fromEntries([...counts].map(([name, { length }]) => [name, length])))
}

/**
 * Picks rows of `due` in the order of their turns. `due` has `workspace_id`, `due_at`, its key, and `pool` where `hasPools`. `order` sorts
 * rows within a workspace.
 */
export function rowsInTurn(
  due: RawBuilder<unknown>,
  { total, taken }: WorkerPlaces,
  { order = sql`due_at`, hasPools = false }: { order?: RawBuilder<unknown>; hasPools?: boolean } = {},
): RawBuilder<unknown> {
  const pool = hasPools ? sql`due.pool` : sql`''`
  const held = counted(taken.map((place) => `${place.pool ?? ''} ${place.workspaceId}`))
  const busy = counted(taken.map((place) => place.pool ?? ''))
  return sql`(
    with waiting as (
      select due.*, ${pool} as place_pool,
             coalesce((${held}::jsonb ->> (${pool} || ' ' || due.workspace_id))::int, 0)
               + row_number() over (partition by ${pool}, due.workspace_id order by ${order}) as turn
      from ${due} due
    ), placed as (
      select waiting.*, ${total}::int - coalesce((${busy}::jsonb ->> place_pool)::int, 0)
               - row_number() over (partition by place_pool order by turn, ${order}) + 1 as free
      from waiting
    )
    select * from placed where turn <= ${sql.lit(heldForEachFree)} * free order by turn, ${order})`
}

export interface DueTable {
  table: string
  /** The column holds the due time; null where a row is not due. */
  due: string
  /** Columns that name a row within its workspace, with their types. */
  key: Readonly<Record<string, 'bigint' | 'uuid' | 'text'>>
  /** Rows must meet this condition too. */
  where?: RawBuilder<unknown>
}

/** With a longer backlog the oldest rows may all belong to one workspace, so each workspace is queried separately. */
const longBacklog = 1_000

/**
 * Selects due rows of a table, per workspace at most as many as there are places. It uses an index on `due`,
 * and for a long backlog one on `workspace_id` and `due`.
 */
function dueRows(
  { table, due, key, where = sql`true` }: DueTable,
  now: Date,
  { total }: WorkerPlaces,
): RawBuilder<unknown> {
  const [rows, at] = [sql.table(table), sql.ref(due)]
  const columns = sql.join(['workspace_id', ...Object.keys(key)].map((name) => sql.ref(name)))
  const isDue = sql`${at} <= ${now} and ${where}`
  return sql`(
    with oldest as materialized (
      select ${columns}, ${at} as due_at from ${rows} where ${isDue} order by ${at} limit ${sql.lit(longBacklog)}
    )
    select * from oldest
    union
    select first.* from ${everyWorkspace} w cross join lateral (
      select ${columns}, ${at} as due_at from ${rows} where workspace_id = w.workspace_id and ${isDue}
      order by ${at} limit ${total}) first
    where (select count(*) from oldest) = ${sql.lit(longBacklog)})`
}

/** Selects due rows whose turn it is. */
export const dueRowsInTurn = (table: DueTable, now: Date, places: WorkerPlaces): RawBuilder<unknown> =>
  rowsInTurn(dueRows(table, now, places), places)
