/** Finds what a column reference of a level stands for. */
import type { LevelSource, QueryLevel } from './query-level.ts'
import { bodyOf, isNode, listOf, namesOf, textOf, type SqlNode } from './sql-tree.ts'

/** Null for a value, undefined for what is neither a value nor a column. */
export function columnNodeOf(
  expression: unknown,
  level: QueryLevel,
  seen = new Map<QueryLevel, LevelSource>(),
): string | null | undefined {
  const cast = bodyOf(expression, 'TypeCast')
  if (cast) return columnNodeOf(cast['arg'], level, seen)
  if (bodyOf(expression, 'ParamRef') || bodyOf(expression, 'A_Const')) return null
  return isNode(expression) ? noteColumn(expression, level, seen) : undefined
}

/** Finds the column that a reference names, and notes in the levels on the way that they use it. */
export function noteColumn(
  expression: SqlNode,
  level: QueryLevel,
  seen?: Map<QueryLevel, LevelSource>,
): string | undefined {
  const reference = bodyOf(expression, 'ColumnRef')
  if (!reference) return undefined
  const fields = namesOf(reference['fields'])
  const name = fields.at(-1) ?? ''
  const alias = fields.at(-2)
  for (let at: QueryLevel | undefined = level; at; at = at.parent) {
    const source = at.sources.find((one) =>
      alias === undefined ? one.columns.has(name) || one.alias === name : one.alias === alias,
    )
    if (!source) continue
    if (at !== level) {
      for (let inner: QueryLevel | undefined = level; inner && inner !== at; inner = inner.parent) {
        inner.outer.add(at)
        inner.takes.add(source)
      }
    }
    seen?.set(at, source)
    return source.columns.get(name)
  }
  return undefined
}

/** Names what a level gives to those that read it. */
export function noteOutputs(level: QueryLevel, count: () => number): void {
  const { body, outputs, sources } = level
  const returning = isNode(body['returningClause']) ? body['returningClause']['exprs'] : undefined
  for (const entry of listOf(level.kind === 'select' ? body['targetList'] : returning)) {
    const target = bodyOf(entry, 'ResTarget')
    if (!target) continue
    const fields = namesOf(bodyOf(target['val'], 'ColumnRef')?.['fields'])
    if (fields.at(-1) === '*') {
      for (const source of sources) {
        if (fields.length > 1 && source.alias !== fields[0]) continue
        for (const [name, node] of source.columns) outputs.set(name, node)
      }
      continue
    }
    const name = textOf(target['name']) ?? fields.at(-1) ?? `column ${outputs.size}`
    const node = columnNodeOf(target['val'], level)
    outputs.set(name, node === undefined ? `?${count()}` : (node ?? 'value'))
  }
}
