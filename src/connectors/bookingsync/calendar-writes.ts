import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { readable } from '../../connector-kit/answers.ts'
import { addDays, civilDate, dayRuns, daysFrom } from '../../connector-kit/dates.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { idText } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { calendar, daysOf, rateReader } from './calendar.ts'
import { apiPath, bodyOf, idPath, listPage } from './envelope.ts'
import { bookingsPath } from './reservations.ts'
import { VendorMarked, type VendorDays } from './vendor.ts'

export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: false },
  // Changes of one rental become one stretch of its map of rates.
  batch: { changes: 50, listings: 'one' },

  async write(context, changes) {
    const listing = changes[0]?.listingExternalId
    if (listing === undefined) return { refused: [] }
    const [days] = await daysOf(context, [listing])
    if (days === undefined) throw new VendorError('not_found', `no rental ${listing}`)
    const refused = new Map<number, string>()
    await writeRates(context, days, changes, (index, message) => refused.set(index, message))
    for (const [index, change] of changes.entries()) {
      if (change.available === undefined || refused.has(index)) continue
      const message = change.available ? await open(context, change) : await close(context, change)
      if (message !== null) refused.set(index, message)
    }
    return { refused: [...refused].map(([index, message]) => ({ index, message })) }
  },
}

const isOfRates = ({ price, minNights }: CalendarChange): boolean =>
  price !== undefined || minNights !== undefined

/** A part of the map holds rates and minimum stays of days in a row, so days in between are sent as they are. */
async function writeRates(
  { http }: VendorContext,
  days: VendorDays,
  changes: readonly CalendarChange[],
  refuse: (index: number, message: string) => void,
): Promise<void> {
  const known = rateReader(days)
  const mapId = idText(days.nightly_rate_map?.id)
  const nights = new Map<string, { price?: string; minNights?: number }>()
  for (const [index, change] of changes.entries()) {
    if (!isOfRates(change)) continue
    const problem = problemOf(change, days, mapId, known)
    if (problem !== null) refuse(index, problem)
    else
      for (const date of daysFrom(change.from, change.to))
        nights.set(date, { ...nights.get(date), ...ruleOf(change) })
  }
  for (const stretch of dayRuns([...nights.keys()].toSorted())) {
    const dates = daysFrom(stretch.from, stretch.to)
    const rates = dates.map((date) => nights.get(date)?.price ?? known(date).price ?? '0')
    const minimums = dates.map((date) => String(nights.get(date)?.minNights ?? known(date).minNights ?? 1))
    const map = {
      start_date: stretch.from,
      rates_map: rates.join(','),
      minimum_stays_map: minimums.join(','),
    }
    await http.put(idPath('/nightly_rate_maps', mapId ?? ''), bodyOf('nightly_rate_maps', map))
  }
}

const ruleOf = ({ price, minNights }: CalendarChange) => ({
  ...(price === undefined ? {} : { price }),
  ...(minNights === undefined ? {} : { minNights }),
})

function problemOf(
  change: CalendarChange,
  days: VendorDays,
  mapId: string | null,
  known: ReturnType<typeof rateReader>,
): string | null {
  if (mapId === null) return 'BookingSync shows no map of rates for this rental: allow the scope rates_write'
  if (days.nightly_rates_managed_externally !== true)
    return 'BookingSync manages the rates of this rental itself: set nightly rates to be managed externally there'
  // A rate or a rule that is not known would be overwritten by a guess.
  const isWhole = change.price !== undefined && change.minNights !== undefined
  return isWhole || daysFrom(change.from, change.to).every((date) => known(date).isKnown)
    ? null
    : 'BookingSync has no rates for these nights yet: send price and minNights together'
}

/** Only free nights are closed, so that a second try after a lost answer finds them taken. */
async function close(context: VendorContext, { listingExternalId, from, to }: CalendarChange): Promise<null> {
  const listing = { externalId: listingExternalId, unitCount: 1 }
  const days = await calendar.range(context, { listing, from, to })
  const path = apiPath(`/rentals/${encodeURIComponent(listingExternalId)}${bookingsPath}`)
  for (const run of dayRuns(days.filter(({ available }) => available).map(({ date }) => date))) {
    const period = { start_at: midnight(run.from), end_at: midnight(addDays(run.to, 1)), unavailable: true }
    await context.http.post(path, bodyOf('bookings', period))
  }
  return null
}

const midnight = (day: string): string => `${day}T00:00:00Z`

/** Unavailable periods are cut back to what lies outside of the nights, or cancelled. */
async function open(
  context: VendorContext,
  { listingExternalId, from, to }: CalendarChange,
): Promise<string | null> {
  const { http } = context
  const end = addDays(to, 1)
  const query = {
    rental_id: listingExternalId,
    status: 'unavailable',
    from: midnight(from),
    until: midnight(end),
  }
  const rows = await everyRow((cursor) => listPage(http, { path: bookingsPath, query, cursor }))
  const periods = readable(VendorMarked, rows).flatMap(({ id, start_at, end_at }) => {
    const [start, stop] = [civilDate(start_at), civilDate(end_at)]
    return start === null || stop === null || stop <= from || start >= end
      ? []
      : [{ id: String(id), start, stop }]
  })
  const around = periods.find(({ start, stop }) => start < from && stop > end)
  if (around !== undefined) {
    // Its end would be free for a moment while the period is cut in two.
    return `an unavailable period from ${around.start} to ${around.stop} reaches further on both sides`
  }
  for (const { id, start, stop } of periods) {
    const path = idPath(bookingsPath, id)
    if (start < from) await http.put(path, bodyOf('bookings', { end_at: midnight(from) }))
    else if (stop > end) await http.put(path, bodyOf('bookings', { start_at: midnight(end) }))
    else await http.delete(path)
  }
  return null
}
