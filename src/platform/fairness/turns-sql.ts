/**
 * Whose turn it is among workspaces, for every worker that serves all of them. Each workspace gets a first place before any gets
 * a second, and none may hold more than three times the places that are left free: one alone leaves a quarter of them, two leave
 * a seventh, so that whoever comes new finds one.
 */
import { sql, type RawBuilder } from 'kysely'

/** Places that a workspace may hold for each one that is free. */
const heldForEachFree = 3

export interface WorkerPlaces {
  /** Tasks that a worker does at a time, in each pool. */
  total: number
  /** One entry for each task that is under way. */
  taken: readonly TakenPlace[]
}

export interface TakenPlace {
  workspaceId: string
  /** What it is at work on, where a task is one account. */
  connectionId?: string
  /** A kind of task that has places of its own. */
  pool?: string
}

export const noneTaken = (total: number): WorkerPlaces => ({ total, taken: [] })

/** Cannot be mistaken for another: ids are numbers. */
const accountKey = ({ workspaceId, connectionId = '' }: TakenPlace) => `${workspaceId}:${connectionId}`

/** True of a row of an account that no task is at work on. */
export const isIdleAccount = ({ taken }: WorkerPlaces, table: string): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${table}.workspace_id`)} || ':' || ${sql.ref(`${table}.connection_id`)} <> all(${taken.map(accountKey)}::text[])`

function counted(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name)
  return JSON.stringify(Object.fromEntries([...counts].map(([name, { length }]) => [name, length])))
}

/**
 * Rows of `due` (`workspace_id`, `due_at`, its key, and `pool` where `hasPools`) whose turn it is, in their order. What `due` is
 * sorted by within a workspace is `order`.
 */
export function inTurn(
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
  /** The column that says when a row is due; null where it is not. */
  due: string
  key: readonly string[]
  /** What else has to be true of a row. */
  where?: RawBuilder<unknown>
}

/** Of a longer backlog the oldest rows may all be of one workspace: then every workspace is looked into by itself. */
const longBacklog = 1_000

/**
 * Rows of a table that are due, of each workspace at most as many as there are places. This reads the oldest rows by an index on
 * `due`, and of a long backlog the first rows of each workspace by one on `workspace_id` and `due`.
 */
function dueRows(
  { table, due, key, where = sql`true` }: DueTable,
  now: Date,
  { total }: WorkerPlaces,
): RawBuilder<unknown> {
  const [rows, at] = [sql.table(table), sql.ref(due)]
  const columns = sql.join(['workspace_id', ...key].map((name) => sql.ref(name)))
  const isDue = sql`${at} <= ${now} and ${where}`
  return sql`(
    with oldest as materialized (
      select ${columns}, ${at} as due_at from ${rows} where ${isDue} order by ${at} limit ${sql.lit(longBacklog)}
    )
    select * from oldest
    union
    select first.* from workspaces w cross join lateral (
      select ${columns}, ${at} as due_at from ${rows} where workspace_id = w.id and ${isDue}
      order by ${at} limit ${total}) first
    where (select count(*) from oldest) = ${sql.lit(longBacklog)})`
}

/** Those of them whose turn it is. */
export const dueInTurn = (table: DueTable, now: Date, places: WorkerPlaces): RawBuilder<unknown> =>
  inTurn(dueRows(table, now, places), places)

/** Their keys, locked: of workers at the same time each gets others. */
export function takenInTurn(table: DueTable, now: Date, places: WorkerPlaces): RawBuilder<unknown> {
  const key = sql.join(['workspace_id', ...table.key].map((name) => sql.ref(name)))
  const isDue = sql`${sql.ref(table.due)} <= ${now} and ${table.where ?? sql`true`}`
  return sql`(
    select ${key} from ${sql.table(table.table)}
    where (${key}) in (select ${key} from ${dueInTurn(table, now, places)} next) and ${isDue}
    for update skip locked)`
}
