import { sql } from 'kysely'
import type { ListingKeeper } from '../../records/listings/keeper.ts'
import { keeperOf } from '../../records/listings/keeper-sql.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { OwnValues } from '../../records/listings/own-values.ts'
import type { OwnFields } from '../../records/listings/own-values.ts'
import type { ContentValues } from '../../records/listings/content-columns.ts'

export interface ContentRow extends ContentValues {
  keeper: ListingKeeper
  time_zone: string | null
  own_values: OwnValues
}

/** Locks the row until the transaction ends. */
export async function lockContent(tx: Queryable, scope: Scope, id: string): Promise<ContentRow | undefined> {
  await sql`
    select id from listings where ${inScope(scope, 'listings')} and id = ${id} for no key update`.execute(tx)
  return contentRow(tx, scope, id)
}

export async function contentRow(db: Queryable, scope: Scope, id: string): Promise<ContentRow | undefined> {
  const { rows } = await sql<ContentRow>`
    select l.public_name, l.street, l.city, l.state, l.postal_code, l.country_code, l.latitude, l.longitude, l.currency,
           l.default_nightly_price, l.thumbnail_url, l.amenities, l.photos, l.rooms, l.checkout_tasks, l.content, l.details,
           l.pricing, l.policies, l.time_zone, l.own_values, ${keeperOf('l', scope)} as keeper
    from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = ${id}`.execute(db)
  return rows[0]
}

export async function listingText(
  db: Queryable,
  scope: Scope,
  listingId: string,
  locale: string,
): Promise<OwnFields | null> {
  const { rows } = await sql<{ content: OwnFields }>`
    select content from listing_texts
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and locale = ${locale}`.execute(
    db,
  )
  return rows[0]?.content ?? null
}

export async function storeListingText(
  db: Queryable,
  scope: Scope,
  { listingId, locale, content, at }: { listingId: string; locale: string; content: OwnFields; at: Date },
): Promise<void> {
  await sql`
    insert into listing_texts (workspace_id, listing_id, locale, content, updated_at)
    values (${scope.workspaceId}, ${listingId}, ${locale}, ${JSON.stringify(content)}::jsonb, ${at})
    on conflict (workspace_id, listing_id, locale) do update
      set content = excluded.content, updated_at = excluded.updated_at`.execute(db)
}
