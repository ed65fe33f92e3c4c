import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { contactsTold, type ToldContact } from './beyond-sql.ts'

/** Adds preferences that bookings do not contain; known values are never cleared. */
export async function updatePreferences(
  tx: Queryable,
  scope: Scope,
  id: string,
  { currency, isBusinessTraveler }: { currency: string | null; isBusinessTraveler: boolean },
): Promise<void> {
  await sql`
    update guests
    set currency = coalesce(currency, ${currency}),
        is_business_traveler = is_business_traveler or ${isBusinessTraveler}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
}

/** Links a guest without a PMS to this one. */
export async function updateGuestPms(
  tx: Queryable,
  scope: Scope,
  id: string,
  { connectionId, externalId }: { connectionId: string; externalId: string },
): Promise<void> {
  await sql`
    update guests g set connection_id = ${connectionId}, external_id = ${externalId}
    where g.workspace_id = ${scope.workspaceId} and g.id = ${id} and g.connection_id is null
      and not exists (select from guests o where o.workspace_id = g.workspace_id
                      and o.connection_id = ${connectionId} and o.external_id = ${externalId})`.execute(tx)
}

export interface UpdatedGuestFields {
  first_name: string | null
  last_name: string | null
  language: string | null
  updated_at: Date
  contacts: ToldContact[]
}

/** Keeps fields that are not given. Returns undefined when the guest is gone or forgotten. */
export async function updateGuestFields(
  tx: Queryable,
  scope: Scope,
  id: string,
  given: { firstName?: string | undefined; lastName?: string | undefined; language?: string | undefined },
  at: Date,
): Promise<UpdatedGuestFields | undefined> {
  const { firstName, lastName, language } = given
  const { rows } = await sql<UpdatedGuestFields>`
    with changed as (
      update guests
      set first_name = coalesce(${firstName}::text, first_name), last_name = coalesce(${lastName}::text, last_name),
          language = coalesce(${language}::text, language), updated_at = ${at}
      where workspace_id = ${scope.workspaceId} and id = ${id} and forgotten_at is null
      returning id, first_name, last_name, language, updated_at
    )
    select first_name, last_name, language, updated_at, ${contactsTold(scope)} as contacts
    from changed as guests ${prepared}`.execute(tx)
  return rows[0]
}
