/** Renders a table's row as a line of the file. */
import { sql, type RawBuilder } from 'kysely'
import type { RecordType } from '../../../contract/export-file/index.ts'
import type { Scope } from '../../../platform/tenant.ts'
import {
  columnOf,
  fieldsOf,
  tables,
  type ExportFields,
  type FieldSchema,
  type NestedTable,
} from './tables.ts'

/** Not a column: whether the calendar knows of the stay, which no other line says. */
const told: Readonly<Record<string, string>> = { counted: 'taken is null' }

const moment = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Ids and exact amounts become text, because JSON numbers lose digits. */
function valueOf(field: string, schema: FieldSchema, alias: string, columns?: Record<string, string>) {
  const expression = told[field]
  if (expression !== undefined) return sql.raw(`${alias}.${expression}`)
  const column = sql.ref(`${alias}.${columnOf(field, columns)}`)
  if (schema.format === 'date-time') return moment(column)
  return schema.refersTo !== undefined || schema.exact ? sql`${column}::text` : column
}

const select = (fields: ExportFields, alias: string, columns?: Record<string, string>) =>
  Object.entries(fields).map(
    ([field, schema]) => sql`${valueOf(field, schema, alias, columns)} as ${sql.ref(field)}`,
  )

/** The rows of another table that belong to the row. */
const rowsWithin = (
  { workspaceId }: Scope,
  name: string,
  { table, of, order }: NestedTable,
  fields: ExportFields,
) => sql`(
  select coalesce(json_agg(row_to_json(p)), '[]'::json) from (
    select ${sql.join(select(fields, 'w'))} from ${sql.table(table)} w
    where w.workspace_id = ${workspaceId}::bigint and ${sql.ref(`w.${of}`)} = t.id
    order by ${sql.join(order.map((column) => sql.ref(`w.${column}`)))}) p) as ${sql.ref(name)}`

/** The columns of a line, ready for JSON. */
export function lineColumns(scope: Scope, type: RecordType): RawBuilder<unknown> {
  const { columns, within = {} } = tables[type]
  const fields = fieldsOf(type)
  return sql.join([
    sql`${sql.lit(type)} as type`,
    sql`${idOf(type)} as id`,
    ...select(fields.own, 't', columns),
    ...Object.entries(within).map(([name, rows]) => rowsWithin(scope, name, rows, fields.within[name] ?? {})),
  ])
}

const idOf = (type: RecordType): RawBuilder<string> =>
  sql<string>`concat_ws(':', ${sql.join(tables[type].key.map(([column]) => sql.ref(`t.${column}`)))})`

/**
 * Excludes history of deleted records, row by row. After an import the planner expects one reservation, so a join would
 * scan all of them per change.
 */
const standing: Partial<Record<RecordType, (scope: Scope) => RawBuilder<boolean>>> = {
  reservation_change: ({ workspaceId }) => sql<boolean>`(
    select r.id from reservations r where r.workspace_id = ${workspaceId}::bigint and r.id = t.record_id) is not null`,
}

/** Whether a row is of the type. */
export function isOfType(scope: Scope, type: RecordType): RawBuilder<boolean> {
  const fixed = Object.entries(tables[type].fixed ?? {}).map(
    ([column, value]) => sql<boolean>`${sql.ref(`t.${column}`)} = ${sql.lit(value)}`,
  )
  const isStanding = standing[type]
  const conditions = [...fixed, ...(isStanding ? [isStanding(scope)] : [])]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

export const order = (type: RecordType): RawBuilder<unknown> =>
  sql.join(tables[type].key.map(([column]) => sql.ref(`t.${column}`)))

/** Rows after the one with this key. */
export const isBehind = (type: RecordType, values: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${order(type)}) > (${sql.join(
    tables[type].key.map(([, kind], at) => sql`${values[at] ?? ''}::${sql.raw(kind)}`),
  )})`
