/** Prepares a Citus coordinator: checks what it lacks, and distributes the tables. A server asks whether that was done. */
import type pg from 'pg'
import {
  databaseSettings,
  distributionPlan,
  type DistributionPlan,
  type ForeignKey,
  type TableTrigger,
} from './plan.ts'
import {
  describeUnmet,
  isSupported,
  placedTables,
  requirements,
  unmetRequirements,
  type DistributedDatabase,
  type UnmetRequirement,
} from './requirements.ts'

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

/** Tables that are placed already are left out, so the plan brings about what is missing. */
export async function readDistributionPlan(pool: pg.Pool): Promise<DistributionPlan> {
  const placed = new Set<string>()
  if (await isDistributed(pool)) {
    const { tables } = await readDistributedDatabase(pool)
    for (const { name, placement } of tables) if (placement !== 'coordinator') placed.add(name)
  }
  return distributionPlan(await foreignKeysOf(pool), await triggersOf(pool), placed)
}

type CoordinatorSession = Pick<pg.ClientBase, 'query'>

/** Where the extension is missing this is one look into the catalog, since every start asks it. */
export async function isDistributed(client: CoordinatorSession): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rows: placed } = await client.query<{ is: boolean }>(
    `select exists (
      select from pg_catalog.pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[])) as is`,
    [placedTables],
  )
  return placed[0]?.is ?? false
}

async function hasCitus(client: CoordinatorSession): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as is`,
  )
  return rows[0]?.is ?? false
}

/** Returns what a server lacks in a database that Citus distributed, and nothing for any other. */
export async function findUnmetRequirements(client: CoordinatorSession): Promise<UnmetRequirement[]> {
  return (await isDistributed(client)) ? unmetRequirements(await readDistributedDatabase(client)) : []
}

/** Needs the extension. Tables of migrations that are not applied yet are not there, and are placed when they are made. */
async function readDistributedDatabase(client: CoordinatorSession): Promise<DistributedDatabase> {
  const { rows } = await client.query<Omit<DistributedDatabase, 'messages'> & { locale: string }>(
    `select current_database() as name, current_setting('lc_messages') as locale,
      (select extversion from pg_extension where extname = 'citus') as version,
      (select groupid = 0 from pg_catalog.pg_dist_local_group) as "isCoordinator",
      (select jsonb_object_agg(name, current_setting(name, true)) from unnest($1::text[]) name) as settings,
      (select coalesce(jsonb_agg(jsonb_build_object('name', c.relname, 'placement', case
          when p.partmethod is null or (p.partmethod = 'n' and p.repmodel <> 't') then 'coordinator'
          when p.partmethod = 'n' then 'every machine'
          when p.colocationid = first.colocationid then 'workspaces'
          else 'apart' end) order by c.relname), '[]')
        from pg_class c left join pg_catalog.pg_dist_partition p on p.logicalrelid = c.oid
          left join pg_catalog.pg_dist_partition first on first.logicalrelid = to_regclass('public.workspace_heads')
        where c.relnamespace = 'public'::regnamespace and c.relname = any($2::text[])) as tables,
      (select coalesce(jsonb_agg(tgname order by tgname), '[]')
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any($2::text[])) as triggers`,
    [Object.keys(databaseSettings), placedTables],
  )
  const [database] = rows
  if (!database) throw new Error('the database gave no answer')
  const { locale, ...known } = database
  return {
    ...known,
    messages: [{ machine: 'this machine', locale }, ...(await messagesOfWorkers(client, known.version))],
  }
}

/** A worker that does not answer is left out, because every statement for it says so. */
async function messagesOfWorkers(
  client: CoordinatorSession,
  version: string,
): Promise<DistributedDatabase['messages'][number][]> {
  if (!isSupported(version)) return []
  const { rows } = await client.query<{ machine: string; locale: string }>(
    `select nodename || ':' || nodeport as machine, result as locale
    from run_command_on_workers('show lc_messages') where success order by 1`,
  )
  return rows
}

/** Returns a sentence about the first obstacle, or null when there is none. */
export async function findObstacle(pool: pg.Pool): Promise<string | null> {
  const one = async (text: string) => (await pool.query<{ is: boolean }>(`select ${text} as is`)).rows[0]?.is
  if (!(await hasCitus(pool))) {
    return 'The extension citus is not there: put it into shared_preload_libraries of every machine, and run `create extension citus` in this database on each.'
  }
  const database = await readDistributedDatabase(pool)
  const isWhole = (await isDistributed(pool)) && unmetRequirements(database).length === 0
  if (isWhole) return 'The tables are distributed already, and nothing is missing.'
  const unset = requirements.filter(({ isSetByDistribute }) => !isSetByDistribute)
  const [unmet] = unmetRequirements(database, unset)
  if (unmet) return `${describeUnmet(unmet)}.`
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
