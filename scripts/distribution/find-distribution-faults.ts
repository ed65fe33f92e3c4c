/**
 * Judges whether a Citus coordinator can plan a statement, from its text alone. The rules are those of Citus 13; docs/operate/scaling.md says how
 * often this and Citus itself disagree.
 */
import { ColumnGroups, value } from './column-groups.ts'
import { hasFunctionFault } from './find-function-faults.ts'
import { hasMutableFault } from './find-mutable-faults.ts'
import type { LevelTree, QueryLevel } from './query-level.ts'
import { levelsOf } from './query-levels.ts'
import { findWorkerFaults, type WorkerFault } from './find-worker-faults.ts'
import type { SqlCatalog } from './sql-catalog.ts'
import { bodyOf, isNode, listOf, namesOf, nodesIn, type SqlNode } from './sql-tree.ts'

export type DistributionFault =
  | WorkerFault
  | 'untied'
  | 'lock'
  | 'recursive'
  | 'shared outer'
  | 'lateral'
  | 'mutable'
  | 'union'
  | 'target list'
  | 'function'
  | 'fan out'

/** A distributed table in a statement. */
interface TableUse {
  node: string
  level: QueryLevel
}

export function findDistributionFaults(statement: SqlNode, catalog: SqlCatalog): DistributionFault[] {
  const tree = levelsOf(statement, catalog)
  const faults = new Set<DistributionFault>(hasMutableFault(statement, catalog) ? ['mutable'] : [])
  if (hasFunctionFault(statement, catalog)) faults.add('function')
  for (const fault of findWorkerFaults(statement, catalog)) faults.add(fault)
  const { given, linked } = groupsOf(tree)
  const isGiven = ({ node }: TableUse) => given.areEqual(node, value)
  for (const [root, uses] of blocksOf(tree, catalog)) {
    if (uses.every(isGiven)) continue
    if (tree.levels.some((level) => level.isRecursive && holdsOneOf(level, uses))) faults.add('recursive')
    if (new Set(uses.map(({ node }) => linked.rootOf(node))).size > 1) faults.add('untied')
    for (const level of tree.levels.filter((one) => blockOf(one) === root)) {
      if (level.locks) faults.add('lock')
      if (level.isLateral && (level.hasLimit || isAggregate(level)) && takesUntied(level, catalog))
        faults.add('lateral')
      if (hasLateSubquery(level)) faults.add('target list')
      if (level.sources.some(({ levels }) => isMixedUnion(levels, uses))) faults.add('union')
      if (level.outer.size === 0) continue
      const reads = uses.some((use) => use.level === level)
      if (reads && !hasDistributed(level.parent, catalog)) faults.add('shared outer')
    }
  }
  return [...faults]
}

function groupsOf({ levels, equalities }: LevelTree): { given: ColumnGroups; linked: ColumnGroups } {
  const given = new ColumnGroups()
  const linked = new ColumnGroups()
  for (const { at, left, right, isTogether, isCutOff } of equalities) {
    if (isTogether) given.join(left ?? value, right ?? value)
    // Columns that are compared with values are equal where they are planned together.
    const own = `${value}${String(levels.indexOf(plannedFrom(at)))}`
    if (!isCutOff) linked.join(left ?? own, right ?? own)
  }
  return { given, linked }
}

/** The level that a level is merged into. */
function plannedFrom(level: QueryLevel): QueryLevel {
  return level.isMerged && level.parent ? plannedFrom(level.parent) : level
}

/** A level that takes columns of levels around it is planned with the outermost of them. */
function blockOf(level: QueryLevel): QueryLevel {
  let block = level
  for (let at = level.parent; at; at = at.parent) if (block.outer.has(at) || level.outer.has(at)) block = at
  if (block !== level) return blockOf(block)
  // A plain subquery of a level that is planned with others is planned with them too.
  const parents = level.parent && level.isMerged ? blockOf(level.parent) : undefined
  return parents && parents !== level.parent ? parents : level
}

/** The distributed tables of each block. */
function blocksOf({ levels }: LevelTree, catalog: SqlCatalog): Map<QueryLevel, TableUse[]> {
  const blocks = new Map<QueryLevel, TableUse[]>()
  for (const level of levels) {
    for (const { table, columns } of level.sources) {
      if (table === undefined || !catalog.isDistributed(table) || isInsertTarget(level, table)) continue
      const root = blockOf(level)
      blocks.set(root, [...(blocks.get(root) ?? []), { node: columns.get('workspace_id') ?? '?', level }])
    }
  }
  return blocks
}

/** Rows that are inserted find their place by their values. */
const isInsertTarget = (level: QueryLevel, table: string): boolean =>
  level.kind === 'insert' && level.sources[0]?.table === table

const hasDistributed = (level: QueryLevel | undefined, catalog: SqlCatalog): boolean =>
  level?.sources.some(({ table, levels }) =>
    table === undefined
      ? (levels ?? []).some((inner) => hasDistributed(inner, catalog))
      : catalog.isDistributed(table),
  ) ?? false

/** One part of a union reads tables of workspaces, and another reads nothing. */
const isMixedUnion = (parts: readonly QueryLevel[] | undefined, uses: readonly TableUse[]): boolean =>
  parts !== undefined &&
  parts.some(({ sources }) => sources.length === 0) &&
  parts.some((part) => uses.some(({ level }) => level === part))

/** A recursive query is planned with all that it holds, also if that is a CTE. */
function holdsOneOf({ body }: QueryLevel, uses: readonly TableUse[]): boolean {
  const held = new Set(nodesIn(body))
  return uses.some(({ level }) => held.has(level.body))
}

/** Takes columns of rows that every machine has, or that no table gives. */
const takesUntied = ({ takes }: QueryLevel, catalog: SqlCatalog): boolean =>
  [...takes].some(
    ({ isRecurring, table }) => isRecurring || (table !== undefined && !catalog.isDistributed(table)),
  )

/** A subquery among the columns is computed on the machines, but a count or number of all rows needs the coordinator before. */
function hasLateSubquery(level: QueryLevel): boolean {
  const targets = level.body['targetList']
  const hasSubquery = nodesIn(targets, isAggregateCall).some((node) => node['SubLink'] !== undefined)
  return hasSubquery && (isAggregate(level) || nodesIn(targets).some(isWindowOfAll))
}

function isWindowOfAll(node: SqlNode): boolean {
  const window = bodyOf(bodyOf(node, 'FuncCall')?.['over'], 'WindowDef') ?? bodyOf(node, 'FuncCall')?.['over']
  if (!isNode(window)) return false
  return !listOf(window['partitionClause']).some(
    (column) => namesOf(bodyOf(column, 'ColumnRef')?.['fields']).at(-1) === 'workspace_id',
  )
}

const isAggregateCall = (node: SqlNode): boolean =>
  aggregates.has(namesOf(bodyOf(node, 'FuncCall')?.['funcname']).at(-1) ?? '')

/** One row comes of all rows. */
const isAggregate = ({ body }: QueryLevel): boolean =>
  body['groupClause'] === undefined &&
  listOf(body['targetList']).some((target) => {
    const called = bodyOf(target, 'ResTarget')?.['val']
    return isNode(called) && isAggregateCall(called)
  })
const aggregates = new Set(['count', 'min', 'max', 'sum'])
