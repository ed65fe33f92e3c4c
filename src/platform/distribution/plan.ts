/**
 * Lists the statements that distribute tables over a Citus cluster: shared tables go to every machine or stay, tenant
 * tables are split by `workspace_id`, with the rows they have. Pure. `requirements.ts` says whether a database has all of it.
 */
import { belongings, globalTables } from '../tenant-tables.ts'

export interface ForeignKey {
  name: string
  table: string
  target: string
  /** The definition reads as `pg_get_constraintdef` writes it. */
  definition: string
}

export interface TableTrigger {
  name: string
  table: string
  /** The definition reads as `pg_get_triggerdef` writes it. */
  definition: string
}

/** Citus does not support this foreign key, so that only the program keeps it. */
interface LeftOutKey extends ForeignKey {
  why: string
}

export interface DistributionPlan {
  /** Run them in this order, in one transaction. */
  statements: string[]
  leftOut: LeftOutKey[]
}

/** The first table of each kind decides where the others are placed. */
const firstShared = 'encryption_keys'
const firstOfWorkspaces = 'workspace_heads'

/**
 * These stay on the coordinator alone. They are written for all workspaces together and in statements of their own, and a table that is on
 * every machine is locked on all of them for each write.
 */
export const tablesOfCoordinator: readonly string[] = [
  'access_renewals',
  'channel_push_counts',
  'clock_marks',
  'server_processes',
  'upstream_budgets',
]
export const tablesOfEveryMachine: readonly string[] = globalTables.filter(
  (table) => !tablesOfCoordinator.includes(table),
)
export const tablesOfWorkspaces: readonly string[] = Object.keys(belongings)

/**
 * Triggers run on the workers, where they read moment and cause of a change from settings of the transaction. A statement over
 * all workspaces uses one connection to each machine, because after one with several Citus refuses to change a table that every
 * machine has.
 */
export const databaseSettings = {
  'citus.propagate_set_commands': 'local',
  'citus.multi_shard_modify_mode': 'sequential',
} as const

/** A copy of a database does not have its settings, so run it there again. */
export const setDatabaseSettings = `do $$ begin
${Object.entries(databaseSettings)
  .map(
    ([name, value]) =>
      `  execute format('alter database %I set ${name} = ''${value}''', current_database());`,
  )
  .join('\n')}
end $$`

/**
 * These run on every machine for a shared table and write a table of workspaces or send a notice, which Citus refuses.
 * The program does the same where it changes such a row.
 */
export const triggersOfOneMachine: readonly string[] = [
  'api_keys_change',
  'limit_overrides_change',
  'workspaces_change',
  'workspaces_retention',
]

/** Citus copies a function when it is created, so those from before the extension are missing on the workers. */
const copyFunctions = `select create_distributed_function(p.oid::regprocedure)
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by p.oid`

const shared = new Set<string>(globalTables)
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const startingWith = (first: string, names: readonly string[]) => [
  first,
  ...names.filter((name) => name !== first),
]

function whyLeftOut({ table, target, definition }: ForeignKey): string | null {
  if (shared.has(table) && !shared.has(target))
    return 'a table of everybody cannot refer to one that is cut up'
  if (!shared.has(table) && /ON DELETE SET (?:NULL|DEFAULT)/i.test(definition)) {
    return 'a column cannot be emptied by a key that has the workspace in it'
  }
  return null
}

/** Rows stay on the coordinator's disk, unseen, until this empties the table that they were copied from. */
const emptyOriginals = (tables: readonly string[]) =>
  `do $$ declare original regclass; begin
  for original in select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (oid = any (array[${tables.map(literal).join(', ')}]::regclass[])
        or oid in (select inhrelid from pg_inherits))
  loop
    perform truncate_local_data_after_distributing_table(original);
  end loop;
end $$`

/**
 * Foreign keys block the placing of their tables, and triggers run for each row that is copied to a worker. Both are dropped first and
 * restored at the end. Tables of `placed` are where they belong already and are left alone.
 */
export function distributionPlan(
  foreignKeys: readonly ForeignKey[],
  triggers: readonly TableTrigger[],
  placed: ReadonlySet<string> = new Set(),
): DistributionPlan {
  const isNew = (table: string) => !placed.has(table)
  const judged = foreignKeys
    .filter(({ table, target }) => isNew(table) || isNew(target))
    .map((key) => ({ ...key, why: whyLeftOut(key) }))
  const newOnes = (first: string, tables: readonly string[]) => startingWith(first, tables).filter(isNew)
  const newOfEveryMachine = newOnes(firstShared, tablesOfEveryMachine)
  const newOfWorkspaces = newOnes(firstOfWorkspaces, tablesOfWorkspaces)
  const statements = [
    'set local statement_timeout = 0',
    "set local citus.multi_shard_modify_mode = 'sequential'",
    setDatabaseSettings,
    ...triggers
      .filter(({ table, name }) => isNew(table) || triggersOfOneMachine.includes(name))
      .map(({ table, name }) => `drop trigger ${quoted(name)} on ${quoted(table)}`),
    ...judged.map(({ table, name }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`),
    ...newOfEveryMachine.map((table) => `select create_reference_table(${literal(table)})`),
    ...newOfWorkspaces.map((table) => {
      const beside = table === firstOfWorkspaces ? 'none' : firstOfWorkspaces
      return `select create_distributed_table(${literal(table)}, 'workspace_id', colocate_with => ${literal(beside)})`
    }),
    emptyOriginals([...newOfEveryMachine, ...newOfWorkspaces]),
    ...judged
      .filter(({ why }) => why === null)
      .map(
        ({ table, name, definition }) =>
          `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
      ),
    copyFunctions,
    ...triggers
      .filter(({ table, name }) => isNew(table) && !triggersOfOneMachine.includes(name))
      .map(({ definition }) => definition),
  ]
  const leftOut = judged.flatMap(({ why, ...key }) => (why === null ? [] : [{ ...key, why }]))
  return { statements, leftOut }
}
