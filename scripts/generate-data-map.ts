/** Writes docs/operate/data-map.md from what `scripts/personal-data.ts` declares about each column of db/schema.sql. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { dataPurposes, personalData, plainColumns, type PersonalTable } from './personal-data.ts'
import { tableOwners } from '../src/platform/tenant-tables.ts'
import { generatedFile } from './generated-file.ts'

type ColumnsByTable = ReadonlyMap<string, readonly string[]>

/** Numbers, times and flags say something about a person only beside a column of these types. */
const declaredTypes = /^"?(\w+)"? (?:text|jsonb?|bytea|character|inet)\b/

export const columnsIn = (schema: string): ColumnsByTable =>
  new Map(
    [...schema.matchAll(/create table (\w+) \(([\s\S]*?)\n\)/gi)].map(([, table = '', body = '']) => [
      table,
      body.split('\n').flatMap((line) => declaredTypes.exec(line.trim())?.[1] ?? []),
    ]),
  )

/** Returns columns that say nothing, and names that are no column. */
export function findUndeclaredColumns(
  columns: ColumnsByTable,
  personal: Readonly<Record<string, Pick<PersonalTable, 'columns'>>> = personalData,
  plain: Readonly<Record<string, string>> = plainColumns,
): string[] {
  const file = 'scripts/personal-data.ts'
  const declared = new Set([
    ...Object.entries(personal).flatMap(([table, { columns: of }]) =>
      Object.keys(of).map((column) => `${table}.${column}`),
    ),
    ...Object.entries(plain).flatMap(([table, of]) => of.split(' ').map((column) => `${table}.${column}`)),
  ])
  const present = new Set([...columns].flatMap(([table, of]) => of.map((column) => `${table}.${column}`)))
  return [
    ...[...present]
      .filter((column) => !declared.has(column))
      .map((column) => `${column}: say in ${file} what of a person it holds, or that it is plain.`),
    ...[...declared]
      .filter((column) => !present.has(column))
      .map((column) => `${column} is named in ${file} and is no column.`),
  ]
}

const intro = `# Data map

Which columns hold personal data: of whom, who tells it, why it is kept and for how long. \`npm run generate\` writes this page from a
declaration of each column, and fails for a column of text, JSON or bytes that says nothing. Columns that are not here hold ids, states,
kinds, amounts and digests.

Who reads it: keys and members of the workspace, within their scopes; the operator, who has the database. Values marked "encrypted" are
sealed with the [encryption key](encryption-key.md); the rest is as safe as the disk and the backups that you keep it on.
[Privacy](privacy.md) says how to answer a guest, and how long each kind is kept.
`

function sectionOf(whose: string, tables: [string, PersonalTable][]): string {
  const rows = tables.map(([table, { source, purpose, columns }]) => {
    const owner = (tableOwners as Record<string, string | undefined>)[table] ?? 'database'
    const names = Object.entries(columns).map(([column, what]) => `\`${column}\` (${what})`)
    const [why, kept] = dataPurposes[purpose]
    return `| \`${table}\` | ${names.join(', ')} | ${source} | ${why} | ${kept} | ${owner} |\n`
  })
  const head = '| Table | Columns | Told by | Why | How long | Written by |\n|---|---|---|---|---|---|\n'
  return `\n## Of ${whose}\n\n${head}${rows.join('')}`
}

export async function generateDataMap(options: { check: boolean }): Promise<string[]> {
  const schema = readFileSync(path.resolve(import.meta.dirname, '../db/schema.sql'), 'utf8')
  const problems = findUndeclaredColumns(columnsIn(schema))
  if (problems.length > 0) throw new Error(`The data map is not complete:\n  ${problems.join('\n  ')}`)
  const groups = Map.groupBy(Object.entries(personalData), ([, { whose }]) => whose)
  const sections = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([whose, tables]) => sectionOf(whose, tables))
  return generatedFile('docs/operate/data-map.md', intro + sections.join(''), options)
}
