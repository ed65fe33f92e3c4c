/** Compares what a channel shows of a night with what it should show now. Pure. */
import { driftAction } from '../../../contract/channel-mapping.ts'
import type { ExposureChannel, ExposureNight } from '../../../contract/exposure.ts'
import type { StoredNight } from '../../../records/calendar/public.ts'
import { channelNightOf, type WishedNight } from '../../../records/selling/public.ts'
import type { ChannelNightRow, ListingLink } from './exposure-queries.ts'

const amount = (decimal: string | null | undefined) =>
  decimal === null || decimal === undefined ? null : Number(decimal)
const instant = (at: Date | null) => at?.toISOString() ?? null
export const earliest = (instants: readonly (string | null)[]) =>
  instants.filter((at) => at !== null).toSorted()[0] ?? null

export function toExposureChannel(
  link: ListingLink,
  nights: readonly StoredNight[],
  stored: ReadonlyMap<string, ChannelNightRow>,
  isPms: (provider: string) => boolean,
): ExposureChannel {
  const writes = link.since !== null
  const shown = writes ? nights.map((night) => toExposureNight(link, night, stored.get(night.date))) : []
  const exposed = shown.filter((night) => night.exposed)
  return {
    channel: link.provider,
    connectionId: link.connectionId,
    channelListingId: link.externalId,
    writes,
    writtenBy:
      !writes && link.keeperProvider !== null && isPms(link.keeperProvider) ? link.keeperProvider : null,
    onDrift: driftAction(link.mendsDrift),
    since: instant(link.since),
    comparedAt: instant(link.comparedAt),
    exposedNights: exposed.length,
    exposedSince: earliest(exposed.map(({ exposedSince }) => exposedSince)),
    nights: shown,
  }
}

/** Uses our calendar of now, so a difference counts before the worker has seen the change. */
function toExposureNight(
  link: ListingLink,
  night: StoredNight,
  stored: ChannelNightRow | undefined,
): ExposureNight {
  const intended = channelNightOf(night, link)
  const isSame = stored !== undefined && isSameNight(intended, stored)
  const changedSince = instant(link.changedSince ?? link.since)
  const exposed = intended.stays > 0 && intended.unitsLeft < (stored?.shownUnits ?? Number.POSITIVE_INFINITY)
  return {
    date: night.date,
    stays: intended.stays,
    wanted: {
      available: intended.available,
      units: intended.units,
      price: amount(intended.price),
      minNights: intended.minNights,
      maxNights: intended.maxNights,
      closedToArrival: intended.closedToArrival,
      closedToDeparture: intended.closedToDeparture,
    },
    shown: toShownNight(stored),
    shownAt: instant(stored?.shownAt ?? null),
    state: isSame ? stored.state : 'pending',
    differsSince: isSame
      ? instant(stored.differsSince)
      : (instant(stored?.differsSince ?? null) ?? changedSince),
    exposed,
    exposedSince: exposed ? (instant(stored?.exposedSince ?? null) ?? changedSince) : null,
    error: isSame ? stored.error : null,
  }
}

const isSameNight = (intended: WishedNight, stored: ChannelNightRow) =>
  intended.available === stored.available &&
  intended.units === stored.units &&
  amount(intended.price) === amount(stored.price) &&
  intended.minNights === stored.minNights &&
  intended.maxNights === stored.maxNights &&
  intended.closedToArrival === stored.closedToArrival &&
  intended.closedToDeparture === stored.closedToDeparture

function toShownNight(stored: ChannelNightRow | undefined): ExposureNight['shown'] {
  const day = stored?.shown
  if (!day) return null
  return {
    available: day.available,
    units: day.available ? day.availableUnits : 0,
    price: amount(day.price),
    minNights: day.minNights ?? null,
    maxNights: day.maxNights ?? null,
    closedToArrival: day.closedToArrival ?? null,
    closedToDeparture: day.closedToDeparture ?? null,
  }
}
