/** A query for due work over all workspaces, and rows of which none is due. */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../src/platform/tenant.ts'
import type { TestApp } from '../../harness/app.ts'

export interface DueLook {
  name: string
  /** The file whose statements it sends, as in test/statements/crossing-places.ts. */
  file: string
  /**
   * Rows that are not due, at least one for each place: some of the future, some done, in the requested state if there
   * is one.
   */
  fill(at: Filling): RawBuilder<unknown>[]
  look(app: TestApp): Promise<unknown>
  /** What the look reads one by one, and its limit of rows for each; absent if it touches due rows only. */
  foreach?: Foreach
}

export interface Foreach {
  one: string
  /** A workspace has one endpoint; a place has whatever else. */
  of: 'workspaces' | 'places'
  rows: number
}

export interface Filling {
  now: Date
  /** `n`, `workspace_id`, `connection_id`, `listing_id`: an account and a listing of a workspace, each once. */
  places: RawBuilder<unknown>
  /** `n` and `workspace_id`, each once. */
  workspaces: RawBuilder<unknown>
}

export const perWorkspace = 100
export const provider = 'booking'

/** Fills places `from` to `to` with workspaces, accounts and listings, and with rows of every look. */
export async function fill(
  db: Queryable,
  { from, to, now }: { from: number; to: number; now: Date },
  looks: readonly DueLook[],
): Promise<void> {
  const places = sql`(select * from places where n between ${from}::int and ${to}::int)`
  const workspaces = sql`(select n / ${perWorkspace}::int as n, workspace_id from places where n between ${from}::int and ${to}::int and n % ${perWorkspace}::int = 0)`
  await db.transaction().execute(async (tx) => {
    // Triggers and foreign keys do not matter here and would take minutes.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      create table if not exists places (
        n int primary key, workspace_id bigint, connection_id bigint, listing_id bigint)`.execute(tx)
    await sql`
      insert into places
      select n, first_value(own) over (partition by n / ${perWorkspace}::int order by n), live_id(nextval('connections_id')),
             live_id(nextval('listings_id'))
      from (select n, case when n % ${perWorkspace}::int = 0 then live_id(nextval('workspaces_id')) end as own
            from generate_series(${from}::int, ${to}::int) n) made`.execute(tx)
    const base: Filling['workspaces'][] = [
      sql`insert into workspaces (id, name) select workspace_id, 'due ' || n from ${workspaces} w`,
      sql`insert into workspace_heads (workspace_id, written_at) select workspace_id, ${now} from ${workspaces} w`,
      sql`
        insert into connections (workspace_id, id, provider, external_account_id, credentials, write_policy)
        select workspace_id, connection_id, ${provider}, 'due-' || n, 'x', '{}' from ${places} p`,
      sql`
        insert into listings (workspace_id, id, connection_id, external_id, name)
        select workspace_id, listing_id, connection_id, 'due-' || n, 'Due' from ${places} p`,
    ]
    for (const statement of [...base, ...looks.flatMap((look) => look.fill({ now, places, workspaces }))])
      await statement.execute(tx)
  })
}

export const minutesAfter = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
export const daysBefore = (now: Date, days: number): Date => minutesAfter(now, -days * 24 * 60)
