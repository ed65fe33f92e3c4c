/** Opens an Airbnb listing to guests or closes it, and reads it back. */
import type { PublicationChange } from '../../../../contract/channel-content/publishing.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { allNightsOf } from '../../../../records/calendar/public.ts'
import { readSoon } from '../../../sync/public.ts'
import { exposureOf } from '../../../calendar/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { airbnbCalendarOf } from '../calendar/writer.ts'
import { linkId, type AirbnbLink } from '../content/find-link.ts'
import type { AirbnbSection } from '../content/section.ts'
import { writeSection } from '../content/write-section.ts'
import { asPart } from './request-parts.ts'

const publication: AirbnbSection<'publication'> = {
  name: 'publication',
  overlaps: ['details'],
  compared: (change, content) => [
    { field: 'live', wanted: 'relist' in change, shown: content?.live ?? null },
  ],
}

export interface PublicationState {
  live: boolean
  /** Whether Airbnb's state was read back. */
  verified: boolean
}

export async function setPublication(
  context: RouteWriteContext,
  { link, open, dryRun }: { link: AirbnbLink; open: boolean; dryRun: boolean },
): Promise<PublicationState> {
  if (open) await assertNothingExposed(context, link)
  const change: PublicationChange = open ? { relist: true } : { unlist: true }
  const isKeptThere = airbnbCalendarOf(link) === 'airbnb_calendar'
  const request = {
    ...{ listingId: link.listingId, named: linkId(link), change, dryRun },
    // Listings that Airbnb keeps are read from there.
    ...(isKeptThere && {
      alongside: (...[tx, access, { externalId }]: Parameters<NonNullable<Alongside>>) =>
        readSoon(tx, access, [{ entity: 'listings', externalId }]),
    }),
  }
  return writeSection(asPart(context), publication, request, ({ stored, result }) => ({
    live: result?.live ?? open,
    verified: stored && result?.live !== null,
  }))
}

type Alongside = Parameters<typeof writeSection<'publication', object>>[2]['alongside']

/** A sold night that is open there could be sold again as soon as guests find the listing. */
async function assertNothingExposed({ services, scope }: RouteWriteContext, link: AirbnbLink): Promise<void> {
  if (!link.sells) return
  // Covers every night that is written; the first one is still today somewhere on earth.
  const { first: from, last: to } = allNightsOf(link.listingId, services.clock.now())
  const { channels } = await exposureOf(services, scope, link.listingId, { from, to })
  const channel = channels.find(
    ({ connectionId, channelListingId }) =>
      connectionId === link.connectionId && channelListingId === link.externalId,
  )
  const nights = channel?.exposedNights ?? 0
  if (nights === 0) return
  throw new ApiError(
    'invalid_state',
    `${nights} nights of listing ${link.listingId} are sold here and still open on Airbnb: guests could book them again.`,
    { currentStatus: 'exposed' },
    {
      fix: `They are being closed; \`GET /v1/listings/${link.listingId}/exposure\` tells when they are. Then repeat the request.`,
    },
  )
}
