/** Whether nights and prices of an Airbnb listing are ours to write. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { Services } from '../../../../services.ts'
import { channelTerms } from '../../engine/channel-terms.ts'
import { nightsCalendarOf } from '../../engine/nights-writer.ts'
import { assertSynchronised } from '../content/assert-synchronised.ts'
import type { AirbnbLink } from '../content/find-link.ts'

export const airbnbCalendarOf = (link: AirbnbLink) => nightsCalendarOf(channelTerms.airbnb, link)

/** Throws where its nights and prices are not ours to write. */
export function assertWritableCalendar(
  link: AirbnbLink,
  connectors: Services['connectors'],
): 'our_calendar' | 'airbnb_calendar' {
  assertSynchronised(link, 'nights')
  const calendar = airbnbCalendarOf(link)
  if (calendar !== 'other_calendar') return calendar
  assertNotDistributed(link, connectors)
  const { listingId, externalId } = link
  throw new ApiError(
    'invalid_state',
    `Airbnb listing ${externalId} is linked to listing ${listingId} for reading only: our calendar is not written there, and nothing may be written around it.`,
    { currentStatus: 'read only' },
    { fix: 'Map it with `POST /v1/channels/airbnb/listings/map` and `syncEnabled: true` first.' },
  )
}

/** Throws where a PMS keeps the listing and distributes it to Airbnb itself. */
export function assertNotDistributed(
  { listingId, externalId, keeper }: AirbnbLink,
  connectors: Services['connectors'],
): void {
  if (keeper.kind === 'us' || connectors[keeper.provider]?.manifest.category !== 'pms') return
  throw new ApiError(
    'invalid_state',
    `Listing ${listingId} is kept in ${keeper.provider}, which writes it to Airbnb listing ${externalId} by itself.`,
    { currentStatus: `written by ${keeper.provider}` },
    {
      fix: `Set nights with \`PUT /v1/availability/${listingId}\` and content with \`PUT /v1/listings/${listingId}/content\`, which send them to ${keeper.provider}; or take the listing over with \`POST /v1/channels/airbnb/listings/map\` and \`takeOver\`.`,
    },
  )
}
