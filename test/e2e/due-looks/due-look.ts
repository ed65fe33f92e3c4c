/** A look for what is due, over all workspaces, and rows of which none is. */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../src/platform/tenant.ts'
import type { TestApp } from '../../harness/app.ts'

export interface DueLook {
  name: string
  /** Whose statements it sends, as in test/statements/crossing-places.ts. */
  file: string
  /** Rows that are not due, one for each place at least: some that will be, some that were, in the state that is asked for where there is one. */
  fill(at: Filling): RawBuilder<unknown>[]
  look(app: TestApp): Promise<unknown>
  /** What it asks one by one, and how many rows it may touch for each, however many are stored. Left out: it touches what is due. */
  foreach?: Foreach
}

export interface Foreach {
  one: string
  /** How many of them there are: a workspace has an endpoint, a place whatever else. */
  of: 'workspaces' | 'places'
  rows: number
}

export interface Filling {
  now: Date
  /** `n`, `workspace_id`, `connection_id`, `listing_id`: an account and a listing of a workspace, each once. */
  places: RawBuilder<unknown>
  /** `n`, `workspace_id`: each once. */
  workspaces: RawBuilder<unknown>
}

export const perWorkspace = 100
export const provider = 'booking'

/** Places `from` to `to`, both in, with their workspaces, accounts and listings, and rows of every look there. */
export async function fill(
  db: Queryable,
  { from, to, now }: { from: number; to: number; now: Date },
  looks: readonly DueLook[],
): Promise<void> {
  const places = sql`(select * from places where n between ${from}::int and ${to}::int)`
  const workspaces = sql`(select n / ${perWorkspace}::int as n, workspace_id from places where n between ${from}::int and ${to}::int and n % ${perWorkspace}::int = 0)`
  await db.transaction().execute(async (tx) => {
    // What is counted beside the rows and what they refer to is nothing to a look, and takes minutes.
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
