/** The nights and prices of a unit have one writer: our calendar, the channel's own, or a third party. */
import type { WritePolicy } from '../../../contract/connection.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { isFull, storedNights, stretchesOf } from '../../../records/calendar/public.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import type { ChannelTerms } from './channel-terms.ts'
import type { LinkedUnit } from './linked-unit-queries.ts'

/** Nothing is written beside `other_calendar`, which is a third party's. */
export type NightsCalendar<P extends string> = 'our_calendar' | `${P}_calendar` | 'other_calendar'

export function nightsCalendarOf<P extends string>(
  { provider }: { provider: P },
  { sells, keeper, connectionId, externalId }: LinkedUnit,
): NightsCalendar<P> {
  if (sells) return 'our_calendar'
  const isKeptThere =
    keeper.kind === 'connection' && keeper.connectionId === connectionId && keeper.externalId === externalId
  return isKeptThere ? `${provider}_calendar` : 'other_calendar'
}

export type CalendarSwitch = keyof WritePolicy['calendar']

/** Throws for switches that the write policy turns off, because their changes would never be sent. */
export function assertSwitchedOn(
  { provider, policyOwner }: ChannelTerms,
  { write_policy }: ConnectionRow,
  switches: readonly CalendarSwitch[],
): void {
  const { calendar } = write_policy as WritePolicy
  const off = switches.find((name) => !calendar[name])
  if (off === undefined) return
  throw new ApiError(
    'pms_writes_off',
    `The write policy of ${policyOwner} has \`calendar.${off}\` switched off, so nothing was sent.`,
    { provider, field: `calendar.${off}` },
  )
}

/** With a markup our price differs from the guests' price, so the meaning would be unclear. */
export function assertNoMarkup(
  { name, at }: ChannelTerms,
  { listingId, markupPercent }: LinkedUnit,
  field: string,
): void {
  if (markupPercent === null || Number(markupPercent) === 0) return
  throw new ApiError(
    'invalid_state',
    `${name} adds ${Number(markupPercent)} percent to the prices of our calendar, so a price ${at} is not set by itself.`,
    { field, currentStatus: 'written from the calendar of the listing' },
    {
      fix: `Set the price without the markup with \`PUT /v1/availability/${listingId}\`, or change the markup with \`PUT /v1/listings/${listingId}/markups\`.`,
    },
  )
}

/** Nights held by stays, which stay closed. */
export async function heldNights(
  db: Queryable,
  scope: Scope,
  now: Date,
  { listingId, dates }: { listingId: string; dates: readonly string[] },
): Promise<string[]> {
  const nights = await storedNights(db, scope, stretchesOf(listingId, dates), now)
  return nights.filter((night) => isFull(night)).map(({ date }) => date)
}
