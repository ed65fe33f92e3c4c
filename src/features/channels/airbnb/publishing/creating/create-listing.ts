/** Creates an Airbnb listing for a listing without one at this host; all obstacles are checked before anything is sent. */
import type { PublishResult } from '../../../../../contract/channel-content/publishing.ts'
import { ApiError } from '../../../../../platform/api-error.ts'
import type { WritePolicy } from '../../../../../contract/connection.ts'
import type { ConnectionRow } from '../../../../accounts/public.ts'
import type { RouteWriteContext } from '../../../../route.ts'
import { assertSellableAnew } from '../../../../calendar/public.ts'
import { provider } from '../../accounts.ts'
import { openHostAccess } from '../../content/host-access.ts'
import { planPublication, type PublishPlan } from '../plan-publication.ts'
import { mapPlannedSections } from '../planned-sections.ts'
import { publishableListing, type PublishableListing } from '../queries.ts'
import { createListingOnce, findCreator } from './create-listing-once.ts'
import { creatableListing, type CreatableListing } from './queries.ts'
import { createHash } from 'node:crypto'
import type { NewChannelListing } from '../../../../../connector-kit/listing-creation-operations.ts'
import { toReadiness } from '../publish-status.ts'

// A new Airbnb listing as it is asked for: what has to be known at once. Everything else is sent afterwards. Pure.

/** Includes workspace and creation time, because ids are counted per server. */
function markerOf(workspaceId: string, listingId: string, createdAt: Date): string {
  const whose = [workspaceId, listingId, createdAt.toISOString()].join(' ')
  return `lodgewire-${createHash('sha256').update(whose).digest('hex').slice(0, 20)}`
}

const [shortestName, longestName] = [8, 255]

const words: Record<string, string> = { postalCode: 'postal code', countryCode: 'country' }

/** Names of fields that must be set here first. */
function findMissing(listing: CreatableListing): string[] {
  const { name, countryCode } = listing
  const fits = name.length >= shortestName && name.length <= longestName
  const missing = [...toReadiness(listing).missing, ...(countryCode === null ? ['countryCode'] : [])]
  return [
    ...(fits ? [] : [`name of ${shortestName} to ${longestName} signs`]),
    ...missing.map((part) => words[part] ?? part),
  ]
}

const withinRange = (value: unknown, least: number, most: number): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= least && number <= most ? number : null
}
const wholeWithinRange = (value: unknown, least: number, most: number): number | null => {
  const number = withinRange(value, least, most)
  return number !== null && Number.isInteger(number) ? number : null
}

/** The listing must have all required fields. */
function toListingDraft(
  listing: CreatableListing,
  { details: planned }: Pick<PublishPlan, 'details'>,
  marker: string,
): NewChannelListing {
  const { name, street, city, state, postalCode, countryCode, latitude, longitude, units } = listing
  const details = listing.details ?? {}
  const bathrooms = withinRange(details['bathrooms'], 0, 50)
  return {
    ...{ marker, name, street: street ?? '', city: city ?? '', state, postalCode },
    ...{ countryCode: countryCode ?? '', latitude, longitude, units: Math.max(1, units) },
    propertyTypeGroup: planned?.property_type_group ?? null,
    propertyTypeCategory: planned?.property_type_category ?? null,
    roomTypeCategory: planned?.room_type_category ?? null,
    bedrooms: wholeWithinRange(details['bedrooms'], 0, 50),
    beds: wholeWithinRange(details['beds'], 0, 50),
    bathrooms: bathrooms !== null && Number.isInteger(bathrooms * 2) ? bathrooms : null,
    personCapacity: wholeWithinRange(details['personCapacity'], 1, 99),
  }
}

interface AirbnbListingCreation {
  listingId: string
  host: ConnectionRow
  dryRun: boolean
}

/** Airbnb's id of the listing; null in a dry run. */
export async function createListing(
  { services, scope, idempotencyKey }: RouteWriteContext,
  { listingId, host, dryRun }: AirbnbListingCreation,
): Promise<string | null> {
  const access = await openHostAccess(services, scope, { host }, { isWritten: true })
  findCreator(access.connector)
  const { id: connectionId, external_account_id: externalAccountId, status, granted } = host
  const takesCalendar = (host.write_policy as WritePolicy).calendar.availability
  const account = { connectionId, provider, externalAccountId, status, takesCalendar, granted }
  await assertSellableAnew(services.db, scope, services, { account, listingId })
  const [listing, placement] = await Promise.all([
    publishableListing(services.db, scope, listingId),
    creatableListing(services.db, scope, listingId),
  ])
  if (!listing || !placement) throw new ApiError('not_found')
  const missing = findMissing(placement)
  if (missing.length > 0) throw incompleteListingError(listingId, missing)
  if (dryRun) return null
  const marker = markerOf(scope.workspaceId, listingId, placement.createdAt)
  const draft = toListingDraft(placement, planPublication(listing), marker)
  return createListingOnce(access, {
    listingId,
    currency: placement.currency,
    draft,
    askedWith: idempotencyKey ?? null,
  })
}

const incompleteListingError = (listingId: string, missing: readonly string[]) =>
  new ApiError(
    'invalid_state',
    `Airbnb takes no listing without these, and listing ${listingId} has no ${missing.join(', no ')}.`,
    { currentStatus: `no ${missing.join(', no ')}` },
    { fix: `Set them with \`PUT /v1/listings/${listingId}/content\`, then repeat the request.` },
  )

/** What would be sent to a listing that a dry run does not create. */
export function rehearsePush(listing: PublishableListing, hostId: string): PublishResult {
  const plan = planPublication(listing)
  const sections = new Set(mapPlannedSections(plan, ({ name }) => name))
  if (plan.rooms.length > 0) sections.add('rooms')
  if (plan.photos.length > 0) sections.add('photos')
  return {
    published: false,
    sections: [...sections],
    errors: plan.empty.map((section) => ({
      section,
      message: `Nothing is known here of ${section} that could be sent.`,
      code: 'no_content',
    })),
    warnings: [`A listing would be made at Airbnb host ${hostId}.`, ...plan.warnings],
    lockedFields: [],
  }
}
