/** What the indexes of letters know: three that stand beside one another (`0002_records.sql`). */
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../platform/tenant.ts'

const known = 3

/** True for the rows that can contain a text, by the `letters` that their index has; a shorter text is looked for in every row. */
export const hasLetters = (letters: RawBuilder<unknown>, scope: Scope, text: string): RawBuilder<boolean> =>
  [...text].length < known
    ? sql<boolean>`true`
    : sql<boolean>`${letters} @> letters_of(${scope.workspaceId}::bigint, ${text}::text)`
