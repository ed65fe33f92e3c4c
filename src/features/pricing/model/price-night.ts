/** The recommended price of a night: demand first, then what the host wants, each as a step of its own. Pure. */
import { isWeekendNight } from '../../../records/rates/public.ts'
import { bestPrice, error, expectationAt, type Outlook } from './best-price.ts'
import { leastSensitivity, requests, uncertainty } from './demand.ts'
import { changeText, priceSteps, roundedPrice, type Factors } from './factors.ts'
import type { ListingDemand } from './learn.ts'
import { remaining } from './lead-times.ts'
import { fitting, meanLength } from './stay-lengths.ts'
import { weekdayOf, type Strategy } from './strategy.ts'
import { partsOfDemand, priceAt, termsOf, type NightTerms } from './terms.ts'

export interface OpenNight extends NightTerms {
  /** Days from today to the night. */
  ahead: number
  unitsLeft: number
  /** Free nights in a row ahead of it and behind it. */
  before: number
  after: number
  minNights: number
  currentPrice: number | null
  /** What comparable homes ask for it, in the middle of them; null: nothing is known. */
  compPrice: number | null
  comps: CompNight | null
  eventTitle: string | null
}

/** Comparable homes of a night that are open and have a price. */
export interface CompNight {
  lower: number | null
  upper: number | null
  priced: number
  /** Of those of which the night is known, sold or closed ones too. */
  shareTaken: number | null
}

export interface PricedListing {
  usual: number
  decimals: number
  demand: ListingDemand
  strategy: Strategy
  /** How well nights fit on the average of the listing's past; gaps are worse, by so much. */
  usualFit: number
}

/** What is wanted of the nights of a month together. */
export interface MonthWish {
  /** Prices of the month are that much lower than the best, so that more of it is sold: 0.8 to 1. */
  tilt: number
  /** What a night has to bring for the owner's least payout to be reached when all are sold; null: nothing is asked. */
  ownerFloor: number | null
}

export interface PricedNight {
  date: string
  price: string
  /** The steps to the price, each with its reason. Most nights stay as they were, and nobody asks. */
  explain: () => Factors
  confidence: number
  bookingProbability: number
  expectedSold: number
}

/** Further from the usual price the model has seen nothing, and a mistake is dear. */
const farthest = { down: 0.5, up: 2.5 }
const ownerPremium = 1.3

const inWords = { season: 'Time of the year', weekday: 'Day of the week', market: 'Prices of the market' }

export function priceNight(listing: PricedListing, night: OpenNight, month: MonthWish): PricedNight {
  const { factors: _none, ...priced } = stepByStep(listing, { night, month, isExplained: false })
  return { ...priced, explain: () => stepByStep(listing, { night, month, isExplained: true }).factors }
}

function stepByStep(
  listing: PricedListing,
  { night, month, isExplained }: { night: OpenNight; month: MonthWish; isExplained: boolean },
): Omit<PricedNight, 'explain'> & { factors: Factors } {
  const { usual, decimals, demand, strategy } = listing
  const { coefficients } = demand.demand
  const sensitivity = Math.max(leastSensitivity, coefficients[priceAt] as number)
  // At the customary price, where demand was measured.
  const terms = termsOf(night, night.customary)
  const steps = priceSteps(usual, decimals, isExplained)
  const known: number[] = terms.map((term, i) => (i === 0 ? term : 0))
  const outlook: Outlook = {
    ...{ requests: requests(coefficients, known), customary: 1 },
    ...{ sensitivity, units: night.unitsLeft },
  }
  const toBest = (name: string, reason: () => string) => {
    if (isExplained) steps.to(name, usual * bestPrice(outlook), reason)
  }

  toBest(
    'demand',
    () =>
      `An ordinary night gets ${outlook.requests.toFixed(2)} requests at the usual price; each percent more turns ${sensitivity.toFixed(1)} % of the guests away (learnt from ${demand.evidence.nights} nights of this listing and from ${demand.evidence.neighbours} others).`,
  )
  for (const [name, [from, to]] of Object.entries(partsOfDemand)) {
    if (name === 'event') continue
    const was = outlook.requests
    for (let i = from; i < to; i += 1) known[i] = terms[i] as number
    // What guests are used to pay belongs to the time of the year.
    outlook.customary = night.customary
    outlook.requests = requests(coefficients, known)
    const times = outlook.requests / was
    toBest(name, () => `${inWords[name as keyof typeof inWords]}: ${changeText(times)}.`)
  }
  const event = requests(coefficients, terms) / outlook.requests
  const lift =
    strategy.eventBoostEnabled && event !== 1
      ? Math.min(
          1 + strategy.eventBoostMaxPct / 100,
          bestPrice({ ...outlook, requests: outlook.requests * event }) / bestPrice(outlook),
        )
      : 1
  const toLifted = (name: string, reason: () => string) =>
    steps.to(name, usual * bestPrice(outlook) * lift, reason)
  if (isExplained) toLifted('event', () => `${night.eventTitle ?? 'Event'}: ${changeText(event)}.`)

  const left = remaining(demand.curve, night.ahead)
  outlook.requests *= left
  if (isExplained)
    toLifted(
      'leadTime',
      () =>
        `${Math.round(left * 100)} % of the requests are still to come ${night.ahead} days before the night.`,
    )
  const room = fitting(demand.lengths, night)
  const relativeRoom = Math.min(1, room / listing.usualFit)
  outlook.requests *= relativeRoom
  const free = night.before + 1 + night.after
  toLifted('gap', () =>
    room === 0
      ? `A gap of ${free} nights is shorter than the least stay of ${night.minNights}: nobody can book it before that is lowered.`
      : `A gap of ${free} nights has room for ${Math.round(relativeRoom * 100)} % of the usual stays (${meanLength(demand.lengths).toFixed(1)} nights on average).`,
  )

  const off = error(outlook, {
    demand: Math.sqrt(uncertainty(demand.demand, terms)),
    sensitivity: Math.sqrt(demand.demand.covariance[priceAt]?.[priceAt] ?? 0),
  })
  const confidence = Math.round(Math.max(0, Math.min(0.95, 1 - off)) * evidenceShare(demand) * 100) / 100
  wishes(steps, listing, night, { month, confidence })
  limits(steps, listing, night)

  const expectation = expectationAt({ ...outlook, requests: outlook.requests * event }, steps.price / usual)
  return {
    date: night.date,
    ...steps.end(),
    confidence,
    bookingProbability: expectation.probability,
    expectedSold: expectation.sold,
  }
}

/** A model is surer of itself than few sales allow: a neighbour counts like ten sold nights, twenty more are to be had. */
function evidenceShare({ evidence }: ListingDemand): number {
  const known = evidence.sold + 10 * evidence.neighbours
  return known / (known + 20)
}

type Steps = ReturnType<typeof priceSteps>

function wishes(
  steps: Steps,
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

function limits(steps: Steps, { strategy, decimals }: PricedListing, night: OpenNight): void {
  const { currentPrice: current } = night
  const share = strategy.maxDailyChangePct / 100
  const change: [number, number] =
    current === null || current === 0
      ? [0, Number.POSITIVE_INFINITY]
      : [current * (1 - share), current * (1 + share)]
  const within = ([least, most]: readonly [number, number], price: number) =>
    Math.min(most, Math.max(least, price))
  steps.to(
    'dailyChange',
    within(change, steps.price),
    () => `At most ${strategy.maxDailyChangePct} % a day away from the price now, ${current}.`,
  )
  const bounds: [number, number] = [
    Number(strategy.minPrice ?? 0),
    Number(strategy.maxPrice ?? Number.POSITIVE_INFINITY),
  ]
  steps.to('limits', within(bounds, steps.price), () => 'Least and highest price of the strategy.')
  const rounded = within(bounds, roundedPrice(steps.price, decimals))
  // A step that rounding takes beyond the daily change is not taken.
  const kept = rounded < change[0] || rounded > change[1] ? steps.price : rounded
  steps.to('rounding', kept, () => 'To a price as hosts write it.')
}
