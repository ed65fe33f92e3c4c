/** Prepares a Citus coordinator: checks what it lacks, and distributes the tables. */
import type pg from 'pg'
import { distributionPlan, type DistributionPlan, type ForeignKey, type TableTrigger } from './plan.ts'

/** Only parent tables' foreign keys are listed, since partitions inherit them. */
export async function foreignKeysOf(pool: pg.Pool): Promise<ForeignKey[]> {
  const { rows } = await pool.query<ForeignKey>(`
    select c.conname as name, t.relname as table, r.relname as target, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace
    order by t.relname, c.conname`)
  return rows
}

/** Only parent tables' triggers are listed, since partitions inherit them. */
async function triggersOf(pool: pg.Pool): Promise<TableTrigger[]> {
  const { rows } = await pool.query<TableTrigger>(`
    select g.tgname as name, t.relname as table, pg_get_triggerdef(g.oid) as definition
    from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where not g.tgisinternal and g.tgparentid = 0 and t.relnamespace = 'public'::regnamespace
    order by t.relname, g.tgname`)
  return rows
}

export const readDistributionPlan = async (pool: pg.Pool): Promise<DistributionPlan> =>
  distributionPlan(await foreignKeysOf(pool), await triggersOf(pool))

export async function isDistributed(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as there`,
  )
  if (!rows[0]?.there) return false
  const { rows: placed } = await client.query<{ is: boolean }>(
    `select exists (select from pg_catalog.pg_dist_partition where logicalrelid::text = 'workspaces') as is`,
  )
  return placed[0]?.is ?? false
}

/** Returns a sentence about the first obstacle, or null when there is none. */
export async function findObstacle(pool: pg.Pool): Promise<string | null> {
  const one = async (text: string) => (await pool.query<{ is: boolean }>(`select ${text} as is`)).rows[0]?.is
  if (!(await one(`exists (select from pg_extension where extname = 'citus')`))) {
    return 'The extension citus is not there: put it into shared_preload_libraries of every machine, and run `create extension citus` in this database on each.'
  }
  if (await isDistributed(pool)) return 'The tables are distributed already.'
  if (!(await one('exists (select from citus_get_active_worker_nodes())'))) {
    return 'The coordinator knows no worker: add each with `select citus_add_node(host, port)`.'
  }
  if (!(await one(`current_setting('citus.enable_unsafe_triggers', true) is not distinct from 'on'`))) {
    return 'Tables with triggers are refused: set citus.enable_unsafe_triggers to on, on every machine.'
  }
  // Their sessions do not have the setting that passes causes of changes on to workers.
  const served = `exists (select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'lodgewire%')`
  if (await one(served)) return 'A server or command is connected to this database: stop it first.'
  return null
}

/** Runs all statements in one transaction. */
export async function distribute(pool: pg.Pool, { statements }: DistributionPlan): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    // Closing the connection rolls back what was not committed.
    client.release(broken)
  }
}
