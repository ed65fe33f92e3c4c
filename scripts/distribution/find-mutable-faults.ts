/**
 * Finds functions in changes whose result is not the same everywhere. Every machine that holds a copy of a row computes them, so Citus takes only
 * immutable ones there, and stable ones without columns, which the coordinator computes once.
 */
import type { SqlCatalog } from './sql-catalog.ts'
import { bodyOf, isNode, listOf, namesOf, nodesIn, type SqlNode } from './sql-tree.ts'

type Volatility = 'immutable' | 'stable' | 'volatile'

/** Functions of PostgreSQL that the product's statements call or may call. All others are taken to be immutable. */
const ownVolatility: Record<Exclude<Volatility, 'immutable'>, readonly string[]> = {
  stable: [
    ...['now', 'statement_timestamp', 'transaction_timestamp', 'current_setting', 'to_char', 'date_trunc'],
    ...[
      'to_json',
      'to_jsonb',
      'json_build_object',
      'jsonb_build_object',
      'json_build_array',
      'jsonb_build_array',
    ],
    ...['json_agg', 'jsonb_agg', 'json_object_agg', 'jsonb_object_agg', 'concat', 'concat_ws', 'format'],
    ...[
      'array_to_string',
      'make_timestamptz',
      'jsonb_to_recordset',
      'jsonb_to_record',
      'jsonb_populate_record',
    ],
  ],
  volatile: [
    ...['random', 'clock_timestamp', 'timeofday', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'nextval', 'setval'],
    ...['currval', 'lastval', 'set_config', 'pg_notify', 'pg_sleep', 'pg_current_wal_lsn', 'txid_current'],
    ...['pg_advisory_xact_lock', 'pg_try_advisory_xact_lock', 'pg_advisory_lock', 'pg_try_advisory_lock'],
  ],
}

/** Whether one of the changes in a statement has such a function where it must not stand. */
export function hasMutableFault(statement: SqlNode, catalog: SqlCatalog): boolean {
  const judge = new VolatilityJudge(catalog)
  for (const node of nodesIn(statement)) {
    const update = bodyOf(node, 'UpdateStmt')
    const removal = bodyOf(node, 'DeleteStmt')
    const insert = bodyOf(node, 'InsertStmt')
    const change = update ?? removal ?? insert
    if (!change || !judge.isKnownTable(change)) continue
    if (judge.isMutable(change['returningClause'])) return true
    const conflict = insert && isNode(insert['onConflictClause']) ? insert['onConflictClause'] : undefined
    if (judge.isMutable(conflict)) return true
    const computed = insert ? [] : [...listOf(update?.['targetList']), change['whereClause']]
    if (computed.some((part) => judge.isVolatile(part) || judge.isIrreducible(part))) return true
  }
  return false
}

class VolatilityJudge {
  readonly #catalog: SqlCatalog

  constructor(catalog: SqlCatalog) {
    this.#catalog = catalog
  }

  isKnownTable({ relation }: SqlNode): boolean {
    return isNode(relation) && this.#catalog.columns.has(String(relation['relname']))
  }

  isMutable(value: unknown): boolean {
    return nodesIn(value).some((node) => this.#volatilityOf(node) !== 'immutable')
  }

  isVolatile(value: unknown): boolean {
    return nodesIn(value).some((node) => this.#volatilityOf(node) === 'volatile')
  }

  /** A stable function of a column, or one in a `case` or `coalesce`, cannot be computed once before the change. */
  isIrreducible(value: unknown): boolean {
    return nodesIn(value, isSubquery).some((node) => {
      if (node['CaseExpr'] !== undefined || node['CoalesceExpr'] !== undefined) return this.isMutable(node)
      return this.#volatilityOf(node) === 'stable' && nodesIn(node, isSubquery).some(isColumn)
    })
  }

  #volatilityOf(node: SqlNode): Volatility {
    if (node['SQLValueFunction'] !== undefined) return 'stable'
    const name = namesOf(bodyOf(node, 'FuncCall')?.['funcname']).at(-1)
    if (name !== undefined) {
      const own = this.#catalog.volatility.get(name)
      if (own) return own
      if (ownVolatility.volatile.includes(name)) return 'volatile'
      return ownVolatility.stable.includes(name) ? 'stable' : 'immutable'
    }
    const sum = bodyOf(node, 'A_Expr')
    const [operator = ''] = namesOf(sum?.['name'])
    // A day is not always as long, so a moment and an interval need the session's time zone.
    const terms = [sum?.['lexpr'], sum?.['rexpr']]
    if (['+', '-'].includes(operator) && terms.some(isInterval) && !terms.some(isLocalTime)) return 'stable'
    const cast = bodyOf(node, 'TypeCast')
    return castType(cast) === 'timestamptz' && isComputedText(cast?.['arg']) ? 'stable' : 'immutable'
  }
}

const isSubquery = (node: SqlNode): boolean => node['SubLink'] !== undefined
const isColumn = (node: SqlNode): boolean => node['ColumnRef'] !== undefined

const castType = (cast: SqlNode | undefined): string | undefined =>
  isNode(cast?.['typeName']) ? namesOf(cast['typeName']['names']).at(-1) : undefined

function isInterval(value: unknown): boolean {
  if (castType(bodyOf(value, 'TypeCast')) === 'interval') return true
  if (namesOf(bodyOf(value, 'FuncCall')?.['funcname']).at(-1) === 'make_interval') return true
  const product = bodyOf(value, 'A_Expr')
  if (product && namesOf(product['name'])[0] === '*')
    return [product['lexpr'], product['rexpr']].some(isInterval)
  const least = bodyOf(value, 'MinMaxExpr')
  return listOf(least?.['args']).some(isInterval)
}

/** Every moment of the schema has a zone, so `at time zone` of one gives the time of day there, which needs no session. */
const isLocalTime = (value: unknown): boolean =>
  namesOf(bodyOf(value, 'FuncCall')?.['funcname']).at(-1) === 'timezone'

/** Reading a moment from text needs the session's time zone. */
const isComputedText = (value: unknown): boolean =>
  namesOf(bodyOf(value, 'A_Expr')?.['name']).some((name) => name === '->>' || name === '||')
