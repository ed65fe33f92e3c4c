/** Where a listing is on channels, as events and histories show it. */
import { sql, type RawBuilder } from 'kysely'

export interface ShownChannel {
  platform: string
  externalId: string
  active: boolean
  syncEnabled: boolean
  syncCategory: string | null
}

/** Of a row of `listings` under this name. */
export const channelsOf = (listing: string): RawBuilder<ShownChannel[]> => sql<ShownChannel[]>`
  (select coalesce(jsonb_agg(jsonb_build_object('platform', sold.platform, 'externalId', sold.external_id,
            'active', sold.active, 'syncEnabled', sold.sync_enabled, 'syncCategory', sold.sync_category)
          order by sold.platform, sold.external_id), '[]')
   from channel_links sold
   where sold.workspace_id = ${sql.ref(`${listing}.workspace_id`)} and sold.listing_id = ${sql.ref(`${listing}.id`)})`
