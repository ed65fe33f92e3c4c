/** Indexes of letters hold every three neighbouring letters (`0002_records.sql`). */
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../platform/tenant.ts'

const known = 3

/** True for rows that may contain the text, by the index's `letters`. A text of fewer letters matches every row. */
export const hasLetters = (letters: RawBuilder<unknown>, scope: Scope, text: string): RawBuilder<boolean> =>
  [...text].length < known
    ? sql<boolean>`true`
    : sql<boolean>`${letters} @> letters_of(${scope.workspaceId}::bigint, ${text}::text)`
