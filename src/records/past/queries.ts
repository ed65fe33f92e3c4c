/** Reads how records were before: fields from their history, and parts that the history does not cover. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface RecordRef {
  type: 'reservation' | 'listing' | 'guest' | 'conversation'
  id: string
}

/**
 * Returns by field what the next later change replaced, which is the field's value at that moment. Each field takes two
 * index lookups, however many changes came since.
 */
export async function replacedLater(
  db: Queryable,
  scope: Scope,
  ref: RecordRef,
  revision: number,
): Promise<[field: string, value: unknown][]> {
  const ofFields = sql`
    f.workspace_id = ${scope.workspaceId} and f.record_type = ${ref.type} and f.record_id = ${ref.id}`
  const { rows } = await sql<{ field: string; value: unknown }>`
    with recursive names as (
      (select f.field from history_fields f where ${ofFields} order by f.field limit 1)
      union all
      select (select f.field from history_fields f where ${ofFields} and f.field > n.field order by f.field limit 1)
      from names n where n.field is not null
    )
    select n.field, h.previous -> n.field as value
    from names n
    cross join lateral (
      select f.revision from history_fields f where ${ofFields} and f.field = n.field and f.revision > ${revision}
      order by f.revision limit 1) next
    join record_history h on h.workspace_id = ${scope.workspaceId} and h.record_type = ${ref.type}
      and h.record_id = ${ref.id} and h.revision = next.revision
    where n.field is not null`.execute(db)
  return rows.map(({ field, value }) => [field, value])
}

/** Returns the last change of a record up to a moment, or null if none is kept. */
export async function lastChange(
  db: Queryable,
  scope: Scope,
  { type, id }: RecordRef,
  at: Date,
): Promise<{ revision: number; created_at: Date } | null> {
  const { rows } = await sql<{ revision: number; created_at: Date }>`
    select h.revision, h.created_at from record_history h
    where h.workspace_id = ${scope.workspaceId} and h.record_type = ${type} and h.record_id = ${id} and h.created_at <= ${at}
    order by h.revision desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns parts of a record as they were at a moment, if they changed since. */
export async function partsAt(
  db: Queryable,
  scope: Scope,
  { type, id }: RecordRef,
  parts: readonly string[],
  at: Date,
): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ part: string; was: unknown }>`
    select wanted.part, p.was from unnest(${[...parts]}::text[]) wanted (part)
    cross join lateral (
      select was from past_parts
      where workspace_id = ${scope.workspaceId} and record_type = ${type} and record_id = ${id} and part = wanted.part
        and until > ${at}
      order by until limit 1) p`.execute(db)
  return new Map(rows.map(({ part, was }) => [part, was]))
}
