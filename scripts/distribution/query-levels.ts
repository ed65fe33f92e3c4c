/**
 * Takes a statement apart into its levels (the statement, its subqueries and its CTEs), with what each reads and which columns it says are equal.
 */
import { isPlannedWith, readersOf } from './query-level.ts'
import type { LevelSource, LevelTree, QueryLevel, SaidEqual } from './query-level.ts'
import { columnNodeOf, noteColumn } from './resolve-columns.ts'
import type { SqlCatalog } from './sql-catalog.ts'
import { bodyOf, conjunctsOf, isNode, listOf, namesOf, nodesIn, textOf, type SqlNode } from './sql-tree.ts'

interface CteInScope {
  levels: QueryLevel[]
  /** One reader and no change: the planner puts it in its reader's place. */
  isInlined: boolean
}
type CteScope = ReadonlyMap<string, CteInScope>

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
  builder.addStatement(statement, undefined, new Map(), false)
  return { levels: builder.levels, equalities: builder.equalities }
}

class LevelBuilder {
  readonly levels: QueryLevel[] = []
  readonly equalities: SaidEqual[] = []
  readonly #catalog: SqlCatalog
  #count = 0

  constructor(catalog: SqlCatalog) {
    this.#catalog = catalog
  }

  /** Adds a statement with everything below it; a union gives a level for each of its parts. */
  addStatement(
    node: SqlNode,
    parent: QueryLevel | undefined,
    ctes: CteScope,
    isMerged: boolean,
  ): QueryLevel[] {
    for (const name of selectKinds) {
      const body = bodyOf(node, name)
      if (body) return this.#addBody(body, kindNames[name], parent, ctes, isMerged)
    }
    return []
  }

  #addBody(
    body: SqlNode,
    kind: QueryLevel['kind'],
    parent: QueryLevel | undefined,
    outerCtes: CteScope,
    isMerged: boolean,
  ): QueryLevel[] {
    const ctes = this.#addCtes(body, parent, outerCtes)
    if (isNode(body['larg'])) {
      return [body['larg'], body['rarg']].flatMap((part) =>
        isNode(part) ? this.#addBody(part, 'select', parent, ctes, false) : [],
      )
    }
    const hasLimit = body['limitCount'] !== undefined || body['limitOffset'] !== undefined
    const level: QueryLevel = {
      body,
      kind,
      parent,
      isMerged: isMerged && body['groupClause'] === undefined && !hasLimit,
      sources: [],
      outputs: new Map(),
      outer: new Set(),
      takes: new Set(),
      isLateral: false,
      locks: body['lockingClause'] !== undefined,
      hasLimit,
      isRecursive: isNode(body['withClause']) && body['withClause']['recursive'] === true,
    }
    this.levels.push(level)
    if (isNode(body['relation'])) this.#addSource({ RangeVar: body['relation'] }, level, ctes)
    if (kind === 'insert') {
      if (isNode(body['selectStmt'])) this.addStatement(body['selectStmt'], parent, ctes, false)
    } else {
      for (const item of [...listOf(body['fromClause']), ...listOf(body['usingClause'])]) {
        this.#addSource(item, level, ctes)
      }
    }
    this.#addConditions(body['whereClause'], level, ctes)
    this.#addOutputs(body, level)
    this.#addSublinks(body, level, ctes)
    return [level]
  }

  #addCtes(body: SqlNode, parent: QueryLevel | undefined, outer: CteScope): CteScope {
    const clause = body['withClause']
    if (!isNode(clause)) return outer
    const scope = new Map(outer)
    const isRecursive = clause['recursive'] === true
    for (const entry of listOf(clause['ctes'])) {
      const cte = bodyOf(entry, 'CommonTableExpr')
      const query = cte?.['ctequery']
      const name = textOf(cte?.['ctename'])
      if (!isNode(query) || name === undefined) continue
      const callsItself = isRecursive && readersOf(query, name) > 0
      if (callsItself) scope.set(name, { levels: [], isInlined: false })
      const levels = this.addStatement(query, parent, scope, false)
      const isInlined =
        'SelectStmt' in query &&
        !callsItself &&
        cte?.['ctematerialized'] !== 'CTEMaterializeAlways' &&
        readersOf(body, name) === 1
      scope.set(name, { levels, isInlined })
    }
    return scope
  }

  #addSource(item: unknown, level: QueryLevel, ctes: CteScope): void {
    const join = bodyOf(item, 'JoinExpr')
    if (join) {
      const from = level.sources.length
      this.#addSource(join['larg'], level, ctes)
      const middle = level.sources.length
      this.#addSource(join['rarg'], level, ctes)
      for (const name of namesOf(join['usingClause'])) {
        const ends = [level.sources.slice(from, middle), level.sources.slice(middle)].map((side) =>
          side.map(({ columns }) => columns.get(name)).find((node) => node !== undefined),
        )
        this.#addEquality(level, ends[0] ?? '?', ends[1] ?? '?', true)
      }
      this.#addConditions(join['quals'], level, ctes)
      this.#addSublinks(join['quals'], level, ctes)
      return
    }
    const table = bodyOf(item, 'RangeVar')
    if (table) return this.#addNamed(table, level, ctes)
    const subquery = bodyOf(item, 'RangeSubselect')
    if (subquery && isNode(subquery['subquery'])) {
      const levels = this.addStatement(subquery['subquery'], level, ctes, true)
      for (const inner of levels) inner.isLateral = subquery['lateral'] === true
      this.#addDerived(aliasOf(subquery), levels, level)
      return
    }
    const called = bodyOf(item, 'RangeFunction')
    if (called) this.#addCalled(called, level)
  }

  #addNamed(table: SqlNode, level: QueryLevel, ctes: CteScope): void {
    const name = textOf(table['relname']) ?? ''
    const alias = aliasOf(table) || name
    const cte = table['schemaname'] === undefined ? ctes.get(name) : undefined
    if (cte && cte.isInlined) return this.#addDerived(alias, cte.levels, level)
    const columns = cte ? [...(cte.levels[0]?.outputs.keys() ?? [])] : (this.#catalog.columns.get(name) ?? [])
    const id = (this.#count += 1)
    level.sources.push({
      alias,
      ...(cte ? {} : { table: name }),
      isRecurring: cte !== undefined,
      columns: new Map(columns.map((column) => [column, `${id}:${alias}.${column}`])),
    })
  }

  /** The columns of the rows stand for those of the first level; the others are said to be equal to them. */
  #addDerived(alias: string, levels: QueryLevel[], level: QueryLevel): void {
    const id = (this.#count += 1)
    const names = new Set(levels.flatMap((part) => [...part.outputs.keys()]))
    const columns = new Map([...names].map((name) => [name, `${id}:${alias}.${name}`]))
    const [only] = levels
    const isRecurring = levels.some(({ hasLimit }) => hasLimit)
    level.sources.push({ alias, levels, isRecurring, columns })
    if (levels.length !== 1 || !only || isRecurring) return
    for (const [name, node] of only.outputs) {
      this.#addEquality(level, columns.get(name) ?? null, node === 'value' ? null : node, true)
    }
  }

  #addCalled(called: SqlNode, level: QueryLevel): void {
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
      columns: new Map(names.map((name) => [name, `${id}:${alias}.${name}`])),
    })
    for (const node of nodesIn(called, isSubquery)) noteColumn(node, level)
  }

  #addConditions(condition: unknown, level: QueryLevel, ctes: CteScope): void {
    for (const part of conjunctsOf(condition)) {
      const expression = bodyOf(part, 'A_Expr')
      if (expression?.['kind'] === 'AEXPR_OP' && namesOf(expression['name'])[0] === '=') {
        this.#addEqual(expression['lexpr'], expression['rexpr'], level)
      }
      const link = bodyOf(part, 'SubLink')
      const isIn = link?.['subLinkType'] === 'ANY_SUBLINK' && link['operName'] === undefined
      if (link && (isIn || link['subLinkType'] === 'EXISTS_SUBLINK')) this.#addMergedLink(link, level, ctes)
      const negated = bodyOf(part, 'BoolExpr')
      const [inner] = listOf(negated?.['args'])
      const innerLink = negated?.['boolop'] === 'NOT_EXPR' ? bodyOf(inner, 'SubLink') : undefined
      if (innerLink?.['subLinkType'] === 'EXISTS_SUBLINK') this.#addMergedLink(innerLink, level, ctes)
    }
  }

  #addEquality(
    at: QueryLevel,
    left: string | null,
    right: string | null,
    isTogether: boolean,
    isCutOff = false,
  ): void {
    this.equalities.push({ at, left, right, isTogether, isCutOff })
  }

  readonly #done = new WeakSet<SqlNode>()

  #addMergedLink(link: SqlNode, level: QueryLevel, ctes: CteScope): void {
    if (!isNode(link['subselect'])) return
    this.#done.add(link)
    const levels = this.addStatement(link['subselect'], level, ctes, true)
    const [only] = levels
    if (link['testexpr'] === undefined || levels.length !== 1 || !only) return
    const row = bodyOf(link['testexpr'], 'RowExpr')
    const tested = row ? listOf(row['args']) : [link['testexpr']]
    for (const [index, output] of [...only.outputs.values()].entries()) {
      const node = columnNodeOf(tested[index], level)
      if (node !== undefined)
        this.#addEquality(level, node, output === 'value' ? null : output, only.isMerged)
    }
  }

  #addEqual(left: unknown, right: unknown, level: QueryLevel): void {
    const rows = [bodyOf(left, 'RowExpr'), bodyOf(right, 'RowExpr')].map((row) => row && listOf(row['args']))
    const [first, second] = rows
    if (first && second) {
      for (const [index, one] of first.entries()) this.#addEqual(one, second[index], level)
      return
    }
    const seen = new Map<QueryLevel, LevelSource>()
    const ends = [columnNodeOf(left, level, seen), columnNodeOf(right, level, seen)] as const
    if (ends[0] === undefined || ends[1] === undefined) return
    const apart = [...seen].filter(([other]) => !isPlannedWith(level, other))
    const isCutOff = apart.some(([, source]) => source.isRecurring)
    this.#addEquality(level, ends[0], ends[1], apart.length === 0, isCutOff)
  }

  #addOutputs(body: SqlNode, level: QueryLevel): void {
    const returning = isNode(body['returningClause']) ? body['returningClause']['exprs'] : undefined
    const targets = level.kind === 'select' ? body['targetList'] : returning
    for (const entry of listOf(targets)) {
      const target = bodyOf(entry, 'ResTarget')
      if (!target) continue
      const fields = namesOf(bodyOf(target['val'], 'ColumnRef')?.['fields'])
      if (fields.at(-1) === '*') {
        for (const source of level.sources) {
          if (fields.length > 1 && source.alias !== fields[0]) continue
          for (const [name, node] of source.columns) level.outputs.set(name, node)
        }
        continue
      }
      const name = textOf(target['name']) ?? fields.at(-1) ?? `column ${level.outputs.size}`
      const node = columnNodeOf(target['val'], level)
      level.outputs.set(name, node === undefined ? `?${(this.#count += 1)}` : (node ?? 'value'))
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
      this.addStatement(link['subselect'], level, ctes, false)
    }
  }
}

const aliasOf = (node: SqlNode): string =>
  isNode(node['alias']) ? (textOf(node['alias']['aliasname']) ?? '') : ''
