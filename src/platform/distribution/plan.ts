/**
 * Lists the statements that distribute tables over a Citus cluster: shared tables go to every machine, tenant
 * tables are split by `workspace_id`. Pure. docs/operate/scaling.md says why servers do not use it yet.
 */
import { belongings, globalTables } from '../tenant-tables.ts'

export interface ForeignKey {
  name: string
  table: string
  target: string
  /** The definition reads as `pg_get_constraintdef` writes it. */
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

/** Foreign keys block the placing of their tables, so they are dropped first and restored at the end. */
export function distributionPlan(foreignKeys: readonly ForeignKey[]): DistributionPlan {
  const judged = foreignKeys.map((key) => ({ ...key, why: whyLeftOut(key) }))
  const statements = [
    "set local citus.multi_shard_modify_mode = 'sequential'",
    ...judged.map(({ table, name }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`),
    ...startingWith(firstShared, globalTables).map(
      (table) => `select create_reference_table(${literal(table)})`,
    ),
    ...startingWith(firstOfWorkspaces, Object.keys(belongings)).map((table) => {
      const beside = table === firstOfWorkspaces ? 'none' : firstOfWorkspaces
      return `select create_distributed_table(${literal(table)}, 'workspace_id', colocate_with => ${literal(beside)})`
    }),
    ...judged
      .filter(({ why }) => why === null)
      .map(
        ({ table, name, definition }) =>
          `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
      ),
  ]
  const leftOut = judged.flatMap(({ why, ...key }) => (why === null ? [] : [{ ...key, why }]))
  return { statements, leftOut }
}
