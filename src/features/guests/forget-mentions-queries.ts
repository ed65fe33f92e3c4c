/** Erases a guest from rows that mention them: an address, a number, a name or a stay's code identifies them. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { PersonPatterns } from '../../records/guests/erase.ts'
import { countErased, type GuestRecordIds } from './forget-queries.ts'

/** An act still under way needs its request. */
export const eraseActs = (tx: Queryable, scope: Scope, of: GuestRecordIds, { sure, all }: PersonPatterns) =>
  countErased(
    tx,
    sql`
    update vendor_acts
    set request = null, result = without_matches(result, ${all})
    where workspace_id = ${scope.workspaceId} and state in ('done', 'refused', 'absent')
      and (request is not null or result::text ~* ${all})
      and (reservation_id = any(${of.reservations}::bigint[]) or request::text ~* ${sure} or result::text ~* ${sure})`,
  )

export const eraseFailures = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countErased(
    tx,
    sql`
    update sync_failures
    set message = regexp_replace(message, ${all}, '', 'gi'), excerpt = regexp_replace(excerpt, ${all}, '', 'gi')
    where workspace_id = ${scope.workspaceId} and (message ~* ${sure} or excerpt ~* ${sure})`,
  )

export const eraseRunErrors = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countErased(
    tx,
    sql`
    update sync_runs set errors = without_matches(errors, ${all})
    where workspace_id = ${scope.workspaceId} and errors <> '[]' and errors::text ~* ${sure}`,
  )

const codesOf = (scope: Scope, { reservations }: GuestRecordIds) => sql`(
  select r.confirmation_code from reservations r
  where r.workspace_id = ${scope.workspaceId} and r.id = any(${reservations}::bigint[]))`

/** Payments for the guest's stays, without the name. */
export const eraseGuestTransactions = (tx: Queryable, scope: Scope, of: GuestRecordIds) =>
  countErased(
    tx,
    sql`
    update airbnb_transactions set guest_name = null
    where workspace_id = ${scope.workspaceId} and guest_name is not null and confirmation_code in ${codesOf(scope, of)}`,
  )

/** Payment lines of no known stay, and free texts of lines. */
export const eraseTransactionMentions = (
  tx: Queryable,
  scope: Scope,
  of: GuestRecordIds,
  { sure, all }: PersonPatterns,
) =>
  countErased(
    tx,
    sql`
    update airbnb_transactions
    set guest_name = null, description = regexp_replace(description, ${all}, '', 'gi'),
        reference = regexp_replace(reference, ${all}, '', 'gi')
    where workspace_id = ${scope.workspaceId}
      and (concat_ws(' ', guest_name, description, reference) ~* ${sure}
           or concat_ws(' ', description, reference) ~* ${all} and confirmation_code in ${codesOf(scope, of)})`,
  )

/** Erases names that a reconciliation recorded as a difference. */
export const eraseProofMentions = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countErased(
    tx,
    sql`
    update reconciliations set differences = without_matches(differences, ${all})
    where workspace_id = ${scope.workspaceId} and differences <> '[]' and differences::text ~* ${sure}`,
  )

export const eraseSandboxMentions = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countErased(
    tx,
    sql`
    update made_up_records set record = without_matches(record, ${all})
    where workspace_id = ${scope.workspaceId} and record::text ~* ${sure}`,
  )

export const eraseImportMentions = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countErased(
    tx,
    sql`
    update imported_ids set later = without_matches(later, ${all})
    where workspace_id = ${scope.workspaceId} and later::text ~* ${sure}`,
  )

/** Erases sure mentions everywhere, and a bare name only from the day before the guest's stays to their check-out. */
export const eraseNotes = (tx: Queryable, scope: Scope, of: GuestRecordIds, { sure, all }: PersonPatterns) =>
  countErased(
    tx,
    sql`
    update calendar_days d set note = nullif(btrim(regexp_replace(d.note, ${all}, '', 'gi')), '')
    where d.workspace_id = ${scope.workspaceId} and d.note is not null
      and (d.note ~* ${sure}
           or d.note ~* ${all} and exists (
             select from reservations r
             where r.workspace_id = d.workspace_id and r.id = any(${of.reservations}::bigint[]) and r.listing_id = d.listing_id
               and d.date between r.check_in - 1 and r.check_out))`,
  )
