/**
 * A guest may be known to other accounts too. A narrowed caller then sees only what its own bookings show: name,
 * language, picture and the contacts in use. Anything else may have been learned elsewhere.
 */
import { sql, type RawBuilder } from 'kysely'
import { inScope, isNarrowed, type Scope } from '../../platform/tenant.ts'

/** Fields of such a guest's history that a narrowed caller may see. */
export const shownByBookings = ['firstName', 'lastName', 'avatarUrl', 'language'] as const

const elsewhere = (
  scope: Scope,
  table: 'reservations' | 'conversations',
  guestId: RawBuilder<unknown>,
) => sql`exists (
  select from ${sql.table(table)} other
  where other.workspace_id = ${scope.workspaceId}::bigint and other.guest_id = ${guestId}
    and (${inScope(scope, table, 'other')}) is not true)`

const ofAnotherAccount = ({ workspaceId, connectionIds }: Scope, guestId: RawBuilder<unknown>) =>
  connectionIds === undefined
    ? sql`false`
    : sql`exists (
  select from guests known
  where known.workspace_id = ${workspaceId}::bigint and known.id = ${guestId}
    and known.connection_id <> all(${[...connectionIds]}::bigint[]))`

/** True if something of the guest lies outside the caller's scope. */
export function isBeyond(scope: Scope, guestId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!isNarrowed(scope)) return sql<boolean>`false`
  return sql<boolean>`(${elsewhere(scope, 'reservations', guestId)} or ${elsewhere(scope, 'conversations', guestId)}
    or ${ofAnotherAccount(scope, guestId)})`
}

/** True for rows of `guest_contacts` that the caller may see. */
export function isTold(scope: Scope, alias: string): RawBuilder<boolean> {
  if (!isNarrowed(scope)) return sql<boolean>`true`
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('value')} = (
      select used.value from guest_contacts used
      where used.workspace_id = ${scope.workspaceId}::bigint and used.guest_id = ${column('guest_id')}
        and used.type = ${column('type')}
      order by used.is_primary desc, used.created_at, used.value limit 1)
    or not ${isBeyond(scope, column('guest_id'))})`
}

export interface ToldContact {
  type: 'email' | 'phone'
  value: string
  isPrimary: boolean
}

/** Selects the contacts of a row of `guests` that the caller may see. */
export const contactsTold = (scope: Scope): RawBuilder<ToldContact[]> => sql<ToldContact[]>`coalesce((
  select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value, 'isPrimary', c.is_primary)
                   order by c.is_primary desc, c.type, c.created_at, c.value)
  from guest_contacts c
  where c.workspace_id = ${scope.workspaceId}::bigint and c.guest_id = guests.id and ${isTold(scope, 'c')}), '[]')`
