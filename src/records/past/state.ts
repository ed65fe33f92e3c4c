/** Rebuilds a record of the past by undoing the changes since. */
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { lastChange, partsAt, replacedLater, type RecordRef } from './queries.ts'

export interface PastState {
  /** Old values of history fields that changed since. */
  fields: Record<string, unknown>
  /** Old values of other parts that changed since. */
  parts: Map<string, unknown>
  /** The last change up to that moment; null if it is not known. */
  changedAt: Date | null
}

export async function pastState(
  db: Queryable,
  scope: Scope,
  ref: RecordRef,
  parts: readonly string[],
  at: Date,
): Promise<PastState> {
  const last = await lastChange(db, scope, ref, at)
  const replaced = await replacedLater(db, scope, ref, last?.revision ?? 0)
  return {
    fields: Object.fromEntries(replaced),
    parts: await partsAt(db, scope, ref, parts, at),
    changedAt: last?.created_at ?? null,
  }
}

const inColumns = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Replaces the columns that `fields` names by their API names. */
export function withFields<T extends object>(row: T, fields: Record<string, unknown>): T {
  const known = Object.entries(fields)
    .map(([field, value]) => [inColumns(field), value] as const)
    .filter(([column]) => column in row)
  return { ...row, ...Object.fromEntries(known) }
}
