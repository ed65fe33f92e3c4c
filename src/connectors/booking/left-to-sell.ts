/** How many rooms are left and booked on nights that are to be opened: read once for all changes of a call. */
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

/** Of the changes that open nights without saying how many rooms are left. */
export const hasToBeRead = ({ available, availableUnits }: CalendarChange) =>
  available === true && availableUnits === undefined

const toLeft = ({ attributes }: Xml): NightLeft => ({
  date: attributes.value ?? '',
  left: wholeNumber(attributes.rooms_to_sell) ?? 0,
  booked: wholeNumber(attributes.booked) ?? 0,
})

/** Answers the nights of a change in their order. The vendor is asked when the first is wanted, and a month at a time. */
export function leftToSell(
  context: VendorContext,
  changes: readonly CalendarChange[],
): (change: LeftToSellRequest) => Promise<NightLeft[]> {
  const wanted = changes.filter(hasToBeRead)
  const rooms = [...new Set(wanted.map(({ listingExternalId }) => listingExternalId))]
  const [only, ...others] = rooms
  const ranges = togetherIn(wanted).flatMap(({ from, to }) => stretches(from, to, mostNights))
  const read = new Map<string, Promise<ReadonlyMap<string, Xml[]>>>()
  const readOnce = (range: { from: string; to: string }) => {
    const known =
      read.get(range.from) ??
      (only !== undefined && others.length === 0
        ? nightsOf(context, only, range, 'room').then((rows) => new Map([[only, rows]]))
        : nightsOfAll(context, range, 'room'))
    read.set(range.from, known)
    return known
  }
  return async ({ listingExternalId, from, to }) => {
    const found = new Map<string, NightLeft>()
    for (const range of ranges.filter((one) => one.from <= to && one.to >= from)) {
      const told = (await readOnce(range)).get(listingExternalId)
      // A property that leaves a room out where all are asked for: it is asked for by itself.
      const rows = told ?? (await nightsOf(context, listingExternalId, range, 'room'))
      for (const night of rows.map(toLeft)) found.set(night.date, night)
    }
    return daysFrom(from, to).flatMap((date) => found.get(date) ?? [])
  }
}

/** Nights between two that are read anyway cost nothing, up to a month of them. */
function togetherIn(wanted: readonly LeftToSellRequest[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = []
  for (const { from, to } of wanted.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = ranges.at(-1)
    if (last && daysBetween(last.to, from) <= mostNights) last.to = to > last.to ? to : last.to
    else ranges.push({ from, to })
  }
  return ranges
}
