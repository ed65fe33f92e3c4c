/** The source as the compiler understands it: where statements are sent, and what their rows are taken for. */
import path from 'node:path'
import type { CallExpression, Node, PropertyAccessExpression, SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import { API, SignatureKind, type Checker, type Type } from 'typescript/unstable/sync'

export const root = path.resolve(import.meta.dirname, '../..')

/** A call that sends a statement: `….execute(db)`, `.executeTakeFirst()` and the like, or `countAffectedRows(…)`. */
export interface Site {
  /** `src/x/queries.ts:12:34`, as it stands in a stack. */
  place: string
  file: string
  line: number
  /** What a row is taken for; undefined when nobody reads one. */
  row: Type | undefined
}

export interface Source {
  checker: Checker
  sites: Site[]
  /** What a file exports that can be called, each with its parameters. */
  functionsOf(file: string): { name: string; parameters: Type[] }[]
  close(): void
}

const senders = new Set(['execute', 'executeTakeFirst', 'executeTakeFirstOrThrow'])
/** This function sends the statement that it is given, so its callers are the places. */
const lender = 'countAffectedRows'
export const lenderFile = 'src/platform/count-affected-rows.ts'

export function readSource(): Source {
  const api = new API({ cwd: root })
  const project = api
    .updateSnapshot({ openProjects: [path.join(import.meta.dirname, 'tsconfig.source.json')] })
    .getProjects()
    .at(0)
  if (!project) throw new Error('the compiler found no project')
  const { checker, program } = project
  const files = program
    .getSourceFileNames()
    .filter((name) => name.startsWith(path.join(root, 'src/')) && !/\.(test|examples)\.ts$/.test(name))
    .map((name) => program.getSourceFile(name))
    .filter((file) => file !== undefined && /\.execute|countAffectedRows\(/.test(file.text))
  return {
    checker,
    sites: files.flatMap((file) => (file ? sitesIn(checker, file) : [])),
    functionsOf(file) {
      const source = program.getSourceFile(path.join(root, file))
      return source ? functionsIn(checker, source) : []
    },
    close: () => api.close(),
  }
}

function sitesIn(checker: Checker, file: SourceFile): Site[] {
  const name = path.relative(root, file.fileName).replaceAll(path.sep, '/')
  if (name === lenderFile) return []
  const placeAt = (at: number) => {
    const before = file.text.slice(0, at).split('\n')
    return { line: before.length, place: `${name}:${before.length}:${(before.at(-1) ?? '').length + 1}` }
  }
  const lent: Site[] = []
  const calls: { call: CallExpression; called: PropertyAccessExpression }[] = []
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const called = node.expression
      if (senders.has(called.name.text)) calls.push({ call: node, called })
    }
    if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === lender) {
      const { end } = node.expression
      lent.push({ ...placeAt(end - lender.length), file: name, row: undefined })
    }
    node.forEachChild(visit)
  }
  visit(file)
  const answers = checker.getTypeAtLocation(calls.map(({ call }) => call))
  const asked = checker.getTypeAtLocation(calls.map(({ called }) => called.expression))
  const sent = calls.flatMap(({ called }, index) => {
    // A transaction is executed too.
    if (!/^RawBuilder$|QueryBuilder$/.test(asked[index]?.getSymbol()?.name ?? '')) return []
    return [{ ...placeAt(called.name.pos), file: name, row: rowType(checker, answers[index]) }]
  })
  return [...sent, ...lent]
}

/** Of `Promise<QueryResult<Row>>`, `Promise<Row[]>` and `Promise<Row | undefined>`. */
function rowType(checker: Checker, answer: Type | undefined): Type | undefined {
  const promised = answer && argumentOf(checker, answer)
  if (!promised) return undefined
  const isList = checker.isArrayType(promised) || promised.getSymbol()?.name === 'QueryResult'
  const row = isList ? argumentOf(checker, promised) : checker.getNonNullableType(promised)
  if (!row || row.isIntrinsicType()) return undefined
  return /^(Insert|Update|Delete)Result$/.test(row.getSymbol()?.name ?? '') ? undefined : row
}

export function argumentOf(checker: Checker, type: Type, index = 0): Type | undefined {
  return type.isTypeReference() ? checker.getTypeArguments(type)[index] : undefined
}

function functionsIn(checker: Checker, file: SourceFile): { name: string; parameters: Type[] }[] {
  const module = checker.getSymbolAtLocation(file)
  const exported = module ? checker.getExportsOfModule(module) : []
  return exported.flatMap((symbol) => {
    const type = symbol.valueDeclaration && checker.getTypeOfSymbol(symbol)
    const signature = type && checker.getSignaturesOfType(type, SignatureKind.Call)[0]
    if (!signature) return []
    const parameters = signature.getParameters().map((_, index) => checker.getParameterType(signature, index))
    return [{ name: symbol.name, parameters: parameters.filter((parameter) => parameter !== undefined) }]
  })
}
