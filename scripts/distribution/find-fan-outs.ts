/**
 * Finds tables of which a statement that names a workspace would be asked on every shard. Citus sends a statement to one shard only if the planner
 * derives the same value for each of its tables, and a subquery that is planned by itself does not learn what the query around it knows.
 */
import { canBeChosenBy, canBePulledUp } from './can-be-pulled-up.ts'
import { ColumnGroups, value } from './column-groups.ts'
import { isWithin, type OptionalRows } from './optional-rows.ts'
import type { LevelTree, QueryLevel } from './query-level.ts'
import { levelsOf } from './query-levels.ts'
import type { SqlCatalog } from './sql-catalog.ts'
import type { SqlNode } from './sql-tree.ts'

/** A table that is read without the value of a workspace, though the statement has it elsewhere. */
export interface FanOut {
  table: string
  alias: string
}

export function findFanOuts(statement: SqlNode, catalog: SqlCatalog): FanOut[] {
  const tree = levelsOf(statement, catalog)
  const known = knownColumns(tree)
  const [named, others]: [FanOut[], FanOut[]] = [[], []]
  for (const level of tree.levels) {
    for (const [index, { table, alias, columns }] of level.sources.entries()) {
      const isInserted = level.kind === 'insert' && index === 0
      if (table === undefined || isInserted || !catalog.isDistributed(table)) continue
      const isNamed = known.areEqual(columns.get('workspace_id') ?? '?', value)
      const uses = isNamed ? named : others
      uses.push({ table, alias })
    }
  }
  return named.length > 0 ? others : []
}

/** What to write so that one shard is asked. */
export const fanOutAdvice = ({ table, alias }: FanOut): string =>
  `where it reads ${alias === table ? table : `${table} as ${alias}`}, write the value again: ${alias}.workspace_id = $n::bigint`

/** The columns that are equal to each other and to values, as the planner derives it. */
function knownColumns({ levels, equalities }: LevelTree): ColumnGroups {
  const rowsOf = new Map<string, OptionalRows | undefined>()
  for (const { sources } of levels)
    for (const { columns, optional } of sources)
      for (const column of columns.values()) rowsOf.set(column, optional)
  const known = new ColumnGroups()
  const passes: Pass[] = []
  for (const said of equalities) {
    const [left, right] = [said.left ?? value, said.right ?? value]
    const { outputOf, optional } = said
    if (outputOf && !isPulledUp(outputOf)) {
      if (canBeChosen(outputOf, right)) passes.push({ from: left, to: right })
    } else if (said.isTogether) {
      const isAbout = (column: string) => column === value || isWithin(rowsOf.get(column), optional)
      if (isAbout(left) && isAbout(right)) known.join(left, right)
      else if (isAbout(left)) passes.push({ from: right, to: left })
      else if (isAbout(right)) passes.push({ from: left, to: right })
    }
  }
  passOn(known, passes)
  return known
}

/** What is known of a column is known of another one too, but not the other way round. */
interface Pass {
  from: string
  to: string
}

function passOn(known: ColumnGroups, passes: readonly Pass[]): void {
  const [ready, others] = [new Set<Pass>(), new Set<Pass>()]
  for (const pass of passes) (known.areEqual(pass.from, value) ? ready : others).add(pass)
  for (const { to } of ready) known.join(to, value)
  if (ready.size > 0) passOn(known, [...others])
}

/** A CTE with one reader stands where it is read, though it is written elsewhere. */
const isPulledUp = ({ isMerged, reader, body }: QueryLevel): boolean =>
  isMerged || (reader !== undefined && canBePulledUp(body))

/** A subquery that is planned by itself, but whose rows are chosen by the query around it. */
const canBeChosen = ({ reader, outer, hasLimit, body }: QueryLevel, column: string): boolean =>
  (reader !== undefined || outer.size === 0) &&
  !hasLimit &&
  canBeChosenBy(column.split('.').at(-1) ?? '', body)
