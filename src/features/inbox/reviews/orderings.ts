import { sql } from 'kysely'
import type { ListOrdering } from '../../../http/list.ts'
import { submitted, type ReviewListRow } from './queries.ts'

/** Reviews without a time come last. */
export const newestFirst: ListOrdering<Pick<ReviewListRow, 'id' | 'submitted_at'>> = {
  name: 'submittedAt',
  direction: 'desc',
  keys: [
    {
      expression: submitted,
      type: 'timestamptz',
      valueOf: (row) => row.submitted_at?.toISOString() ?? '-infinity',
    },
    { expression: sql`reviews.id`, type: 'bigint', valueOf: (row) => row.id },
  ],
}
