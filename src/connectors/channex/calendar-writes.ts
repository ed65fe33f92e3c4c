import { fieldOf, isFields, orNull } from '../../connector-kit/answers.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { addDays, todayAt } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { untakeable } from '../../connector-kit/section-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { base, mistakesIn } from './envelope.ts'
import { propertyOf, ratePlansOf, rulesOfProperty } from './properties.ts'
import { countsToOpen, type CountToWrite, type OpenedNights } from './room-counts.ts'
import type { ChannexRatePlan } from './vendor.ts'

/** Holds the plans that a change is written to; null for a room type that is not there. */
interface Target {
  propertyId: string
  plans: readonly ChannexRatePlan[]
  /** False if a plan may have been missed, which a closed night would leave open. */
  isWhole: boolean
  leastNights: string
  midnight: Midnight
}

/** Rows that begin before today are refused as a whole. Whether its date is the property's or UTC's is not documented. */
interface Midnight {
  /** Nights before the property's today are over, so they are not sent. */
  first: string
  /** The first night that is taken by either clock. */
  firstSure: string
}

/** One row of a message, with the place of the change it comes from. */
interface NightRow {
  index: number
  value: Record<string, unknown>
  /** True if it may be over at the vendor, which then sells no night of it. */
  isMaybeOver: boolean
}

interface NightRefusal {
  index: number
  message: string
}

/**
 * The vendor works through messages in the order in which they come, and answers before it has. A closed night is
 * stopped in every rate plan: a property can have counts rise when a booking is cancelled.
 */
export const calendarWrites: CalendarWrites = {
  fields: {
    ...{ available: true, price: true, minNights: true, maxNights: true, availableUnits: true },
    ...{ closedToArrival: true, closedToDeparture: true },
  },
  batch: { changes: 500, listings: 'many', within: 'listing' },

  async write(context, requests) {
    const targets = new Map<string, Target | null>()
    for (const { listingExternalId: id } of requests) {
      if (!targets.has(id)) targets.set(id, await targetOf(context, id))
    }
    const changes = requests.map((change) => fromToday(change, targets.get(change.listingExternalId) ?? null))
    const refused: NightRefusal[] = untakeable(changes, (change) =>
      problemOf(change, targets.get(change.listingExternalId) ?? null),
    )
    const isTaken = (index: number) => !refused.some((refusal) => refusal.index === index)
    const countsOf = await countsFor(
      context,
      changes.filter((_, index) => isTaken(index)),
      targets,
    )
    const rowsOf = (
      rows: (change: CalendarChange, target: Target) => Record<string, unknown>[],
    ): NightRow[] =>
      changes.flatMap((change, index) => {
        const target = targets.get(change.listingExternalId)
        if (!target || !isTaken(index)) return []
        return rows(change, target).flatMap((value) => parted(value, target.midnight, index))
      })
    // Rules come first, so that no room is counted as free under the old ones.
    const refusals = [
      ...(await send(context, 'restrictions', rowsOf(restrictionsOf))),
      ...(await send(context, 'availability', rowsOf(countsOf))),
    ]
    // A change that was refused for several reasons has its first one.
    const first = new Map(refusals.toReversed().map((one) => [one.index, one]))
    return { refused: [...refused, ...first.values()] }
  },
}

async function targetOf(context: VendorContext, roomTypeId: string): Promise<Target | null> {
  const propertyId = await orNull(propertyOf(context, roomTypeId))
  if (propertyId === null) return null
  const { of, isWhole } = await ratePlansOf(context, propertyId)
  const { leastNights, timeZone } = await rulesOfProperty(context, propertyId)
  return {
    propertyId,
    plans: of(roomTypeId),
    isWhole,
    leastNights,
    midnight: midnightIn(timeZone, context.now()),
  }
}

function midnightIn(timeZone: string | null, now: Date): Midnight {
  const [there, inUtc] = [todayAt(timeZone, now), todayAt(null, now)]
  return { first: there, firstSure: there > inUtc ? there : inUtc }
}

/** Leaves nights out that are over at the property. */
const fromToday = (change: CalendarChange, target: Target | null): CalendarChange =>
  target !== null && change.from < target.midnight.first ? { ...change, from: target.midnight.first } : change

/** Nights that may be over stand in a row of their own, which alone is refused if they are. */
function parted(value: NightRow['value'], { firstSure }: Midnight, index: number): NightRow[] {
  const { date_from: from, date_to: to } = value as { date_from: string; date_to: string }
  if (firstSure <= from) return [{ index, value, isMaybeOver: false }]
  const over = {
    index,
    value: { ...value, date_to: earlierOf(to, addDays(firstSure, -1)) },
    isMaybeOver: true,
  }
  return to < firstSure
    ? [over]
    : [over, { index, value: { ...value, date_from: firstSure }, isMaybeOver: false }]
}

const earlierOf = (a: string, b: string): string => (a < b ? a : b)

function problemOf(change: CalendarChange, target: Target | null): string | null {
  if (target === null) return 'Channex has no such room type'
  if (change.available === false && !target.isWhole) return 'a rate plan of Channex could not be read'
  if (change.to < target.midnight.first) return 'the nights are over at the property'
  const [plan] = target.plans
  const { availableUnits, price, currency } = change
  const isCountAlone = availableUnits !== undefined && Object.keys(rulesIn(change, target)).length === 0
  if (plan === undefined)
    return isCountAlone && change.available === undefined ? null : 'the room type has no rate plan in Channex'
  if (opensUncounted(change) && change.unitCount === 0)
    return 'how many rooms there are is not known; say how many are left'
  if (price === undefined || currency === null || !plan.currency || plan.currency === currency) return null
  return `the rate plan is priced in ${plan.currency}, not in ${currency}`
}

function rulesIn(
  { price, minNights, maxNights, closedToArrival, closedToDeparture }: CalendarChange,
  { leastNights }: Target,
): Record<string, unknown> {
  const rules = {
    rate: price,
    [leastNights]: minNights,
    max_stay: maxNights,
    closed_to_arrival: closedToArrival,
    closed_to_departure: closedToDeparture,
  }
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined))
}

/** The first plan takes price and rules; others keep their own, but a stopped night is stopped in all. */
function restrictionsOf(change: CalendarChange, target: Target): Record<string, unknown>[] {
  const { from, to, available } = change
  const stop = available === undefined ? {} : { stop_sell: !available }
  return target.plans.flatMap(({ id }, place) => {
    const rules = { ...(place === 0 ? rulesIn(change, target) : {}), ...stop }
    if (Object.keys(rules).length === 0) return []
    return [{ property_id: target.propertyId, rate_plan_id: id, date_from: from, date_to: to, ...rules }]
  })
}

/** A night that is opened without a count needs rooms to sell. */
const opensUncounted = ({ available, availableUnits }: CalendarChange) =>
  available === true && availableUnits === undefined

/** A home has no room left while it is closed, so that a rate plan which is added meanwhile does not sell it. */
const closesHome = ({ available, unitCount }: CalendarChange) => available === false && unitCount === 1

/** Returns a function that gives the rows of rooms left which a change needs. */
async function countsFor(
  context: VendorContext,
  changes: readonly CalendarChange[],
  targets: ReadonlyMap<string, Target | null>,
): Promise<(change: CalendarChange, target: Target) => Record<string, unknown>[]> {
  const opened = Map.groupBy(
    changes.filter(opensUncounted),
    ({ listingExternalId }) => targets.get(listingExternalId)?.propertyId ?? '',
  )
  const toOpen = new Map<string, (nights: OpenedNights) => CountToWrite[]>()
  for (const [propertyId, nights] of opened)
    toOpen.set(propertyId, await countsToOpen(context, propertyId, nights))
  return (change, { propertyId }) => {
    const { listingExternalId: room_type_id, from, to, availableUnits } = change
    const rooms = availableUnits ?? (closesHome(change) ? 0 : undefined)
    const counts = opensUncounted(change)
      ? (toOpen.get(propertyId)?.(change) ?? [])
      : rooms === undefined
        ? []
        : [{ from, to, rooms }]
    return counts.map(({ from: date_from, to: date_to, rooms: availability }) => ({
      ...{ property_id: propertyId, room_type_id, date_from, date_to, availability },
    }))
  }
}

/** Answers of success list as warnings what was not taken, beside the rows it was found in. */
async function send(
  { http }: VendorContext,
  path: string,
  rows: readonly NightRow[],
): Promise<NightRefusal[]> {
  if (rows.length === 0) return []
  const answer = await http.post(`${base}/${path}`, { body: { values: rows.map(({ value }) => value) } })
  const warnings = fieldOf(fieldOf(answer, 'meta'), 'warnings')
  return (Array.isArray(warnings) ? (warnings as unknown[]) : []).flatMap((warning) => {
    const mistakes = fieldOf(warning, 'warning')
    const message = mistakesIn(mistakes).join('; ') || 'Channex did not take the nights'
    return rows
      .filter(({ value, isMaybeOver }) => isAbout(warning, value) && !(isMaybeOver && isOfDates(mistakes)))
      .map(({ index }) => ({ index, message }))
  })
}

const isOfDates = (mistakes: unknown): boolean =>
  isFields(mistakes) &&
  Object.keys(mistakes).length > 0 &&
  Object.keys(mistakes).every((name) => name.startsWith('date'))

/** A warning that names no row is taken for every row. */
function isAbout(warning: unknown, value: Record<string, unknown>): boolean {
  const names = ['rate_plan_id', 'room_type_id', 'date_from', 'date_to']
  if (!isFields(warning)) return true
  return names.every((name) => {
    const word = presentText(warning[name])
    return word === null || value[name] === undefined || word === value[name]
  })
}
