import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

/** Whether the listing shows a picture at the address, here or as Airbnb was read last. */
export async function hasListingPicture(
  db: Queryable,
  scope: Scope,
  { listingId, url }: { listingId: string; url: string },
): Promise<boolean> {
  const photo = (name: string) => sql`${JSON.stringify([{ [name]: url }])}::jsonb`
  const { rows } = await sql`
    select 1 from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}::bigint
      and (l.thumbnail_url = ${url} or l.photos @> ${photo('url')} or l.photos @> ${photo('thumbnailUrl')}
        or exists (
          select from listing_links k
          join channel_content c on c.workspace_id = k.workspace_id and c.connection_id = k.connection_id
            and c.external_id = k.external_id and c.section = 'photos'
          where k.workspace_id = ${scope.workspaceId} and k.listing_id = l.id and c.content @> ${photo('url')}))`.execute(
    db,
  )
  return rows.length > 0
}
