import type { LinkHealth } from '../../../contract/link-health.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { firstNightAt } from '../../../records/calendar/public.ts'
import type { Services } from '../../../services.ts'
import { linkHealthRows, type LinkHealthRow } from './health-queries.ts'
import type { ChannelLinkKey } from '../../../records/listings/listing-link-queries.ts'

export type LinkHealthLookup = (link: ChannelLinkKey) => LinkHealth

const nameOf = ({ connectionId, externalId }: ChannelLinkKey) => `${connectionId}:${externalId}`

/** Health of every link of these listings, on any channel. */
export async function linkHealth(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  listingIds: readonly string[],
): Promise<LinkHealthLookup> {
  const rows = await linkHealthRows(db, scope, listingIds, firstNightAt(clock.now()))
  const byName = new Map(rows.map((row) => [nameOf(row), toHealth(row)]))
  // A link mapped after this query has been written to never, so its state is unknown.
  return (link) => byName.get(nameOf(link)) ?? unknownHealth
}

const unknownHealth: LinkHealth = {
  state: 'sending',
  exposedNights: 0,
  differingNights: 0,
  since: null,
  error: null,
}

function toHealth(row: LinkHealthRow): LinkHealth {
  const { exposedNights, exposedSince, differingNights, differsSince, error } = row
  return {
    state: stateOf(row),
    exposedNights,
    differingNights,
    since: (exposedSince ?? differsSince)?.toISOString() ?? null,
    error,
  }
}

function stateOf({ isUp, sells, exposedNights, differingNights, error }: LinkHealthRow): LinkHealth['state'] {
  if (!isUp) return 'not_connected'
  if (!sells) return 'read_only'
  if (exposedNights > 0) return 'exposed'
  if (error !== null) return 'failing'
  return differingNights > 0 ? 'sending' : 'in_step'
}
