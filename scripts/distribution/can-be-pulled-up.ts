/** Whether PostgreSQL's planner joins a subquery to the query around it instead of planning it by itself. */
import { bodyOf, listOf, namesOf, nodesIn, type SqlNode } from './sql-tree.ts'

const rowMakers = new Set(['unnest', 'generate_series', 'jsonb_array_elements', 'jsonb_array_elements_text'])
const aggregates = new Set([
  ...['count', 'min', 'max', 'sum', 'avg', 'bool_and', 'bool_or', 'every', 'any_value'],
  ...['array_agg', 'string_agg', 'json_agg', 'jsonb_agg', 'json_object_agg', 'jsonb_object_agg', 'range_agg'],
  ...['percentile_cont', 'percentile_disc', 'mode'],
])
const clauses = [
  ...['groupClause', 'havingClause', 'distinctClause', 'sortClause', 'limitCount', 'limitOffset'],
  ...['lockingClause', 'withClause'],
]

/** The body of a select that is no union. The other conditions are those of where it stands. */
export function canBePulledUp(body: SqlNode): boolean {
  if (clauses.some((name) => body[name] !== undefined)) return false
  return !callsIn(body['targetList']).some(
    (called) => called['over'] !== undefined || isCallOf(called, aggregates) || isCallOf(called, rowMakers),
  )
}

/** Whether the rows of a subquery can be chosen by a column before the subquery is computed. */
export function canBeChosenBy(column: string, body: SqlNode): boolean {
  const windows = callsIn(body['targetList']).some((called) => called['over'] !== undefined)
  const distinct = listOf(body['distinctClause']).filter((entry) => bodyOf(entry, 'ColumnRef'))
  const names = distinct.map((entry) => namesOf(bodyOf(entry, 'ColumnRef')?.['fields']).at(-1))
  return !windows && (names.length === 0 || names.includes(column))
}

/** The calls of a level's own expressions, without those of its subqueries. */
const callsIn = (value: unknown): SqlNode[] =>
  [...nodesIn(value, (node) => node['SubLink'] !== undefined)]
    .map((node) => bodyOf(node, 'FuncCall'))
    .filter((called) => called !== undefined)

const isCallOf = (called: SqlNode, names: ReadonlySet<string>): boolean =>
  names.has(namesOf(called['funcname']).at(-1) ?? '')
