/** A listing with all its channel links, to show how far publishing got. */
import { sql } from 'kysely'
import { isoText } from '../../../../platform/iso-text-sql.ts'
import { inScope, type Queryable, type Scope } from '../../../../platform/tenant.ts'
import { syncCategoryOf } from '../../../../records/listings/sync-category.ts'

/** A stored section of a channel listing, or a note beside them. */
export interface StoredSectionRow {
  section: string
  content: unknown
  readAt: string | null
  heldUntil: string | null
  lockedFields: string[]
}

export interface ChannelStatusRow {
  channel: string
  platformId: string
  /** null: a PMS distributes there, or the account is gone. */
  connectionId: string | null
  /** Status of the account. */
  status: string | null
  sells: boolean
  /** Whether changes made there by hand are overwritten; null: our calendar is not written there. */
  mendsDrift: boolean | null
  /** Airbnb keeps this listing. */
  keeps: boolean
  /** null: the channel did not say. */
  active: boolean | null
  syncCategory: string | null
  since: Date | null
  kept: StoredSectionRow[]
}

export interface AddressRow {
  street: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  countryCode: string | null
}

export async function addressOf(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<AddressRow | undefined> {
  const { rows } = await sql<AddressRow>`
    select l.street, l.city, l.state, l.postal_code as "postalCode", l.country_code as "countryCode"
    from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}`.execute(db)
  return rows[0]
}

/** `channels`: ids of providers that are channels. */
export async function channelRowsOf(
  db: Queryable,
  scope: Scope,
  listingId: string,
  channels: readonly string[],
): Promise<ChannelStatusRow[]> {
  const { rows } = await sql<ChannelStatusRow>`
    with direct as (
      select n.provider, k.connection_id, k.external_id, k.created_at, n.status,
             s.external_id is not null as sells, s.mends_drift,
             exists (select from listings l where l.workspace_id = ${scope.workspaceId} and l.id = k.listing_id
                     and l.connection_id = k.connection_id and l.external_id = k.external_id) as keeps,
             (select coalesce(jsonb_agg(jsonb_build_object('section', p.section, 'content', p.content,
                       'readAt', ${sql.raw(isoText('p.read_at'))}, 'heldUntil', ${sql.raw(isoText('p.held_until'))},
                       'lockedFields', p.locked_fields) order by p.section), '[]')
              from channel_content p
              where p.workspace_id = ${scope.workspaceId} and p.connection_id = k.connection_id
                and p.external_id = k.external_id) as kept
      from listing_links k
      join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
      left join selling_links s on s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
        and s.external_id = k.external_id
      where k.workspace_id = ${scope.workspaceId} and k.listing_id = ${listingId}
        and n.provider = any(${[...channels]}::text[])
    ), shown as (
      select c.platform, c.external_id, c.active, ${syncCategoryOf('c')} as sync_category, c.created_at
      from channel_links c where c.workspace_id = ${scope.workspaceId} and c.listing_id = ${listingId}
    )
    select coalesce(d.provider, s.platform) as channel, coalesce(d.external_id, s.external_id) as "platformId",
           d.connection_id as "connectionId", d.status, coalesce(d.sells, false) as sells, d.mends_drift as "mendsDrift",
           coalesce(d.keeps, false) as keeps, s.active, s.sync_category as "syncCategory",
           coalesce(d.created_at, s.created_at) as since, coalesce(d.kept, '[]') as kept
    from direct d full join shown s on s.platform = d.provider and s.external_id = d.external_id
    order by 1, d.connection_id, 2`.execute(db)
  return rows
}
