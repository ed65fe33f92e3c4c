/** Gates in the database hold the server until it is killed. */
import { sql, type ControlledTransaction } from 'kysely'
import type { Database } from '../../../src/platform/db.ts'
import { until } from '../../harness/until.ts'

const ends =
  'new.cut_over_at is distinct from old.cut_over_at or new.deactivated_at is distinct from old.deactivated_at'

/** A transaction held at its commit is kept though nobody hears of it; one held earlier is rolled back. */
const places = {
  'the header is stored': 'before insert on file_imports for each row',
  'a part is noted': 'before update on file_imports for each row when (new.finished_at is null)',
  'a part is committed':
    'after update on file_imports deferrable initially deferred for each row when (new.finished_at is null)',
  'ids are forgotten': 'before delete on imported_ids for each row',
  'the end is committed':
    'after update on file_imports deferrable initially deferred for each row when (new.finished_at is not null)',
  'an import is told': `before insert on events for each row when (new.type = 'migration.completed')`,
  'what was told is committed': `after insert on events deferrable initially deferred for each row when (new.type = 'migration.completed')`,
  'a count goes on': `after update on sync_runs deferrable initially deferred for each row
    when (new.kind = 'count' and new.state = 'running' and old.progress <> '{}')`,
  'an end is noted': `before update on workspaces for each row when (${ends})`,
  'an end is committed': `after update on workspaces deferrable initially deferred for each row when (${ends})`,
} as const
export type GatePlace = keyof typeof places

const lock = 4_711

export interface Gates {
  /**
   * Holds whoever comes to these gates, besides those already closed. `expected` counts them, one for each by default.
   */
  shut(at: readonly GatePlace[], expected?: number): Promise<void>
  /** Resolves when all expected wait. Fails if they never come or the work that brings them fails. */
  allWait(brought?: Promise<unknown>): Promise<void>
  /** Releases everybody and waits until they have ended. */
  open(): Promise<void>
}

export async function gatesIn(db: Database['kysely']): Promise<Gates> {
  await sql`create schema gates`.execute(db)
  await sql`create table gates.shut (place text primary key)`.execute(db)
  await sql`
    create function gates.hold() returns trigger language plpgsql as $$ begin
      if exists (select from gates.shut where place = tg_argv[0]) then
        perform pg_advisory_xact_lock_shared(${sql.lit(lock)});
      end if;
      return coalesce(new, old);
    end $$`.execute(db)
  for (const [place, when] of Object.entries(places)) {
    const kind = sql.raw(when.includes('deferrable') ? 'constraint trigger' : 'trigger')
    await sql`
      create ${kind} ${sql.ref(place)} ${sql.raw(when)} execute function gates.hold(${sql.lit(place)})`.execute(
      db,
    )
  }
  /** The product has advisory locks of its own, which held sessions may block for others. */
  const held = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${lock} and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return rows.map(({ pid }) => pid)
  }
  let keeper: ControlledTransaction<unknown> | undefined
  let expected = 0
  const open = async () => {
    const waiting = await held()
    await sql`delete from gates.shut`.execute(db)
    await keeper?.rollback().execute()
    keeper = undefined
    await until('those who waited to end', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where pid in (${sql.raw(waiting.join(', ') || '0')})`.execute(db)
      return rows.length === 0
    })
  }
  return {
    async shut(at, many = at.length) {
      for (const place of at)
        await sql`insert into gates.shut values (${place}) on conflict do nothing`.execute(db)
      expected = many
      if (keeper !== undefined) return
      keeper = (await db.startTransaction().execute()) as unknown as ControlledTransaction<unknown>
      await sql`select pg_advisory_xact_lock(${lock})`.execute(keeper)
    },
    async allWait(brought = Promise.resolve()) {
      let failure: unknown
      brought.catch((error: unknown) => (failure = error ?? new Error('what was to bring them failed')))
      try {
        await until(`${expected} to wait`, async () => {
          if (failure !== undefined) throw failure
          return (await held()).length === expected
        })
      } catch (error) {
        const { rows } = await sql<{ doing: string }>`
          select concat_ws(' ', pid, 'by', pg_blocking_pids(pid), state, wait_event_type, wait_event, xact_start,
                           left(regexp_replace(query, '\\s+', ' ', 'g'), 300)) as doing
          from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
        // An open transaction would keep the test's database from being closed.
        await keeper?.rollback().execute()
        throw new Error(`${String(error)}; connections:\n${rows.map(({ doing }) => doing).join('\n')}`)
      }
    },
    open,
  }
}
