/** Checks whether nights of these listings may be set: all or none. Pure. */
import type { CalendarWrites } from '../../../connector-kit/calendar-write-operations.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { PushedSettings } from '../selling/push-queries.ts'
import { listingInactive } from '../../../records/listings/active.ts'
import type { ConnectionKeeper } from '../../../records/listings/keeper.ts'
import { notApiConnected } from '../../../records/listings/sync-category.ts'
import type { Services } from '../../../services.ts'
import { needsOwner, reauthRequired, unsupportedWrite } from '../../../upstream/errors.ts'
import { insufficientAccess, missingAccess } from '../../../upstream/granted.ts'
import type { WrittenListing } from './write-queries.ts'

type PolicySwitch = 'availability' | 'rates' | 'restrictions'

/** The write-policy switch a setting needs, and the connector field it maps to. */
const settingParts: Record<
  keyof PushedSettings,
  { policy: PolicySwitch; field: keyof CalendarWrites['fields'] }
> = {
  available: { policy: 'availability', field: 'available' },
  price: { policy: 'rates', field: 'price' },
  minNights: { policy: 'restrictions', field: 'minNights' },
  maxNights: { policy: 'restrictions', field: 'maxNights' },
}

export interface NightWriteRequest {
  ids: readonly string[]
  listings: readonly WrittenListing[]
  settings: PushedSettings
  connectors: Services['connectors']
  /** Body field that holds the ids; the path when left out. */
  field: string | undefined
}

export function assertWritable({ ids, listings, settings, connectors, field }: NightWriteRequest): void {
  const found = new Set(listings.map(({ id }) => id))
  const foreign = ids.filter((id) => !found.has(id))
  if (foreign.length > 0) {
    throw new ApiError(
      'not_found',
      `No property ${foreign.join(', ')} in this workspace; nothing was changed.`,
      {
        field: field ?? 'propertyId',
        value_received: field === undefined ? foreign[0] : foreign,
        ...(field === undefined ? {} : { listing_ids: foreign }),
      },
    )
  }
  const inactive = listings.filter(({ active }) => !active)
  if (inactive.length > 0) throw listingInactive(inactive)
  for (const listing of listings) {
    if (listing.keeper.kind === 'connection') assertSendable(listing, listing.keeper, settings, connectors)
  }
}

function assertSendable(
  listing: WrittenListing,
  { provider, externalId, status, writePolicy, granted }: ConnectionKeeper,
  settings: PushedSettings,
  connectors: Services['connectors'],
): void {
  if (needsOwner(status)) throw reauthRequired(provider)
  if (status !== 'active' || listing.archived_at !== null) {
    throw new ApiError(
      'no_connection',
      `Listing ${listing.id} is kept in ${provider}, which is not connected; nothing was changed.`,
      { provider, reconnect: { method: 'POST', path: `/v1/connect/${provider}/credentials` } },
      { statusCase: 'listing_write' },
    )
  }
  const wanted = Object.keys(settings) as (keyof PushedSettings)[]
  const fields = connectors[provider]?.operations.calendarWrites?.fields
  const untaken = wanted.filter((name) => !fields?.[settingParts[name].field])
  if (untaken.length > 0) {
    throw unsupportedWrite(
      provider,
      `${provider} takes no ${untaken.join(', ')} for nights through its API; nothing was changed.`,
      untaken,
    )
  }
  const lacking = missingAccess(connectors[provider], granted, 'listings')
  if (lacking) throw insufficientAccess(lacking)
  if (provider === 'airbnb' && listing.sync_category === 'none')
    throw notApiConnected({ listingId: listing.id, externalId }, listing.sync_category)
  const forbidden = wanted.filter((name) => !writePolicy.calendar[settingParts[name].policy])
  const [first] = forbidden
  if (first !== undefined) {
    const needed = `calendar.${settingParts[first].policy}`
    throw new ApiError(
      'pms_writes_off',
      `The write policy of ${provider} has \`${needed}\` switched off, so \`${first}\` is not sent; nothing was changed.`,
      { provider, field: first },
    )
  }
}
