/** Erases a guest from Airbnb's payments. */
import { sql } from 'kysely'
import { countAffectedRows } from '../../../../platform/count-affected-rows.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import type { PersonPatterns } from '../../../../records/guests/erase.ts'
import type { GuestEraser, GuestTraces } from '../../../../services.ts'

type TracedRecords = GuestTraces['records']

const codesOf = (scope: Scope, { reservations }: TracedRecords) => sql`(
  select r.confirmation_code from reservations r
  where r.workspace_id = ${scope.workspaceId} and r.id = any(${reservations}::bigint[]))`

/** Payments for the guest's stays, without the name. */
const eraseGuestTransactions = (tx: Queryable, scope: Scope, of: TracedRecords) =>
  countAffectedRows(
    tx,
    sql`
    update airbnb_transactions set guest_name = null
    where workspace_id = ${scope.workspaceId} and guest_name is not null and confirmation_code in ${codesOf(scope, of)}`,
  )

/** Payment lines of no known stay, and free texts of lines. */
const eraseTransactionMentions = (
  tx: Queryable,
  scope: Scope,
  of: TracedRecords,
  { sure, all }: PersonPatterns,
) =>
  countAffectedRows(
    tx,
    sql`
    update airbnb_transactions
    set guest_name = null, description = regexp_replace(description, ${all}, '', 'gi'),
        reference = regexp_replace(reference, ${all}, '', 'gi')
    where workspace_id = ${scope.workspaceId}
      and ((coalesce(guest_name, '') || ' ' || coalesce(description, '') || ' ' || coalesce(reference, '')) ~* ${sure}
           or (coalesce(description, '') || ' ' || coalesce(reference, '')) ~* ${all} and confirmation_code in ${codesOf(scope, of)})`,
  )

export const eraseGuestPayments: GuestEraser = async (tx, scope, { records, patterns }) => {
  const ofStays = await eraseGuestTransactions(tx, scope, records)
  const mentions = patterns === null ? 0 : await eraseTransactionMentions(tx, scope, records, patterns)
  return { counts: { transactions: ofStays + mentions } }
}
