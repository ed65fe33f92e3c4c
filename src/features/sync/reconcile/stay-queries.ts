import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { columnList } from '../../../records/column-queries.ts'
import { reservationColumns, type StoredReservation } from '../../../records/reservations/row.ts'
import type { StaySide } from './compare.ts'

/** Sources do not give these, or they are compared otherwise. */
const notCompared = new Set(['external_id', 'guest_id', 'account_id'])
const compared = Object.entries(reservationColumns).filter(([name]) => !notCompared.has(name))

/** PostgreSQL brings both sides into one form, so only content can differ. */
const asText: Record<string, (name: string) => string> = {
  timestamptz: (name) =>
    `to_char(${name}::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  numeric: (name) => `trim_scale(${name})::text`,
}

function side(table: 'r' | 't') {
  const members = compared.map(([name, type]) => {
    const value = asText[type]?.(`${table}."${name}"`) ?? `${table}."${name}"::text`
    return `'${name}', ${value}`
  })
  return sql.raw(`jsonb_build_object(${members.join(', ')})`)
}

export interface StoredSides {
  externalId: string
  theirs: StaySide
  ours: StaySide | null
  /** Null if it is not stored. */
  id: string | null
  guestId: string | null
}

/** `rows` are the vendor's stays as they would be stored. */
export async function storedSides(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly StoredReservation[],
): Promise<StoredSides[]> {
  if (rows.length === 0) return []
  const found = await sql<StoredSides>`
    select r.external_id as "externalId", ${side('r')} as theirs,
           case when t.id is not null then ${side('t')} end as ours, t.id, t.guest_id as "guestId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${columnList(reservationColumns)})
    left join reservations t on t.workspace_id = ${scope.workspaceId} and t.connection_id = ${connectionId}
      and t.external_id = r.external_id`.execute(db)
  return found.rows
}

/** Returns which of these are stored as bookings that are not over. */
export async function standingStays(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
  from: string,
): Promise<string[]> {
  if (externalIds.length === 0) return []
  const { rows } = await sql<{ external_id: string }>`
    select external_id from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[]) and status <> 'cancelled' and check_out >= ${from}
    order by external_id`.execute(db)
  return rows.map((row) => row.external_id)
}
