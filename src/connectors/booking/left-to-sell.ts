/** Reads the rooms left and booked on nights to open, once for all changes of a call. */
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { daysBetween, daysFrom, stretches } from '../../connector-kit/dates.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import type { Xml } from '../../connector-kit/xml.ts'
import { mostNights, nightsOf, nightsOfAll } from './nights.ts'

export interface NightLeft {
  date: string
  left: number
  booked: number
}

type LeftToSellRequest = Pick<CalendarChange, 'listingExternalId' | 'from' | 'to'>

/** Changes that open nights without a number of rooms need these counts. */
export const hasToBeRead = ({ available, availableUnits }: CalendarChange) =>
  available === true && availableUnits === undefined

const toLeft = ({ attributes }: Xml): NightLeft => ({
  date: attributes.value ?? '',
  left: wholeNumber(attributes.rooms_to_sell) ?? 0,
  booked: wholeNumber(attributes.booked) ?? 0,
})

/** Returns the nights of a change in order. The vendor is called at the first use, for a month at a time. */
export function leftToSell(
  context: VendorContext,
  changes: readonly CalendarChange[],
): (change: LeftToSellRequest) => Promise<NightLeft[]> {
  const opening = changes.filter(hasToBeRead)
  const rooms = [...new Set(opening.map(({ listingExternalId }) => listingExternalId))]
  const [only, ...others] = rooms
  const ranges = togetherIn(opening).flatMap(({ from, to }) => stretches(from, to, mostNights))
  const read = new Map<string, Promise<ReadonlyMap<string, Xml[]>>>()
  const readOnce = (range: { from: string; to: string }) => {
    const reading =
      read.get(range.from) ??
      (only !== undefined && others.length === 0
        ? nightsOf(context, only, range, 'room').then((rows) => new Map([[only, rows]]))
        : nightsOfAll(context, range, 'room'))
    read.set(range.from, reading)
    return reading
  }
  return async ({ listingExternalId, from, to }) => {
    const found = new Map<string, NightLeft>()
    for (const range of ranges.filter((one) => one.from <= to && one.to >= from)) {
      const ownRows = (await readOnce(range)).get(listingExternalId)
      // Some properties leave a room out of the common answer, so it is read by itself.
      const rows = ownRows ?? (await nightsOf(context, listingExternalId, range, 'room'))
      for (const night of rows.map(toLeft)) found.set(night.date, night)
    }
    return daysFrom(from, to).flatMap((date) => found.get(date) ?? [])
  }
}

/** Reading up to a month of nights between two needed ones costs nothing. */
function togetherIn(requests: readonly LeftToSellRequest[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = []
  for (const { from, to } of requests.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = ranges.at(-1)
    if (last && daysBetween(last.to, from) <= mostNights) last.to = to > last.to ? to : last.to
    else ranges.push({ from, to })
  }
  return ranges
}
