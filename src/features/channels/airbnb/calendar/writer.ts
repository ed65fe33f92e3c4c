/**
 * Nights and prices of an Airbnb listing have one writer: our calendar, Airbnb's own, or a third party beside whom
 * nothing is written.
 */
import type { WritePolicy } from '../../../../contract/connection.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Services } from '../../../../services.ts'
import { provider } from '../accounts.ts'
import type { AirbnbLink } from '../content/find-link.ts'
import { assertSynchronised } from '../content/assert-synchronised.ts'
import type { CalendarListing } from './queries.ts'

/** null: a third party. */
export type NightsCalendar = 'our_calendar' | 'airbnb_calendar' | null

export function nightsCalendarOf(
  link: AirbnbLink,
  { keeper }: Pick<CalendarListing, 'keeper'>,
): NightsCalendar {
  if (link.sells) return 'our_calendar'
  const isKept =
    keeper.kind === 'connection' &&
    keeper.connectionId === link.connectionId &&
    keeper.externalId === link.externalId
  return isKept ? 'airbnb_calendar' : null
}

/** Throws where its nights and prices are not ours to write. */
export function assertWritableCalendar(
  link: AirbnbLink,
  linked: Pick<CalendarListing, 'keeper'>,
  connectors: Services['connectors'],
): NonNullable<NightsCalendar> {
  assertSynchronised(link, 'nights')
  const calendar = nightsCalendarOf(link, linked)
  if (calendar !== null) return calendar
  assertNotDistributed(link, linked, connectors)
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
  { listingId, externalId }: AirbnbLink,
  { keeper }: Pick<CalendarListing, 'keeper'>,
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

export type CalendarSwitch = keyof WritePolicy['calendar']

/** Throws for switches that the write policy turns off, because their changes would never be sent. */
export function assertSwitchedOn({ host }: AirbnbLink, needed: readonly CalendarSwitch[]): void {
  const { calendar } = host.write_policy as WritePolicy
  const off = needed.find((name) => !calendar[name])
  if (off === undefined) return
  throw new ApiError(
    'pms_writes_off',
    `The write policy of Airbnb has \`calendar.${off}\` switched off, so nothing was sent.`,
    { provider, field: `calendar.${off}` },
  )
}
