/** A record at a moment of the past: what replaced its fields since is taken back. */
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { lastChange, partsAt, replacedLater, type RecordRef } from './queries.ts'

export interface PastState {
  /** The fields of its history that changed since, as they were. */
  fields: Record<string, unknown>
  /** The other parts that changed since, as they were. */
  parts: Map<string, unknown>
  /** When it had changed last; null: not known. */
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

/** The row with those of its columns replaced that are told of, under the names that the API has for them. */
export function withFields<T extends object>(row: T, fields: Record<string, unknown>): T {
  const known = Object.entries(fields)
    .map(([field, value]) => [inColumns(field), value] as const)
    .filter(([column]) => column in row)
  return { ...row, ...Object.fromEntries(known) }
}
