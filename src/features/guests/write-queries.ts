import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { from, inScope, isNarrowed, type Queryable, type Scope } from '../../platform/tenant.ts'
import { contactsTold, type ToldContact } from '../../records/guests/beyond-sql.ts'
import type { RelayAccount } from '../../upstream/acts/public.ts'
import { isGuestVisible } from './queries.ts'

export type GuestBeforeWrite = NonNullable<Awaited<ReturnType<typeof guestBeforeWrite>>>

/** Returns what decides whether and where the guest may be changed. */
export async function guestBeforeWrite(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'guests')
    .select(['connection_id', 'external_id', 'updated_at', 'forgotten_at'])
    .select(isGuestVisible(scope).as('visible'))
    .where('guests.id', '=', id)
    .$if(!isNarrowed(scope), (one) => one.modifyEnd(prepared))
    .executeTakeFirst()
}

export interface WrittenGuest {
  id: string
  first_name: string | null
  last_name: string | null
  language: string | null
  currency: string | null
  is_business_traveler: boolean
  created_at: Date
  contacts: ToldContact[]
}

export async function writtenGuest(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<WrittenGuest | undefined> {
  const { rows } = await sql<WrittenGuest>`
    select id, first_name, last_name, language, currency, is_business_traveler, created_at, ${contactsTold(scope)} as contacts
    from guests where workspace_id = ${scope.workspaceId} and id = ${id} ${prepared}`.execute(db)
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
