/** Parts shared by all section routes. */
import { Type } from 'typebox'
import type { ContentSection } from '../../../../contract/channel-content/sections.ts'
import { LinkFilter } from '../../../../contract/channel-content/written.ts'
import type { DataFreshness } from '../../../../contract/freshness.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { DryRun } from '../../../dry-run.ts'
import { writeErrors } from '../errors.ts'
import { findLink, type AirbnbLink } from './find-link.ts'
import { sectionsFreshness, readSectionLive, readSection, type SectionReading } from './read-section.ts'

export const tag = 'Airbnb'
export const at = (section: string) => `/v1/channels/airbnb/listings/:id/${section}`

export const LinkQuery = Type.Object({ airbnbConnectionId: LinkFilter }, { additionalProperties: false })
export const WriteQuery = Type.Object(
  { ...DryRun.properties, ...LinkQuery.properties },
  { additionalProperties: false },
)

/** Errors of a section never read before. */
export const readErrors = [
  'airbnb_link_missing',
  'no_connection',
  'connection_reauth_required',
  'channel_not_supported',
  'airbnb_rejected',
  'airbnb_rate_limited',
  'airbnb_error',
] as const

export const changeErrors = [
  ...writeErrors.filter((code) => code !== 'listing_inactive'),
  'airbnb_link_missing',
  'listing_not_api_connected',
  'channel_not_supported',
] as const

interface SectionReadCall {
  services: Services
  scope: Scope
  params: { id: string }
  query: { airbnbConnectionId?: string }
}

/** A section of the requested Airbnb listing, with its age. */
export async function readSectionOf<S extends ContentSection>(
  { services, scope, params, query }: SectionReadCall,
  section: S,
  { isLive = false }: { isLive?: boolean } = {},
): Promise<SectionReading<S> & { link: AirbnbLink; dataFreshness: DataFreshness }> {
  const link = await findLink(services, scope, params.id, query.airbnbConnectionId)
  const read = await (isLive ? readSectionLive : readSection)(services, scope, link, section)
  return { ...read, link, dataFreshness: sectionsFreshness(services, scope, [{ link, readAt: read.readAt }]) }
}

/** The request of a section write. */
export const toSectionChange = <C>(
  context: { params: { id: string }; query: { airbnbConnectionId?: string; dry_run?: boolean } },
  change: C,
) => ({
  listingId: context.params.id,
  named: context.query.airbnbConnectionId,
  change,
  dryRun: context.query.dry_run === true,
})
