/**
 * What a Citus coordinator needs so that the rows of one workspace are in one place: everybody's tables on every machine, tables of
 * workspaces cut up by `workspace_id`, all of them alike. Pure. Why a server does not run on it yet: docs/operate/scaling.md.
 */
import { belongings, globalTables } from '../tenant-tables.ts'

export interface ForeignKey {
  name: string
  table: string
  target: string
  /** As `pg_get_constraintdef` writes it. */
  definition: string
}

/** A foreign key that Citus does not have: what it kept is then kept by the program alone. */
interface LeftOutKey extends ForeignKey {
  why: string
}

export interface DistributionPlan {
  /** In this order, in one transaction. */
  statements: string[]
  leftOut: LeftOutKey[]
}

/** The first of each kind: functions of other tables read the one, the others are placed like the other. */
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

/** Keys stand in the way while their two tables are placed, one after the other; they are put back at the end. */
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
