/**
 * Takes a statement apart into its levels (the statement, its subqueries and its CTEs), with what each reads and which columns it says are equal.
 */
import { canBePulledUp } from './can-be-pulled-up.ts'
import { EqualityLog } from './equality-log.ts'
import { isWithin, joinedRows, type OptionalRows } from './optional-rows.ts'
import { readersOf, type LevelSource, type LevelTree, type QueryLevel } from './query-level.ts'
import { columnNodeOf, noteColumn, noteOutputs } from './resolve-columns.ts'
import type { SqlCatalog } from './sql-catalog.ts'
import { bodyOf, conjunctsOf, isNode, listOf, namesOf, nodesIn, textOf, type SqlNode } from './sql-tree.ts'

interface CteInScope {
  levels: QueryLevel[]
  /** One reader and no change: the planner puts it in its reader's place. */
  isInlined: boolean
}
type CteScope = ReadonlyMap<string, CteInScope>

/** Where a statement stands. */
interface LevelPosition {
  parent: QueryLevel | undefined
  ctes: CteScope
  /** Rows to join, a condition that may become a join, or an expression. */
  role: 'rows' | 'condition' | 'expression'
  optional: OptionalRows | undefined
}

const selectKinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const
const kindNames = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
} as const

const isSubquery = (node: SqlNode): boolean => selectKinds.some((kind) => kind in node)

export function levelsOf(statement: SqlNode, catalog: SqlCatalog): LevelTree {
  const builder = new LevelBuilder(catalog)
  builder.addStatement(statement, {
    parent: undefined,
    ctes: new Map(),
    role: 'expression',
    optional: undefined,
  })
  return { levels: builder.levels, equalities: builder.said.equalities() }
}

class LevelBuilder {
  readonly levels: QueryLevel[] = []
  readonly said = new EqualityLog()
  readonly #catalog: SqlCatalog
  #count = 0

  constructor(catalog: SqlCatalog) {
    this.#catalog = catalog
  }

  /** Adds a statement with everything below it; a union gives a level for each of its parts. */
  addStatement(node: SqlNode, position: LevelPosition): QueryLevel[] {
    for (const name of selectKinds) {
      const body = bodyOf(node, name)
      if (body) return this.#addBody(body, kindNames[name], position)
    }
    return []
  }

  #addBody(body: SqlNode, kind: QueryLevel['kind'], position: LevelPosition): QueryLevel[] {
    const { parent, role, optional } = position
    const ctes = this.#addCtes(body, position)
    const apart: LevelPosition = { ...position, ctes, role: 'expression' }
    if (isNode(body['larg'])) {
      return [body['larg'], body['rarg']].flatMap((part) =>
        isNode(part) ? this.#addBody(part, 'select', apart) : [],
      )
    }
    const level: QueryLevel = {
      body,
      kind,
      parent,
      reader: undefined,
      optional,
      isMerged: role !== 'expression' && canBePulledUp(body),
      sources: [],
      outputs: new Map(),
      outer: new Set(),
      takes: new Set(),
      isLateral: false,
      locks: body['lockingClause'] !== undefined,
      hasLimit: body['limitCount'] !== undefined || body['limitOffset'] !== undefined,
      isRecursive: isNode(body['withClause']) && body['withClause']['recursive'] === true,
    }
    this.levels.push(level)
    if (isNode(body['relation'])) this.#addSource({ RangeVar: body['relation'] }, level, ctes, optional)
    if (kind === 'insert') {
      if (isNode(body['selectStmt'])) this.addStatement(body['selectStmt'], apart)
    } else {
      for (const item of [...listOf(body['fromClause']), ...listOf(body['usingClause'])]) {
        this.#addSource(item, level, ctes, optional)
      }
    }
    // A condition becomes a join only if nothing but its own conditions takes columns of the rows around it.
    if (role === 'condition' && level.outer.size > 0) level.isMerged = false
    this.#addConditions(body['whereClause'], level, ctes, optional)
    noteOutputs(level, () => (this.#count += 1))
    this.#addSublinks(body, level, ctes)
    return [level]
  }

  #addCtes(body: SqlNode, position: LevelPosition): CteScope {
    const clause = body['withClause']
    if (!isNode(clause)) return position.ctes
    const scope = new Map(position.ctes)
    const isRecursive = clause['recursive'] === true
    for (const entry of listOf(clause['ctes'])) {
      const cte = bodyOf(entry, 'CommonTableExpr')
      const query = cte?.['ctequery']
      const name = textOf(cte?.['ctename'])
      if (!isNode(query) || name === undefined) continue
      const callsItself = isRecursive && readersOf(query, name) > 0
      if (callsItself) scope.set(name, { levels: [], isInlined: false })
      const levels = this.addStatement(query, { ...position, ctes: scope, role: 'expression' })
      const isInlined =
        'SelectStmt' in query &&
        !callsItself &&
        cte?.['ctematerialized'] !== 'CTEMaterializeAlways' &&
        readersOf(body, name) === 1
      scope.set(name, { levels, isInlined })
    }
    return scope
  }

  #addSource(item: unknown, level: QueryLevel, ctes: CteScope, optional: OptionalRows | undefined): void {
    const join = bodyOf(item, 'JoinExpr')
    if (join) {
      const [left, right, both] = joinedRows(join['jointype'], optional)
      const from = level.sources.length
      this.#addSource(join['larg'], level, ctes, left)
      const middle = level.sources.length
      this.#addSource(join['rarg'], level, ctes, right)
      for (const name of namesOf(join['usingClause'])) {
        const ends = [level.sources.slice(from, middle), level.sources.slice(middle)].map((side) =>
          side.map(({ columns }) => columns.get(name)).find((node) => node !== undefined),
        )
        this.said.addShared(ends[0] ?? '?', ends[1] ?? '?', level, both)
      }
      this.#addConditions(join['quals'], level, ctes, both)
      this.#addSublinks(join['quals'], level, ctes)
      return
    }
    const table = bodyOf(item, 'RangeVar')
    if (table) return this.#addNamed(table, level, ctes, optional)
    const subquery = bodyOf(item, 'RangeSubselect')
    if (subquery && isNode(subquery['subquery'])) {
      const levels = this.addStatement(subquery['subquery'], { parent: level, ctes, role: 'rows', optional })
      for (const inner of levels) inner.isLateral = subquery['lateral'] === true
      this.#addDerived(aliasOf(subquery), levels, level, optional)
      return
    }
    const called = bodyOf(item, 'RangeFunction')
    if (called) this.#addCalled(called, level, optional)
  }

  #addNamed(table: SqlNode, level: QueryLevel, ctes: CteScope, optional: OptionalRows | undefined): void {
    const name = textOf(table['relname']) ?? ''
    const alias = aliasOf(table) || name
    const cte = table['schemaname'] === undefined ? ctes.get(name) : undefined
    if (cte && cte.isInlined) return this.#addDerived(alias, cte.levels, level, optional)
    const columns = cte ? [...(cte.levels[0]?.outputs.keys() ?? [])] : (this.#catalog.columns.get(name) ?? [])
    const id = (this.#count += 1)
    level.sources.push({
      alias,
      ...(cte ? {} : { table: name }),
      isRecurring: cte !== undefined,
      optional,
      columns: new Map(columns.map((column) => [column, `${id}:${alias}.${column}`])),
    })
  }

  /** The columns of the rows stand for those of the first level; the others are said to be equal to them. */
  #addDerived(
    alias: string,
    levels: QueryLevel[],
    level: QueryLevel,
    optional: OptionalRows | undefined,
  ): void {
    for (const inner of levels) inner.reader = level
    const id = (this.#count += 1)
    const names = new Set(levels.flatMap((part) => [...part.outputs.keys()]))
    const columns = new Map([...names].map((name) => [name, `${id}:${alias}.${name}`]))
    const [only] = levels
    const isRecurring = levels.some(({ hasLimit }) => hasLimit)
    level.sources.push({ alias, levels, isRecurring, optional, columns })
    if (levels.length !== 1 || !only || isRecurring) return
    for (const [name, node] of only.outputs) {
      this.said.addOutput(columns.get(name) ?? null, node === 'value' ? null : node, level, only)
    }
  }

  #addCalled(called: SqlNode, level: QueryLevel, optional: OptionalRows | undefined): void {
    const alias = aliasOf(called)
    const own = isNode(called['alias']) ? namesOf(called['alias']['colnames']) : []
    const defined = listOf(called['coldeflist']).map(
      (entry) => textOf(bodyOf(entry, 'ColumnDef')?.['colname']) ?? '',
    )
    const id = (this.#count += 1)
    const names = [...own, ...defined, ...(own.length + defined.length === 0 ? [alias] : [])]
    level.sources.push({
      alias,
      isRecurring: true,
      optional,
      columns: new Map(names.map((name) => [name, `${id}:${alias}.${name}`])),
    })
    for (const node of nodesIn(called, isSubquery)) noteColumn(node, level)
  }

  #addConditions(
    condition: unknown,
    level: QueryLevel,
    ctes: CteScope,
    optional: OptionalRows | undefined,
  ): void {
    for (const part of conjunctsOf(condition)) {
      const expression = bodyOf(part, 'A_Expr')
      if (expression?.['kind'] === 'AEXPR_OP' && namesOf(expression['name'])[0] === '=') {
        this.said.addExpressions(expression['lexpr'], expression['rexpr'], level, optional)
      }
      const link = bodyOf(part, 'SubLink')
      const isIn = link?.['subLinkType'] === 'ANY_SUBLINK' && link['operName'] === undefined
      if (link && (isIn || link['subLinkType'] === 'EXISTS_SUBLINK')) {
        this.#addMergedLink(link, level, ctes, optional)
      }
      const negated = bodyOf(part, 'BoolExpr')
      const [inner] = listOf(negated?.['args'])
      const innerLink = negated?.['boolop'] === 'NOT_EXPR' ? bodyOf(inner, 'SubLink') : undefined
      if (innerLink?.['subLinkType'] === 'EXISTS_SUBLINK') {
        this.#addMergedLink(innerLink, level, ctes, optional, true)
      }
    }
  }

  readonly #done = new WeakSet<SqlNode>()

  #addMergedLink(
    link: SqlNode,
    parent: QueryLevel,
    ctes: CteScope,
    around: OptionalRows | undefined,
    isNegated = false,
  ): void {
    if (!isNode(link['subselect'])) return
    this.#done.add(link)
    const optional = isNegated ? { within: around } : around
    const levels = this.addStatement(link['subselect'], { parent, ctes, role: 'condition', optional })
    const [only] = levels
    if (levels.length !== 1 || !only) return
    // An outer join's condition becomes a join only with the rows that may be left out.
    const isOutside = (one: LevelSource) => parent.sources.includes(one) && !isWithin(one.optional, around)
    if ([...only.takes].some(isOutside)) only.isMerged = false
    if (link['testexpr'] === undefined) return
    // Before PostgreSQL 17 a list that takes columns of the rows around it is read for each row.
    if (only.outer.size > 0) only.isMerged = false
    const row = bodyOf(link['testexpr'], 'RowExpr')
    const tested = row ? listOf(row['args']) : [link['testexpr']]
    for (const [index, output] of [...only.outputs.values()].entries()) {
      const node = columnNodeOf(tested[index], parent)
      if (node !== undefined)
        this.said.addTested(node, output === 'value' ? null : output, parent, only, optional)
    }
  }

  /** Subqueries in expressions, and the columns of levels around that are used there. */
  #addSublinks(value: unknown, level: QueryLevel, ctes: CteScope): void {
    const own = isNode(value)
      ? Object.entries(value)
          .filter(
            ([name]) => !['withClause', 'fromClause', 'usingClause', 'selectStmt', 'relation'].includes(name),
          )
          .map(([, entry]) => entry)
      : [value]
    for (const node of nodesIn(own, (one) => isNode(one['SubLink']) || isSubquery(one))) {
      const link = bodyOf(node, 'SubLink')
      if (!link) {
        noteColumn(node, level)
        continue
      }
      this.#addSublinks(link['testexpr'], level, ctes)
      if (this.#done.has(link) || !isNode(link['subselect'])) continue
      this.#done.add(link)
      this.addStatement(link['subselect'], { parent: level, ctes, role: 'expression', optional: undefined })
    }
  }
}

const aliasOf = (node: SqlNode): string =>
  isNode(node['alias']) ? (textOf(node['alias']['aliasname']) ?? '') : ''
