/** Finds variables and parameters that are named by a participle or a question word. Property names are data, so they pass. */
import { parseSync } from 'oxc-parser'

const banned = new Set(
  `asked asks counted done given gone heard held how kept listed looked made meant named needed noted placed said seen sent shown taken
  tells told wanted what where which who whom why written`.split(/\s+/),
)

type SyntaxNode = Record<string, unknown> & { type: string }

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nodesIn = (value: unknown): SyntaxNode[] =>
  Array.isArray(value) ? value.flatMap(nodesIn) : isNode(value) ? [value] : []

/** A shorthand such as `{ held }` takes the name of a property. */
function namesBoundBy(pattern: SyntaxNode): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern['name'])]
    case 'ObjectPattern':
      return nodesIn(pattern['properties']).flatMap((part) =>
        part.type === 'RestElement'
          ? nodesIn(part['argument']).flatMap(namesBoundBy)
          : part['shorthand'] === true
            ? []
            : nodesIn(part['value']).flatMap(namesBoundBy),
      )
    case 'ArrayPattern':
      return nodesIn(pattern['elements']).flatMap(namesBoundBy)
    case 'AssignmentPattern':
      return nodesIn(pattern['left']).flatMap(namesBoundBy)
    case 'RestElement':
      return nodesIn(pattern['argument']).flatMap(namesBoundBy)
    case 'TSParameterProperty':
      return nodesIn(pattern['parameter']).flatMap(namesBoundBy)
    default:
      return []
  }
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

export function findBannedVariables(file: string, code: string): string[] {
  const names: string[] = []
  const walk = (node: SyntaxNode): void => {
    const patterns =
      node.type === 'VariableDeclarator' ? node['id'] : functionTypes.has(node.type) ? node['params'] : []
    names.push(...nodesIn(patterns).flatMap(namesBoundBy))
    for (const value of Object.values(node)) nodesIn(value).forEach(walk)
  }
  walk(parseSync(file, code).program as unknown as SyntaxNode)
  return [...new Set(names)].filter((name) => banned.has(name))
}
