/** A listing's known content, for sending it to Airbnb. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../../platform/tenant.ts'
import type { AirbnbLinkKey } from '../content/queries.ts'

/** Fields of a JSON column, of which none is guaranteed. */
export type StoredJson = Readonly<Record<string, unknown>>

export interface PublishableListing {
  name: string
  publicName: string | null
  currency: string | null
  content: StoredJson | null
  details: StoredJson | null
  pricing: StoredJson
  policies: StoredJson
  amenities: readonly StoredJson[]
  rooms: readonly StoredJson[]
  photos: readonly StoredJson[]
  checkoutTasks: readonly StoredJson[]
  /** Texts in languages other than English. */
  texts: readonly { locale: string; content: StoredJson }[]
}

export async function publishableListing(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<PublishableListing | undefined> {
  const { rows } = await sql<PublishableListing>`
    select l.name, l.public_name as "publicName", l.currency, l.content, l.details, l.pricing, l.policies, l.amenities,
           l.rooms, l.photos, l.checkout_tasks as "checkoutTasks",
           (select coalesce(jsonb_agg(jsonb_build_object('locale', t.locale, 'content', t.content) order by t.locale), '[]')
            from listing_texts t where t.workspace_id = ${scope.workspaceId} and t.listing_id = l.id) as texts
    from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}`.execute(db)
  return rows[0]
}

/** A note stored beside the link's sections. */
export async function storedNote<N>(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: AirbnbLinkKey,
  name: string,
): Promise<N | null> {
  const { rows } = await sql<{ content: N | null }>`
    select content from channel_content
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}
      and section = ${name}`.execute(db)
  return rows[0]?.content ?? null
}
