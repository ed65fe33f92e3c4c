/** Events and histories show a listing's channels in this form. */
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../platform/tenant.ts'

export interface ShownChannel {
  platform: string
  externalId: string
  active: boolean
  syncEnabled: boolean
  syncCategory: string | null
}

/** `listing` is the name that the query gives the table `listings`. */
export const channelsOf = (listing: string, { workspaceId }: Scope): RawBuilder<ShownChannel[]> => sql<
  ShownChannel[]
>`
  (select coalesce(jsonb_agg(jsonb_build_object('platform', sold.platform, 'externalId', sold.external_id,
            'active', sold.active, 'syncEnabled', sold.sync_enabled, 'syncCategory', sold.sync_category)
          order by sold.platform, sold.external_id), '[]')
   from channel_links sold
   where sold.workspace_id = ${workspaceId}::bigint and sold.listing_id = ${sql.ref(`${listing}.id`)})`
