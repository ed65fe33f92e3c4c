/** Finds SQL in `src` that reads or writes tables, by room. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface TableUse {
  table: string
  /** The folder below `src`; in `src/features` the domain. */
  room: string
  file: string
  line: number
  kind: 'read' | 'write'
}

/** A write whose table is an argument, such as `update ${sql.table(table)}`. */
export type UnnamedWrite = Pick<TableUse, 'room' | 'file' | 'line'>

export interface SourceUses {
  uses: TableUse[]
  unnamed: UnnamedWrite[]
}

const root = path.resolve(import.meta.dirname, '..')

/** A table's name, or a value of a template literal in its place. */
const target = String.raw`(?:only\s+)?("?\w+"?|\$\{)`
const patterns: readonly { kind: TableUse['kind']; pattern: RegExp }[] = [
  {
    kind: 'write',
    // "for update", "for no key update" and "do update" name no table.
    pattern: new RegExp(
      String.raw`\b(?:insert\s+into|(?<!\b(?:for|key|do)\s+)update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+${target}`,
      'gi',
    ),
  },
  { kind: 'write', pattern: /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:['"](\w+)['"]|\w)/g },
  // The platform's `copyRows` takes its table in this object.
  { kind: 'write', pattern: /\{ table: '(\w+)', columns: / },
  { kind: 'read', pattern: new RegExp(String.raw`(?<!delete\s+)\b(?:from|join|using)\s+${target}`, 'gi') },
  { kind: 'read', pattern: /\bfrom\(\s*\w+,\s*\w+,\s*'(\w+)'/g },
  { kind: 'read', pattern: /\.(?:selectFrom|(?:inner|left)Join)\(\s*'(\w+)/g },
]

/** Comments become spaces, so that line numbers stay. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))

export function roomOf(file: string): string {
  const [, top = '', domain = '', below] = file.split('/')
  return top === 'features' && below !== undefined ? domain : top
}

/** `tables` limits which names count. */
export function findTableUses(file: string, text: string, tables: ReadonlySet<string>): SourceUses {
  const code = withoutComments(text)
  const room = roomOf(file)
  const found: SourceUses = { uses: [], unnamed: [] }
  for (const { kind, pattern } of patterns) {
    for (const match of code.matchAll(new RegExp(pattern, pattern.flags.replace('g', '') + 'g'))) {
      const line = code.slice(0, match.index).split('\n').length
      const name = match[1]?.replaceAll('"', '')
      if (name !== undefined && tables.has(name)) found.uses.push({ table: name, room, file, line, kind })
      else if (kind === 'write' && (name === undefined || name === '${'))
        found.unnamed.push({ room, file, line })
    }
  }
  return found
}

/** Reads the tables' names from `schema.ts`. */
export function tableNames(): Set<string> {
  const schema = readFileSync(path.join(root, 'src/platform/schema.ts'), 'utf8')
  const [, database = ''] = schema.split('export interface Database {')
  return new Set([...database.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name))
}

export function sourceUses(): SourceUses {
  const tables = tableNames()
  const files = globSync('src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.(test|examples)\.ts$|\/testing\/|^src\/platform\/schema\.ts$/.test(file))
    .toSorted()
  const found = files.map((file) => findTableUses(file, readFileSync(path.join(root, file), 'utf8'), tables))
  return {
    uses: found.flatMap(({ uses }) => uses),
    unnamed: found.flatMap(({ unnamed }) => unnamed),
  }
}
