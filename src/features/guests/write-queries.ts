import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import { isTold } from '../../records/guests/beyond-sql.ts'
import type { RelayAccount } from '../../upstream/acts/public.ts'

export interface WrittenGuest {
  id: string
  connection_id: string | null
  external_id: string | null
  first_name: string | null
  last_name: string | null
  language: string | null
  currency: string | null
  is_business_traveler: boolean
  created_at: Date
  updated_at: Date
  forgotten_at: Date | null
  contacts: { type: 'email' | 'phone'; value: string; isPrimary: boolean }[]
}

export async function writtenGuest(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<WrittenGuest | undefined> {
  const { rows } = await sql<WrittenGuest>`
    select id, connection_id, external_id, first_name, last_name, language, currency, is_business_traveler, created_at,
           updated_at, forgotten_at, coalesce((
             select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value, 'isPrimary', c.is_primary)
                              order by c.is_primary desc, c.type, c.created_at, c.value)
             from guest_contacts c
             where c.workspace_id = guests.workspace_id and c.guest_id = guests.id and ${isTold(scope, 'c')}), '[]') as contacts
    from guests where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
  return rows[0]
}

export async function pmsConnections(db: Queryable, scope: Scope, provider: string): Promise<RelayAccount[]> {
  const { rows } = await sql<RelayAccount>`
    select id as "connectionId", provider, status from connections
    where ${inScope(scope, 'connections')} and provider = ${provider} and status <> 'disconnected'
    order by id`.execute(db)
  return rows
}

/** The PMS account that knows the guest. */
export async function guestConnection(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<RelayAccount | undefined> {
  const { rows } = await sql<RelayAccount>`
    select id as "connectionId", provider, status from connections
    where ${inScope(scope, 'connections')} and id = ${id}`.execute(db)
  return rows[0]
}
