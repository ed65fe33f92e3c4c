/** Writes src/platform/schema.ts, the table types for Kysely, from the catalogue of a freshly migrated database. */
import { readFile, writeFile } from 'node:fs/promises'
import type pg from 'pg'

const target = new URL('../src/platform/schema.ts', import.meta.url)

const scalar: Record<string, string> = {
  int8: 'Int8',
  int4: 'number',
  int2: 'number',
  text: 'string',
  uuid: 'string',
  bool: 'boolean',
  numeric: 'Numeric',
  float8: 'number',
  point: '{ x: number; y: number }',
  box: 'string',
  date: 'CivilDate',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
  _int8: 'string[]',
  _timestamptz: 'Date[]',
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  hasDefault: boolean
}

async function columns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, t.typname as type,
           not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'lodgewire_migrations'
    order by c.relname, a.attnum`)
  return rows
}

function typeOf(column: Column): string {
  const base = scalar[column.type]
  if (!base) throw new Error(`no TypeScript type for ${column.table}.${column.name} (${column.type})`)
  const type = column.nullable ? `${base} | null` : base
  return column.hasDefault ? `Generated<${type}>` : type
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

export async function generateDbTypes(client: pg.Client, options: { check: boolean }): Promise<string[]> {
  const byTable = Map.groupBy(await columns(client), (column) => column.table)
  const tables = [...byTable].map(
    ([table, list]) =>
      `export interface ${pascal(table)} {\n${list.map((c) => `  ${c.name}: ${typeOf(c)}`).join('\n')}\n}\n`,
  )
  const text = `// Generated from db/migrations by \`npm run generate\`. Do not edit.
import type { ColumnType } from 'kysely'

/** bigint, as a digit string. */
export type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>
/** Exact decimal, as a string. */
export type Numeric = ColumnType<string, string | number, string | number>
/** A civil date, \`YYYY-MM-DD\`. */
export type CivilDate = ColumnType<string, string, string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Parsed when read; hand in a JSON text when writing. */
export type Json = ColumnType<unknown, string, string>
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

${tables.join('\n')}
export interface Database {
${[...byTable.keys()].map((table) => `  ${table}: ${pascal(table)}`).join('\n')}
}
`
  const before = await readFile(target, 'utf8').catch(() => '')
  if (before === text) return []
  if (!options.check) await writeFile(target, text)
  return ['src/platform/schema.ts']
}
