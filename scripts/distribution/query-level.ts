/** The levels of a statement: itself, its subqueries and its CTEs, with what each reads and which columns it says are equal. */
import type { OptionalRows } from './optional-rows.ts'
import { bodyOf, nodesIn, type SqlNode } from './sql-tree.ts'

/** A table, subquery, CTE or function that a level reads under a name. */
export interface LevelSource {
  alias: string
  table?: string
  /** The levels whose rows these are: more than one for a union. */
  levels?: QueryLevel[]
  /** The rows come from a function, or from a CTE that is computed on its own. */
  isRecurring: boolean
  optional: OptionalRows | undefined
  /** The columns by name, as far as they are known. */
  columns: Map<string, string>
}

export interface QueryLevel {
  body: SqlNode
  kind: 'select' | 'insert' | 'update' | 'delete'
  parent: QueryLevel | undefined
  /** The level that reads its rows under a name. */
  reader: QueryLevel | undefined
  optional: OptionalRows | undefined
  /** The planner joins it to its parent, so what is known there is known here. */
  isMerged: boolean
  sources: LevelSource[]
  /** By name of an output column, the node it stands for. */
  outputs: Map<string, string>
  /** Levels of the statement around it that it takes columns of. */
  outer: Set<QueryLevel>
  /** What these columns belong to. */
  takes: Set<LevelSource>
  isLateral: boolean
  locks: boolean
  hasLimit: boolean
  isRecursive: boolean
}

/** Two columns are said to be equal; null stands for a value. `at` is the level that says so. */
export interface SaidEqual {
  at: QueryLevel
  left: string | null
  right: string | null
  /** The rows it is said of. */
  optional: OptionalRows | undefined
  /** The level that gives the right column, to which the left one stands outside. */
  outputOf: QueryLevel | undefined
  /** A column of rows that no table gives is taken from a level around that is planned apart. */
  isCutOff: boolean
  /** The columns come from levels that are planned together. */
  isTogether: boolean
}

export interface LevelTree {
  levels: QueryLevel[]
  equalities: SaidEqual[]
}

/** How many places read a CTE. */
export function readersOf(body: SqlNode, name: string): number {
  let count = 0
  for (const node of nodesIn(body)) {
    const table = bodyOf(node, 'RangeVar')
    if (table?.['relname'] === name && table['schemaname'] === undefined) count += 1
  }
  return count
}

/** An inner level is planned with an outer one when each level on the way up is merged into the next. */
export function isPlannedWith(inner: QueryLevel, outer: QueryLevel): boolean {
  for (let at: QueryLevel | undefined = inner; at; at = at.parent) {
    if (at === outer) return true
    if (!at.isMerged) return false
  }
  return false
}
