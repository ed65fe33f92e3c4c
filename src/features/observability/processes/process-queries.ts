/** The processes of the installation. The database's clock counts, because those of the machines may be wrong. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'
import type { ProcessFigures } from './process-figures.ts'

/** A process that was not seen for so long does not answer. */
export const silentAfterSeconds = 120
/** A process that ended without a word is forgotten after this. */
const forgottenAfterSeconds = 3_600

export interface ProcessIdentity {
  id: string
  host: string
  version: string
  roles: string[]
}

export async function upsertProcess(
  db: Queryable,
  { id, host, version, roles }: ProcessIdentity,
  figures: ProcessFigures,
): Promise<void> {
  await sql`
    insert into server_processes (id, host, version, roles, figures)
    values (${id}, ${host}, ${version}, ${roles}::text[], ${JSON.stringify(figures)}::jsonb)
    on conflict (id) do update set seen_at = excluded.seen_at, figures = excluded.figures`.execute(db)
}

export async function deleteProcess(db: Queryable, id: string): Promise<void> {
  await sql`delete from server_processes where id = ${id}`.execute(db)
}

/** A running process forgets those that ended long ago; the last one that ran stays, so that its end is seen. */
export async function deleteForgottenProcesses(db: Queryable): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from server_processes
    where seen_at < clock_timestamp() - make_interval(secs => ${forgottenAfterSeconds}::int)`.execute(db)
  if (rows.length > 0)
    await deleteProcesses(
      db,
      rows.map(({ id }) => id),
    )
}

/** A process that starts takes the place of one that was killed on its machine. */
export async function deleteProcesses(db: Queryable, ids: readonly string[]): Promise<void> {
  await sql`delete from server_processes where id = any(${[...ids]}::text[])`.execute(db)
}

export interface ServerProcess extends ProcessIdentity {
  started_at: Date
  seen_at: Date
  silent_seconds: number
  running_seconds: number
  figures: ProcessFigures
}

export async function serverProcesses(db: Queryable): Promise<ServerProcess[]> {
  const { rows } = await sql<ServerProcess>`
    select id, host, version, roles, started_at, seen_at, figures,
           extract(epoch from clock_timestamp() - seen_at)::float as silent_seconds,
           extract(epoch from clock_timestamp() - started_at)::float as running_seconds
    from server_processes order by id`.execute(db)
  return rows
}

export interface DatabaseFigures {
  /** How far this machine is ahead of the clock of the database. */
  aheadSeconds: number
  version: string
}

export async function databaseFigures(db: Queryable, now: () => Date): Promise<DatabaseFigures> {
  const before = now().getTime()
  const { rows } = await sql<{ time: Date; version: string }>`
    select clock_timestamp() as time, current_setting('server_version') as version`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database gave no answer')
  // The database's clock was read somewhere between the two.
  return { aheadSeconds: ((before + now().getTime()) / 2 - row.time.getTime()) / 1000, version: row.version }
}
