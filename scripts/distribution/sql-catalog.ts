/** What the judge of statements has to know of the schema: the columns of tables, and how steady functions are. */
import { readFileSync } from 'node:fs'
import { parse } from 'libpg-query'
import { belongings } from '../../src/platform/tenant-tables.ts'
import {
  definedFunction,
  findAskingFunctions,
  findDrawingFunctions,
  type DefinedFunction,
} from './find-function-faults.ts'
import { bodyOf, listOf, namesOf, textOf, type SqlNode } from './sql-tree.ts'

export interface SqlCatalog {
  /** The columns of each table, in order. */
  columns: ReadonlyMap<string, readonly string[]>
  /** Functions of the schema that are not immutable, by name. */
  volatility: ReadonlyMap<string, 'stable' | 'volatile' | 'immutable'>
  /** The languages of functions that ask a distributed table, by name. */
  askingFunctions: ReadonlyMap<string, string>
  /** Functions that draw from a sequence, which is on the coordinator alone. */
  drawingFunctions: ReadonlySet<string>
  isDistributed(table: string): boolean
}

const file = new URL('../../db/schema.sql', import.meta.url)

export async function readSqlCatalog(): Promise<SqlCatalog> {
  const columns = new Map<string, string[]>()
  const volatility = new Map<string, 'stable' | 'volatile' | 'immutable'>()
  const functions: DefinedFunction[] = []
  for (const statement of await parseStatements(readFileSync(file, 'utf8'))) {
    const table = bodyOf(statement, 'CreateStmt')
    if (table) {
      const name = textOf(bodyOf(table, 'relation')?.['relname']) ?? ''
      const defined = listOf(table['tableElts']).flatMap(
        (entry) => textOf(bodyOf(entry, 'ColumnDef')?.['colname']) ?? [],
      )
      columns.set(name, defined)
    }
    const called = bodyOf(statement, 'CreateFunctionStmt')
    if (!called) continue
    functions.push(definedFunction(called))
    const options = listOf(called['options']).map((entry) => bodyOf(entry, 'DefElem'))
    const stated = options.find((option) => option?.['defname'] === 'volatility')
    const word = textOf(bodyOf(stated?.['arg'], 'String')?.['sval'])
    volatility.set(
      namesOf(called['funcname']).at(-1) ?? '',
      word === 'immutable' || word === 'stable' ? word : 'volatile',
    )
  }
  return {
    columns,
    volatility,
    askingFunctions: findAskingFunctions(functions, Object.keys(belongings)),
    drawingFunctions: findDrawingFunctions(functions),
    isDistributed: (table) => Object.hasOwn(belongings, table),
  }
}

/** The statements of a text, as the parser gives them. */
export async function parseStatements(sql: string): Promise<SqlNode[]> {
  // Its types name every kind of node; the tree is read by names here.
  const { stmts = [] } = (await parse(sql)) as unknown as { stmts?: { stmt: SqlNode }[] }
  return stmts.map(({ stmt }) => stmt)
}
