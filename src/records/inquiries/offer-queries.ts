/** Special offers: the nights and the price that an inquiry was offered. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'

export interface NewOffer {
  connectionId: string
  externalId: string
  conversationId: string
  inquiryId: string
  listingId: string | null
  channel: string
  checkIn: string | null
  checkOut: string | null
  guests: object | null
  price: StoredPrice
  currency: string | null
  message: string | null
  expiresAt: string | null
}

/** Returns the offer's id, also when it was stored before. */
export async function insertOffer(
  tx: Queryable,
  scope: Scope,
  id: string,
  offer: NewOffer,
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into special_offers as o (workspace_id, id, connection_id, external_id, conversation_id, inquiry_id, listing_id,
      channel, status, check_in, check_out, guests, price, currency, message, expires_at, created_at, updated_at)
    values (${scope.workspaceId}, ${id}, ${offer.connectionId}, ${offer.externalId}, ${offer.conversationId},
            ${offer.inquiryId}, ${offer.listingId}, ${offer.channel}, 'active', ${offer.checkIn}, ${offer.checkOut},
            ${offer.guests === null ? null : JSON.stringify(offer.guests)}::jsonb, ${JSON.stringify(offer.price)}::jsonb,
            ${offer.currency}, ${offer.message}, ${offer.expiresAt}, ${at}, ${at})
    on conflict (workspace_id, connection_id, external_id) do update set updated_at = o.updated_at
      where o.conversation_id = excluded.conversation_id
    returning o.id`.execute(tx)
  const [row] = rows
  if (row) return row.id
  await clearReusedVendorId(tx, scope, offer)
  return insertOffer(tx, scope, id, offer, at)
}

/** A provider that reuses an id means the newer offer; the older one loses its vendor id. */
async function clearReusedVendorId(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: Pick<NewOffer, 'connectionId' | 'externalId'>,
): Promise<void> {
  await sql`
    update special_offers set external_id = external_id || ' of ' || id
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    tx,
  )
}

export async function withdrawOffer(tx: Queryable, scope: Scope, id: string, at: Date): Promise<void> {
  await sql`
    update special_offers set status = 'withdrawn', updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and status = 'active'`.execute(tx)
}

/** Replaces other standing offers of the inquiry. */
export async function replaceOffers(
  tx: Queryable,
  scope: Scope,
  offer: { id: string; inquiryId: string },
  at: Date,
): Promise<void> {
  await sql`
    update special_offers set status = 'withdrawn', updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and inquiry_id = ${offer.inquiryId} and id <> ${offer.id}
      and status = 'active'`.execute(tx)
}

export const eraseOffers = (tx: Queryable, scope: Scope, conversationIds: readonly string[]) =>
  countAffectedRows(
    tx,
    sql`
    update special_offers set message = null
    where workspace_id = ${scope.workspaceId} and conversation_id = any(${conversationIds}::bigint[])
      and message is not null`,
  )

export interface StoredPrice {
  totalPrice?: string
  rentalAmount?: string
  fees?: { type: string; value: string }[]
  damageDeposit?: string
}
