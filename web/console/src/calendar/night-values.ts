/** What a night is set to, and how two readings of it differ. Pure. */

export interface NightValues {
  date: string
  available: boolean
  price: number | null
  minNights: number
}

export type NightWish = Partial<Omit<NightValues, 'date'>>

const fields = ['available', 'price', 'minNights'] as const

const isSame = (one: NightValues, other: NightValues | undefined): boolean =>
  fields.every((field) => one[field] === other?.[field])

/** A write whose answer was lost has done this already. */
const isAsWished = (night: NightValues, wish: NightWish): boolean =>
  fields.every((field) => wish[field] === undefined || wish[field] === night[field])

/** Dates that somebody set to something else since they were seen. */
export function datesChangedSince(
  seen: readonly NightValues[],
  now: readonly NightValues[],
  wish: NightWish,
): string[] {
  const before = new Map(seen.map((night) => [night.date, night]))
  return now
    .filter((night) => !isSame(night, before.get(night.date)) && !isAsWished(night, wish))
    .map(({ date }) => date)
}

/** Lowest and highest of a field; null where no night has it. */
export function rangeOf(
  nights: readonly NightValues[],
  field: 'price' | 'minNights',
): readonly [number, number] | null {
  const values = nights.map((night) => night[field]).filter((value) => value !== null)
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)]
}
