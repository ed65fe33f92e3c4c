import { addDays, daysBetween, isWeekend } from '../kit/clock.ts'
import { roundMoney } from '../kit/places.ts'
import type { PropertyRoom } from './property-record.ts'
import type { Tier } from './store.ts'

/** Returns nights of a room type with prices; several prices of one night are for different lengths of stay. */
export function calendarItems(
  lodging: PropertyRoom,
  from: string,
  to: string,
  tiersByNight: ReadonlyMap<string, Tier[]>,
): object[] {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
  const items = days.map((date) => {
    const own = tiersByNight.get(date)
    return { date, is_default: own === undefined && !isSeason(date), prices: own ?? pricesOf(lodging, date) }
  })
  // An item without a date has the price of nights without their own.
  return [{ date: null, is_default: true, prices: tiers(lodging, lodging.nightly ?? 0, 2) }, ...items]
}

export function nightlyPrice(lodging: PropertyRoom, date: string): number {
  const factor = isSeason(date) ? 1.4 : isWeekend(date) ? 1.15 : 1
  return roundMoney((lodging.nightly ?? 0) * factor, lodging.property.currency_code ?? 'EUR')
}

/** A written price wins over an invented one. */
function pricesOf(lodging: PropertyRoom, date: string): Tier[] {
  return tiers(lodging, nightlyPrice(lodging, date), isSeason(date) ? 5 : isWeekend(date) ? 3 : 2)
}

function tiers(lodging: PropertyRoom, price: number, shortest: number): Tier[] {
  const tier = (min_stay: number, max_stay: number, factor: number) => ({
    min_stay,
    max_stay,
    price_per_day: roundMoney(price * factor, lodging.property.currency_code ?? 'EUR'),
    price_per_additional_guest: 0,
    additional_guests_starts_from: 0,
  })
  // 0 means no limit. Every third room type has a discount for long stays.
  return lodging.room.id % 3 === 0
    ? [tier(28, 0, 0.8), tier(shortest, 27, 1)]
    : [tier(shortest, lodging.room.id % 3 === 1 ? 0 : 90, 1)]
}

function isSeason(date: string): boolean {
  const month = Number(date.slice(5, 7))
  return month === 7 || month === 8
}

export function showSettings({ settings, property }: PropertyRoom): object {
  const { cleaningFee, ...rest } = settings
  const fee = {
    fee_name: 'Cleaning',
    fee_type: 'Cleaning',
    applied_for_nights: null,
    charge_type: 'Fixed',
    frequency: 'PerStay',
    price: {
      is_vat_exclusive: false,
      vat_percentage: 0,
      rate_type: 'Amount',
      amount: cleaningFee,
      percentage: null,
    },
  }
  return {
    ...rest,
    currency_code: property.currency_code,
    vat: 0,
    is_vat_exclusive: false,
    fees: [fee],
    taxes: [],
    promotions: [],
  }
}
