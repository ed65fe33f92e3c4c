/**
 * Finds what a statement that locks rows returns of rows it does not lock. If it waits for a row, PostgreSQL reads that row anew and leaves
 * everything else as it was before the wait, so the caller would work with values that somebody has changed meanwhile.
 */
import type { LevelSource, QueryLevel } from '../distribution/query-level.ts'
import { levelsOf } from '../distribution/query-levels.ts'
import type { SqlCatalog } from '../distribution/sql-catalog.ts'
import { bodyOf, listOf, namesOf, nodesIn, textOf, type SqlNode } from '../distribution/sql-tree.ts'

export function findUnlockedReads(statement: SqlNode, catalog: SqlCatalog): string[] {
  const { levels } = levelsOf(statement, catalog)
  const found = levels.filter(mayWait).flatMap((level) => unlockedReadsOf(level))
  return [...new Set(found)]
}

/** A lock that skips or refuses rows which others hold never waits. */
function mayWait({ body }: QueryLevel): boolean {
  return locksOf(body).some(({ waitPolicy }) => waitPolicy === 'LockWaitBlock')
}

const locksOf = (body: SqlNode): SqlNode[] =>
  listOf(body['lockingClause']).map((entry) => bodyOf(entry, 'LockingClause') ?? {})

function unlockedReadsOf({ body, sources }: QueryLevel): string[] {
  const locks = locksOf(body)
  const named = locks.flatMap(({ lockedRels }) =>
    listOf(lockedRels).map((entry) => textOf(bodyOf(entry, 'RangeVar')?.['relname'])),
  )
  const locksAll = locks.some(({ lockedRels }) => lockedRels === undefined)
  const unlocked = sources.filter(
    (source) => readsTable(source) && !locksAll && !named.includes(source.alias),
  )
  return listOf(body['targetList']).flatMap((target) => [
    ...[...nodesIn(target, isSubquery)].flatMap((node) => readColumns(node, sources, unlocked)),
    ...[...nodesIn(target)].filter(asksTable).map(() => 'a subquery'),
  ])
}

/** Rows of a subquery are as old as the tables it reads. */
const readsTable = ({ table, levels = [] }: LevelSource): boolean =>
  table !== undefined || levels.some(({ sources }) => sources.some(readsTable))

const isSubquery = (node: SqlNode): boolean => 'SubLink' in node

const asksTable = (node: SqlNode): boolean =>
  isSubquery(node) && [...nodesIn(node)].some((inner) => bodyOf(inner, 'RangeVar') !== undefined)

/** The unlocked sources that a column reference takes something of. */
function readColumns(
  node: SqlNode,
  sources: readonly LevelSource[],
  unlocked: readonly LevelSource[],
): string[] {
  const reference = bodyOf(node, 'ColumnRef')
  if (!reference) return []
  const fields = namesOf(reference['fields'])
  const [name, alias] = [fields.at(-1) ?? '', fields.at(-2)]
  if (alias === undefined && name === '*') return unlocked.map((source) => source.alias)
  const source = sources.find((one) => (alias === undefined ? one.columns.has(name) : one.alias === alias))
  return source && unlocked.includes(source) ? [source.alias] : []
}
