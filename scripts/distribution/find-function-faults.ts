/**
 * Finds calls of functions that cannot run where a machine computes them for its rows: it may not ask tables again, and has no sequences. Where no
 * table stands beside the call, the coordinator runs it; not if it asks in SQL, since such queries cannot have the parameters of a function.
 */
import type { SqlCatalog } from './sql-catalog.ts'
import { bodyOf, isNode, listOf, namesOf, nodesIn, textOf, type SqlNode } from './sql-tree.ts'

/** Whether a statement calls such a function where Citus refuses it. */
export function hasFunctionFault(statement: SqlNode, catalog: SqlCatalog): boolean {
  const nodes = [...nodesIn(statement)]
  const called = nodes.flatMap((node) => namesOf(bodyOf(node, 'FuncCall')?.['funcname']).at(-1) ?? [])
  if (called.some((name) => catalog.drawingFunctions.has(name))) {
    // What is inserted into is not read.
    const read = nodes.map((node) => textOf(bodyOf(node, 'RangeVar')?.['relname']) ?? '')
    if (read.some((table) => catalog.isDistributed(table))) return true
  }
  const languages = called.flatMap((name) => catalog.askingFunctions.get(name) ?? [])
  if (languages.length === 0) return false
  return nodes.some((node) => catalog.columns.has(tableOf(node))) || languages.includes('sql')
}

/** `nextval`, and the functions that call it. */
export const findDrawingFunctions = (functions: readonly DefinedFunction[]): Set<string> =>
  new Set(['nextval', ...functions.filter(({ body }) => body.includes('nextval(')).map(({ name }) => name)])

/** The table that a node names: a change has it as its own member, a query as a node. */
function tableOf(node: SqlNode): string {
  const table = isNode(node['relation']) ? node['relation'] : bodyOf(node, 'RangeVar')
  return textOf(table?.['relname']) ?? ''
}

export interface DefinedFunction {
  name: string
  language: string
  body: string
}

export function definedFunction(definition: SqlNode): DefinedFunction {
  const options = new Map(
    listOf(definition['options']).map((entry) => {
      const option = bodyOf(entry, 'DefElem')
      return [option?.['defname'], option?.['arg']]
    }),
  )
  return {
    name: namesOf(definition['funcname']).at(-1) ?? '',
    language: textOf(bodyOf(options.get('language'), 'String')?.['sval']) ?? '',
    body: namesOf(bodyOf(options.get('as'), 'List')?.['items']).join('\n'),
  }
}

/** The languages of the functions that ask one of the tables, themselves or by a function that they call, by name. */
export function findAskingFunctions(
  functions: readonly DefinedFunction[],
  tables: readonly string[],
): Map<string, string> {
  const asking = new Map<string, string>()
  const asks = new RegExp(String.raw`\b(?:from|join|into|update|using)\s+(?:${tables.join('|')})\b`, 'i')
  const isAsking = ({ body }: DefinedFunction) =>
    asks.test(body) || [...body.matchAll(/\b(\w+)\(/g)].some(([, called = '']) => asking.has(called))
  for (let before = -1; before < asking.size;) {
    before = asking.size
    // Of functions with one name, one in SQL is enough to refuse a call.
    for (const one of functions)
      if (isAsking(one) && asking.get(one.name) !== 'sql') asking.set(one.name, one.language)
  }
  return asking
}
