/** Recommends a night's price: demand first, then the host's wishes, each as a step. */
import { bestPrice, meanSquaredError, expectationAt, type Outlook } from './best-price.ts'
import { leastSensitivity, requests, uncertainty } from './demand.ts'
import { amountText, changeText, priceSteps, type PriceFactors } from './factors.ts'
import type { ListingDemand } from './learn.ts'
import { remaining } from './lead-times.ts'
import type { MonthWish, OpenNight, PricedListing } from './open-night.ts'
import { fitting, meanLength } from './stay-lengths.ts'
import { partsOfDemand, priceAt, termsOf } from './terms.ts'
import { limits, wishes } from './wishes.ts'

export interface ModelledNightPrice {
  date: string
  price: string
  /** Builds the explained steps, which most nights never need. */
  explain: () => PriceFactors
  confidence: number
  bookingProbability: number
  expectedSold: number
}

/** A price leaves the customary one by the estimate less this many standard errors. */
const doubtWeight = 0.5

const inWords = { season: 'Time of the year', weekday: 'Day of the week', market: 'Prices of the market' }

export function priceNight(listing: PricedListing, night: OpenNight, month: MonthWish): ModelledNightPrice {
  const { factors: _none, ...priced } = stepByStep(listing, { night, month, isExplained: false })
  return { ...priced, explain: () => stepByStep(listing, { night, month, isExplained: true }).factors }
}

interface NightRequest {
  night: OpenNight
  month: MonthWish
  isExplained: boolean
}

/** The prices so far, the demand they rest on, and the answer to a change of either. */
interface PricingState {
  steps: ReturnType<typeof priceSteps>
  outlook: Outlook
  /** Adds a step at the best price for the outlook of this moment. */
  toBest(name: string, reason: () => string, lift?: number): void
}

function stepByStep(
  listing: PricedListing,
  { night, month, isExplained }: NightRequest,
): Omit<ModelledNightPrice, 'explain'> & { factors: PriceFactors } {
  const { usual, decimals, demand } = listing
  const { coefficients } = demand.demand
  const sensitivity = Math.max(leastSensitivity, coefficients[priceAt] as number)
  // Uses the customary price, at which demand was measured.
  const terms = termsOf(night, night.customary)
  const steps = priceSteps(usual, decimals, isExplained)
  const known: number[] = terms.map((term, i) => (i === 0 ? term : 0))
  const outlook: Outlook = {
    ...{ requests: requests(coefficients, known), customary: 1 },
    ...{ sensitivity, units: night.unitsLeft },
  }
  const state: PricingState = {
    steps,
    outlook,
    toBest: (name, reason, lift = 1) => steps.to(name, usual * bestPrice(outlook) * lift, reason),
  }
  addDemand(listing, state, { night, terms, known, isExplained })
  const event = requests(coefficients, terms) / outlook.requests
  const lift = liftOf(listing, outlook, event)
  if (isExplained) state.toBest('event', () => `${night.eventTitle ?? 'Event'}: ${changeText(event)}.`, lift)
  addCalendar(listing, state, { night, lift, isExplained })
  const confidence = addDoubt(listing, state, { night, terms })
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

/** Takes in season, weekday and market one by one, so that each step shows its own part. */
function addDemand(
  { demand }: PricedListing,
  { outlook, toBest }: PricingState,
  {
    night,
    terms,
    known,
    isExplained,
  }: { night: OpenNight; terms: readonly number[]; known: number[]; isExplained: boolean },
): void {
  const { coefficients } = demand.demand
  if (isExplained)
    toBest(
      'demand',
      () =>
        `An ordinary night gets ${outlook.requests.toFixed(2)} requests at the usual price; each percent more turns ${outlook.sensitivity.toFixed(1)} % of the guests away (learnt from ${demand.evidence.nights} nights of this listing and from ${demand.evidence.neighbours} others).`,
    )
  for (const [name, [from, to]] of Object.entries(partsOfDemand)) {
    if (name === 'event') continue
    const was = outlook.requests
    for (let i = from; i < to; i += 1) known[i] = terms[i] as number
    // The price guests are used to depends on the season.
    outlook.customary = night.customary
    outlook.requests = requests(coefficients, known)
    const times = outlook.requests / was
    if (isExplained) toBest(name, () => `${inWords[name as keyof typeof inWords]}: ${changeText(times)}.`)
  }
}

/** An event raises the price by what demand bears, within the host's bound. */
function liftOf({ strategy }: PricedListing, outlook: Outlook, event: number): number {
  if (!strategy.eventBoostEnabled || event === 1) return 1
  return Math.min(
    1 + strategy.eventBoostMaxPct / 100,
    bestPrice({ ...outlook, requests: outlook.requests * event }) / bestPrice(outlook),
  )
}

/** Takes in how soon the night is, and whether a usual stay fits between its neighbours. */
function addCalendar(
  listing: PricedListing,
  { outlook, toBest }: PricingState,
  { night, lift, isExplained }: { night: OpenNight; lift: number; isExplained: boolean },
): void {
  const { demand } = listing
  const left = remaining(demand.curve, night.ahead)
  outlook.requests *= left
  if (isExplained)
    toBest(
      'leadTime',
      () =>
        `${Math.round(left * 100)} % of the requests are still to come ${night.ahead} days before the night.`,
      lift,
    )
  const room = fitting(demand.lengths, night)
  const relativeRoom = Math.min(1, room / listing.usualFit)
  outlook.requests *= relativeRoom
  const free = night.before + 1 + night.after
  toBest(
    'gap',
    () =>
      room === 0
        ? `A gap of ${free} nights is shorter than the least stay of ${night.minNights}: nobody can book it before that is lowered.`
        : `A gap of ${free} nights has room for ${Math.round(relativeRoom * 100)} % of the usual stays (${meanLength(demand.lengths).toFixed(1)} nights on average).`,
    lift,
  )
}

/** Moves the price back towards the customary one by how far off it may be; returns the confidence. */
function addDoubt(
  { usual, decimals, demand }: PricedListing,
  { steps, outlook }: PricingState,
  { night, terms }: { night: OpenNight; terms: readonly number[] },
): number {
  const off = meanSquaredError(outlook, {
    demand: Math.sqrt(uncertainty(demand.demand, terms)),
    sensitivity: Math.sqrt(demand.demand.covariance[priceAt]?.[priceAt] ?? 0),
  })
  const away = Math.log(steps.price / (usual * night.customary))
  const doubt = Math.min(Math.abs(away), doubtWeight * off)
  steps.to(
    'doubt',
    steps.price * Math.exp(-Math.sign(away) * doubt),
    () =>
      `It may be off by ${Math.round(off * 100)} %, so it stays nearer to what is customary for this month and day of the week, ${amountText(usual * night.customary, decimals)}.`,
  )
  return Math.round(Math.max(0, Math.min(0.95, 1 - off)) * evidenceShare(demand) * 100) / 100
}

/** The model is too sure with few sales, so confidence grows with sold nights; a neighbour counts like ten. */
function evidenceShare({ evidence }: ListingDemand): number {
  const known = evidence.sold + 10 * evidence.neighbours
  return known / (known + 20)
}
