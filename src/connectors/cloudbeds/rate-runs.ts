import { addDays, daysFrom } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import type { FormValue } from './form.ts'
import type { WritableRate } from './rates.ts'
import type { VendorNight } from './vendor.ts'

type NightSetting = Pick<CalendarChange, 'available' | 'price' | 'minNights' | 'maxNights'>

/** Consecutive nights of one room type need the same setting and do not have it yet. */
export interface NightRun {
  listing: string
  rateIDs: string[]
  from: string
  to: string
  setting: NightSetting
  /** The run comes from the changes at these positions. */
  changes: number[]
}

type RatesByListing = ReadonlyMap<string, WritableRate[]>

/** Leaves out settings that the rates have already. Where changes overlap, the later one counts. */
export function runsOf(changes: readonly CalendarChange[], rates: RatesByListing): NightRun[] {
  const runs: NightRun[] = []
  for (const [listing, own] of rates) {
    if (own.length === 0) continue
    let open: NightRun | undefined
    for (const [date, { setting, changes: places }] of nightsOf(listing, changes)) {
      const rateIDs = own.map(({ rateID }) => rateID)
      const night: NightRun = { listing, rateIDs, from: date, to: date, setting, changes: places }
      if (isWritten(night, rates, date)) continue
      const isNext = open !== undefined && addDays(open.to, 1) === date && sameSetting(open.setting, setting)
      if (open === undefined || !isNext) runs.push((open = night))
      else {
        open.to = date
        open.changes = [...new Set([...open.changes, ...places])]
      }
    }
  }
  return runs
}

function nightsOf(
  listing: string,
  changes: readonly CalendarChange[],
): [string, { setting: NightSetting; changes: number[] }][] {
  const nights = new Map<string, { setting: NightSetting; changes: number[] }>()
  for (const [index, change] of changes.entries()) {
    if (change.listingExternalId !== listing) continue
    const { available, price, minNights, maxNights } = change
    const settings = Object.entries({ available, price, minNights, maxNights }).filter(
      ([, value]) => value !== undefined,
    )
    for (const date of daysFrom(change.from, change.to)) {
      const night = nights.get(date)
      nights.set(date, {
        setting: { ...night?.setting, ...Object.fromEntries(settings) },
        changes: [...(night?.changes ?? []), index],
      })
    }
  }
  return [...nights].toSorted(([a], [b]) => a.localeCompare(b))
}

/** True if a night has the setting: the own rate needs all of it, others only whether it is open. */
export function isWritten({ listing, setting }: NightRun, rates: RatesByListing, date: string): boolean {
  const [own, ...others] = (rates.get(listing) ?? []).map(({ nights }) => nights.get(date))
  return (
    own !== undefined && hasAll(own, setting) && others.every((night) => !night || isOpenAs(night, setting))
  )
}

function hasAll(night: VendorNight, setting: NightSetting): boolean {
  const { price, minNights, maxNights } = setting
  return (
    isOpenAs(night, setting) &&
    (price === undefined || sameAmount(decimalString(night.rate ?? night.rateBase), price)) &&
    (minNights === undefined || atLeastOne(night.minLos) === Math.max(1, minNights)) &&
    (maxNights === undefined || wholeNumber(night.maxLos) === maxNights)
  )
}

const isOpenAs = ({ blocked }: VendorNight, { available }: NightSetting): boolean =>
  available === undefined || (blocked === true) !== available

// The vendor writes 0 for no limit, which is one night.
const atLeastOne = (nights: VendorNight['minLos']): number => Math.max(1, wholeNumber(nights) ?? 0)

/** Trailing zeros do not change an amount. */
function sameAmount(left: string | null, right: string): boolean {
  const plain = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)
  return left !== null && plain(left) === plain(right)
}

const sameSetting = (left: NightSetting, right: NightSetting): boolean =>
  (['available', 'price', 'minNights', 'maxNights'] as const).every((name) => left[name] === right[name])

/** Makes intervals as the vendor takes them; `more` are days after the last night. */
export function intervalsOf(runs: readonly NightRun[], more: 0 | 1): FormValue[] {
  return runs.flatMap(({ rateIDs, from, to, setting: { available, price, minNights, maxNights } }) =>
    rateIDs.flatMap((rateID, place) => {
      const fields = {
        // Other plans keep their own prices and rules, but a closed night is closed for all.
        ...(place > 0 ? {} : { rate: price, minLos: minNights, maxLos: maxNights }),
        blocked: available === undefined ? undefined : !available,
      }
      if (Object.values(fields).every((value) => value === undefined)) return []
      return [{ rateID, interval: [{ startDate: from, endDate: addDays(to, more), ...fields }] }]
    }),
  )
}
