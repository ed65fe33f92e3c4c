/** Applies the host's wishes to the price that demand gave: first wishes, then hard limits. */
import { isWeekendNight } from '../../../../records/rates/public.ts'
import { roundedPrice, type priceSteps } from './factors.ts'
import type { CompNight, MonthWish, OpenNight, PricedListing } from './open-night.ts'
import { weekdayOf } from './strategy.ts'

/** The model saw no prices further from the usual one, and a mistake is expensive. */
const farthest = { down: 0.5, up: 2.5 }
const ownerPremium = 1.3

type WishSteps = ReturnType<typeof priceSteps>

export function wishes(
  steps: WishSteps,
  { strategy, usual }: PricedListing,
  night: OpenNight,
  { month, confidence }: { month: MonthWish; confidence: number },
): void {
  const { compPositionTarget: position, compAdjustPct } = strategy
  const { compPrice } = night
  if (compPrice !== null) {
    const isAsked = position !== 'match' || compAdjustPct !== 0
    const weight = isAsked ? 0.5 : 0.3 * (1 - confidence)
    const place = { below: 0.95, match: 1, above: 1.05 }[position]
    const wanted = compPrice * place * (1 + compAdjustPct / 100)
    steps.to(
      'competitors',
      steps.price ** (1 - weight) * wanted ** weight,
      () =>
        `${night.comps?.priced ?? 'Some'} comparable homes ask ${compPrice.toFixed(0)} in the middle${compsText(night.comps)}; wanted: ${position}. Weighs ${Math.round(weight * 100)} %.`,
    )
  }
  if (strategy.weekendMarkupPct !== null && isWeekendNight(night.date))
    steps.to(
      'weekendMarkup',
      steps.price * (1 + strategy.weekendMarkupPct / 100),
      () => `Weekend markup of the strategy: ${strategy.weekendMarkupPct} %.`,
    )
  const day = weekdayOf(night.date)
  const multiplier = strategy.dayOfWeekMultipliers[day]
  if (multiplier !== undefined)
    steps.to(
      'dayOfWeek',
      steps.price * multiplier,
      () => `Multiplier of the strategy for ${day}: ${multiplier}.`,
    )
  if (month.tilt < 1)
    steps.to(
      'targetOccupancy',
      steps.price * month.tilt,
      () => `The month is behind its wanted occupancy of ${strategy.targetOccupancyPct} %.`,
    )
  const { ownerFloor } = month
  if (ownerFloor !== null && steps.price < ownerFloor)
    steps.to(
      'ownerMinimum',
      Math.min(ownerFloor, steps.price * ownerPremium),
      () => `What a night has to bring for the owner's least payout of the month: ${ownerFloor.toFixed(2)}.`,
    )
  const [least, most] = [
    strategy.minPrice === null ? usual * farthest.down : 0,
    strategy.maxPrice === null ? usual * farthest.up : Number.POSITIVE_INFINITY,
  ]
  steps.to(
    'caution',
    Math.min(most, Math.max(least, steps.price)),
    () =>
      `Without limits in the strategy a price stays between ${farthest.down} and ${farthest.up} times the usual one.`,
  )
}

function compsText(comps: CompNight | null): string {
  if (!comps) return ''
  const { lower, upper, shareTaken } = comps
  return [
    ...(lower === null || upper === null
      ? []
      : [`, half of them ${lower.toFixed(0)} to ${upper.toFixed(0)}`]),
    ...(shareTaken === null ? [] : [`, ${Math.round(shareTaken * 100)} % of those known are taken`]),
  ].join('')
}

/**
 * Returns the smallest and largest amount of the currency within a range: 99.4 to 120.6 yen become 100 and 120. A range
 * without any amount stays.
 */
function payable([least, most]: [number, number], decimals: number): [number, number] {
  const unit = 10 ** decimals
  // Errors of binary fractions are far smaller.
  const noise = 1e-6
  const inner: [number, number] = [
    Math.ceil(least * unit - noise) / unit,
    Math.floor(most * unit + noise) / unit,
  ]
  return inner[0] > inner[1] ? [least, most] : inner
}

export function limits(steps: WishSteps, { strategy, decimals }: PricedListing, night: OpenNight): void {
  const { currentPrice: current } = night
  const share = strategy.maxDailyChangePct / 100
  const change: [number, number] =
    current === null || current === 0
      ? [0, Number.POSITIVE_INFINITY]
      : payable([current * (1 - share), current * (1 + share)], decimals)
  const within = ([least, most]: readonly [number, number], price: number) =>
    Math.min(most, Math.max(least, price))
  steps.to(
    'dailyChange',
    within(change, steps.price),
    () => `At most ${strategy.maxDailyChangePct} % a day away from the price now, ${current}.`,
  )
  const bounds = payable(
    [Number(strategy.minPrice ?? 0), Number(strategy.maxPrice ?? Number.POSITIVE_INFINITY)],
    decimals,
  )
  steps.to('limits', within(bounds, steps.price), () => 'Least and highest price of the strategy.')
  const rounded = within(bounds, roundedPrice(steps.price, decimals))
  // A rounding that would exceed the daily change is skipped.
  const kept = rounded < change[0] || rounded > change[1] ? steps.price : rounded
  steps.to('rounding', kept, () => 'To a price as hosts write it.')
}
