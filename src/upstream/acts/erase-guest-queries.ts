import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { PersonPatterns } from '../../records/guests/erase.ts'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'
import type { GuestRecordIds } from '../../records/guests/forget-queries.ts'

/** An act still under way needs its request. */
export const eraseActs = (tx: Queryable, scope: Scope, of: GuestRecordIds, { sure, all }: PersonPatterns) =>
  countAffectedRows(
    tx,
    sql`
    update vendor_acts
    set request = null, result = without_matches(result, ${all})
    where workspace_id = ${scope.workspaceId} and state in ('done', 'refused', 'absent')
      and (request is not null or result::text ~* ${all})
      and (reservation_id = any(${of.reservations}::bigint[]) or request::text ~* ${sure} or result::text ~* ${sure})`,
  )
