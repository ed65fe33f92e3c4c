import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface StayRow {
  id: string
  confirmation_code: string
  check_in: string
  check_out: string
  status: 'confirmed' | 'pending' | 'cancelled'
  source: string | null
  time_zone: string | null
}

/** Stays that may be running somewhere on earth, and those with one of these codes at any time. */
export async function staysToCompare(
  db: Queryable,
  child: Scope,
  { codes, from }: { codes: readonly string[]; from: string },
): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    select r.id, r.confirmation_code, r.check_in::text, r.check_out::text, r.status, r.source, l.time_zone
    from reservations r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    where r.workspace_id = ${child.workspaceId}
      and (r.check_out >= ${from}::date
           or upper(regexp_replace(r.confirmation_code, '[\\s-]+', '', 'g')) = any(${codes}::text[]))
    order by r.check_in, r.id`.execute(db)
  return rows
}
