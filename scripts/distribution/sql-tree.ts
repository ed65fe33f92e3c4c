/** Reads the members of a tree that PostgreSQL's parser made, whose nodes have one member that names their kind. */

export type SqlNode = Record<string, unknown>

/** The body of a node of this kind, else undefined. */
export function bodyOf(node: unknown, kind: string): SqlNode | undefined {
  return isNode(node) && isNode(node[kind]) ? node[kind] : undefined
}

export function isNode(value: unknown): value is SqlNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The names in a list of `String` nodes; a star reads as `*`. */
export const namesOf = (value: unknown): string[] =>
  listOf(value).map((node) => textOf(bodyOf(node, 'String')?.['sval']) ?? '*')

/** The parts that `and` joins, however deep. */
export function conjunctsOf(condition: unknown): unknown[] {
  const body = bodyOf(condition, 'BoolExpr')
  if (body?.['boolop'] === 'AND_EXPR') return listOf(body['args']).flatMap(conjunctsOf)
  return condition === undefined ? [] : [condition]
}

/** Every node below and with this one, without those below the ones that `stop` holds for. */
export function* nodesIn(value: unknown, stop: (node: SqlNode) => boolean = () => false): Generator<SqlNode> {
  if (Array.isArray(value)) {
    for (const entry of value) yield* nodesIn(entry, stop)
  } else if (isNode(value)) {
    yield value
    if (stop(value)) return
    for (const entry of Object.values(value)) yield* nodesIn(entry, stop)
  }
}
