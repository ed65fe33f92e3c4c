/** Nights of an Airbnb listing as known here, or read live. */
import type { AirbnbNight, nightsSources } from '../../../../contract/channel-content/nights.ts'
import type { CalendarDayRecord } from '../../../../contract/records.ts'
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import { storedNights } from '../../../../records/calendar/public.ts'
import { channelNightOf, type WishedNight } from '../../../../records/selling/public.ts'
import type { Services } from '../../../../services.ts'
import { callConnection } from '../../../../upstream/access.ts'
import { unsupported } from '../../../../upstream/errors.ts'
import type { NightWindow } from '../../../../http/params/night-window.ts'
import { provider } from '../accounts.ts'
import { openHostAccess } from '../content/host-access.ts'
import type { AirbnbLink } from '../content/find-link.ts'
import { readFailedError } from '../content/read-section.ts'
import { readAsAirbnb } from '../errors.ts'
import { nightNotes } from './queries.ts'
import { airbnbCalendarOf } from './writer.ts'

export interface NightsReading {
  data: AirbnbNight[]
  source: (typeof nightsSources)[number]
  /** When they were read; undefined: nights kept here are never old. */
  readAt: Date | null | undefined
}

export async function readNights(
  services: Services,
  scope: Scope,
  link: AirbnbLink,
  { from, to }: NightWindow,
  isLive: boolean,
): Promise<NightsReading> {
  if (isLive) return readNow(services, scope, link, { from, to })
  const calendar = airbnbCalendarOf(link)
  const stretch = { listingId: link.listingId, first: from, last: to }
  const [nights, notes] = await Promise.all([
    storedNights(services.db, scope, [stretch], services.clock.now()),
    nightNotes(services.db, scope, stretch),
  ])
  const { markupPercent, currency } = link
  // Where Airbnb keeps the listing, its prices already include any markup.
  const pricing = { currency, markupPercent: calendar === 'airbnb_calendar' ? null : markupPercent }
  const data = nights.map((night) =>
    toAirbnbNight(channelNightOf(night, pricing), notes.get(night.date) ?? null),
  )
  return { data, source: calendar, readAt: link.keeper.kind === 'us' ? undefined : link.readAt }
}

const amount = (decimal: string | null) => (decimal === null ? null : Number(decimal))

const toAirbnbNight = (night: WishedNight, notes: string | null): AirbnbNight => ({
  date: night.date,
  available: night.available,
  availableUnits: night.units,
  price: amount(night.price),
  minNights: night.minNights,
  maxNights: night.maxNights,
  closedToArrival: night.closedToArrival,
  closedToDeparture: night.closedToDeparture,
  notes,
})

/** Fields that Airbnb omits are unknown. */
const toNightAsRead = ({ date, available, availableUnits, ...day }: CalendarDayRecord): AirbnbNight => ({
  date,
  available,
  availableUnits,
  price: amount(day.price ?? null),
  minNights: day.minNights ?? null,
  maxNights: day.maxNights ?? null,
  closedToArrival: day.closedToArrival ?? null,
  closedToDeparture: day.closedToDeparture ?? null,
  notes: day.note ?? null,
})

const readNow = (
  services: Services,
  scope: Scope,
  link: AirbnbLink,
  { from, to }: { from: string; to: string },
): Promise<NightsReading> =>
  readAsAirbnb(async () => {
    const access = await openHostAccess(services, scope, link, { isWritten: false })
    const { calendar } = access.connector.operations
    if (!calendar) throw unsupported(provider, 'read the calendar of a listing')
    const readAt = services.clock.now()
    const listing = { externalId: link.externalId, unitCount: link.unitCount }
    try {
      const days = await callConnection(access, (context) => calendar.range(context, { listing, from, to }))
      return { data: days.map(toNightAsRead), source: 'airbnb' as const, readAt }
    } catch (error) {
      throw error instanceof VendorError ? readFailedError(error, 'calendar') : error
    }
  })
