/**
 * Learns what hosts ask by month and weekday. Hosts ask more when demand is high, so only a price's distance from the
 * customary one shows how guests react.
 */

export interface CustomaryPrices {
  months: number[]
  weekdays: number[]
}

export const noCustom: CustomaryPrices = {
  months: Array.from({ length: 12 }, () => 1),
  weekdays: Array.from({ length: 7 }, () => 1),
}

/** The prior counts like this many nights of a month or weekday. */
const counts = { month: 8, weekday: 20 }
const known = new Map<string, readonly [month: number, weekday: number]>()

function placesOf(date: string): readonly [month: number, weekday: number] {
  const before = known.get(date)
  if (before) return before
  const { month, dayOfWeek } = Temporal.PlainDate.from(date)
  if (known.size > 4000) known.clear()
  const places = [month - 1, dayOfWeek - 1] as const
  known.set(date, places)
  return places
}

export function customaryAt({ months, weekdays }: CustomaryPrices, date: string): number {
  const [month, weekday] = placesOf(date)
  return (months[month] as number) * (weekdays[weekday] as number)
}

interface PricedDate {
  date: string
  relative: number
}

export function learnCustom(nights: readonly PricedDate[], before: CustomaryPrices): CustomaryPrices {
  const mean = (
    old: readonly number[],
    count: number,
    placeAndValue: (night: PricedDate) => readonly [place: number, value: number],
  ) => {
    const sums = old.map((value) => value * count)
    const all = old.map(() => count)
    for (const night of nights) {
      const [place, value] = placeAndValue(night)
      sums[place] = (sums[place] as number) + value
      all[place] = (all[place] as number) + 1
    }
    return sums.map((total, i) => total / (all[i] as number))
  }
  const months = mean(before.months, counts.month, ({ date, relative }) => {
    const [month, weekday] = placesOf(date)
    return [month, relative / (before.weekdays[weekday] as number)]
  })
  const weekdays = mean(before.weekdays, counts.weekday, ({ date, relative }) => {
    const [month, weekday] = placesOf(date)
    return [weekday, relative / (months[month] as number)]
  })
  return { months, weekdays }
}
