/** Finds what the coordinator plans and a worker refuses, because Citus writes the statement anew for it. Citus 13.2.2 was asked about each. */
import type { SqlCatalog } from './sql-catalog.ts'
import { bodyOf, isNode, listOf, nodesIn, type SqlNode } from './sql-tree.ts'

export type WorkerFault = 'simple case' | 'late value' | 'own name'

export function findWorkerFaults(statement: SqlNode, catalog: SqlCatalog): WorkerFault[] {
  const faults: WorkerFault[] = []
  const changes = nodesIn(statement)
    .map((node) => bodyOf(node, 'UpdateStmt') ?? bodyOf(node, 'DeleteStmt') ?? bodyOf(node, 'InsertStmt'))
    .filter((change) => change !== undefined)
    .toArray()
  if (changes.some((change) => isOfTable(change, catalog) && nodesIn(change).some(isSimpleCase)))
    faults.push('simple case')
  // Values of an insert inside of a CTE are put in before it is planned.
  const insert = bodyOf(statement, 'InsertStmt')
  if (insert && isOfTable(insert, catalog) && isComputedBefore(insert, catalog) && hasLateValue(insert))
    faults.push('late value')
  if (changes.some((change) => isNamedTwice(change, catalog))) faults.push('own name')
  return faults
}

const isOfTable = ({ relation }: SqlNode, catalog: SqlCatalog): boolean =>
  isNode(relation) && catalog.columns.has(String(relation['relname']))

/**
 * `case x when 1` compares `x` with `x = 1` at the worker, once the coordinator has computed something else of the change, such as `now()`. The
 * form `case when x = 1` stays as it is.
 */
const isSimpleCase = (node: SqlNode): boolean => bodyOf(node, 'CaseExpr')?.['arg'] !== undefined

/** The coordinator computes the rows of a query that it cannot send to where they go. */
function isComputedBefore({ relation, selectStmt, withClause }: SqlNode, catalog: SqlCatalog): boolean {
  const query = bodyOf(selectStmt, 'SelectStmt')
  if (!query || listOf(query['valuesLists']).length > 0) return false
  if (isNode(relation) && !catalog.isDistributed(String(relation['relname']))) return false
  if (withClause !== undefined || query['withClause'] !== undefined) return true
  return !nodesIn(query['fromClause']).some((node) =>
    catalog.isDistributed(String(bodyOf(node, 'RangeVar')?.['relname'])),
  )
}

/** The worker is given all values with the rest of the statement, and cannot tell the type of one that is used before. */
const hasLateValue = ({ onConflictClause, returningClause, returningList }: SqlNode): boolean =>
  [onConflictClause, returningClause, returningList].some((part) =>
    nodesIn(part).some((node) => node['ParamRef'] !== undefined),
  )

/** To return rows of a query, Citus names the columns of a table that every machine has after the table, but calls it otherwise. */
function isNamedTwice(change: SqlNode, catalog: SqlCatalog): boolean {
  const { relation, selectStmt } = change
  const query = bodyOf(selectStmt, 'SelectStmt')
  if (!isNode(relation) || !query || listOf(query['valuesLists']).length > 0) return false
  if (relation['alias'] !== undefined || catalog.isDistributed(String(relation['relname']))) return false
  return isOfTable(change, catalog) && (change['returningClause'] ?? change['returningList']) !== undefined
}
