/** Erases a guest from the history of records. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'
import type { GuestRecordIds } from './forget-queries.ts'

/** Runs after everything that writes history. The fact of a change stays; the earlier values are erased. */
export const eraseHistory = (tx: Queryable, scope: Scope, guestId: string, of: GuestRecordIds) =>
  countAffectedRows(
    tx,
    sql`
    update record_history
    set previous = case when record_type = 'reservation'
                        then previous - array['primaryGuest', 'guestName', 'guestDetails', 'statusDetail']
                        when record_type = 'conversation' then previous - 'subject' else '{}' end
    where workspace_id = ${scope.workspaceId} and previous <> '{}'
      and (record_type = 'guest' and record_id = ${guestId}
           or record_type = 'reservation' and record_id = any(${of.reservations}::bigint[])
              and previous ?| array['primaryGuest', 'guestName', 'guestDetails', 'statusDetail']
           or record_type = 'conversation' and record_id = any(${of.conversations}::bigint[]) and previous ? 'subject')`,
  )

/**
 * The same for stays that now belong to another guest, up to the change that reassigned them. Erased values
 * read as null, because the next guest's changes remain.
 */
export const eraseLostHistory = (tx: Queryable, scope: Scope, lost: GuestRecordIds['lost']) =>
  countAffectedRows(
    tx,
    sql`
    update record_history h
    set previous = previous
      || case when previous ? 'primaryGuest' then '{"primaryGuest": null}' else '{}' end::jsonb
      || case when previous ? 'guestName' then '{"guestName": null}' else '{}' end::jsonb
      || case when previous ? 'guestDetails' then '{"guestDetails": null}' else '{}' end::jsonb
    from jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) as l (id bigint, revision int)
    where h.workspace_id = ${scope.workspaceId} and h.record_type = 'reservation' and h.record_id = l.id
      and h.revision <= l.revision and previous ?| array['primaryGuest', 'guestName', 'guestDetails']`,
  )

/** Erases the snapshots stored beside the history. */
export const erasePastRecords = (tx: Queryable, scope: Scope, guestId: string, of: GuestRecordIds) =>
  countAffectedRows(
    tx,
    sql`
    update past_parts
    set was = case
      when record_type = 'guest' then '[]'
      when record_type = 'conversation' then was || '{"lastMessagePreview": null}'
      else jsonb_set(was, '{doc}', (was -> 'doc') - array['primaryGuest', 'guestName', 'guestDetails'])
        || '{"statusDetail": null}' end
    where workspace_id = ${scope.workspaceId}
      and (record_type = 'guest' and record_id = ${guestId} and was <> '[]'
           or record_type = 'conversation' and record_id = any(${of.conversations}::bigint[])
              and was ->> 'lastMessagePreview' is not null
           or record_type = 'reservation' and was ? 'doc'
              and (record_id = any(${of.reservations}::bigint[]) or was ->> 'guestId' = ${guestId}))`,
  )
