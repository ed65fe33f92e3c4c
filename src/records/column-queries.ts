/** Set-based writes name their columns and types once here. */
import { sql, type RawBuilder } from 'kysely'

/** Returns `a, b` or `r.a, r.b`. */
export function columnNames(types: Record<string, string>, table?: string): RawBuilder<unknown> {
  const names = Object.keys(types).map((name) => sql.ref(table === undefined ? name : `${table}.${name}`))
  return sql.join(names)
}

/** Returns `a text, b bigint`, as `jsonb_to_recordset` takes it. */
export function columnList(types: Record<string, string>): RawBuilder<unknown> {
  return sql.join(Object.entries(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
}

/** True if row `r` would change row `t`. */
export function differs(types: Record<string, string>): RawBuilder<boolean> {
  return sql<boolean>`(${columnNames(types, 't')}, t.source_hash)
    is distinct from (${columnNames(types, 'r')}, decode(r.source_hash, 'hex'))`
}
