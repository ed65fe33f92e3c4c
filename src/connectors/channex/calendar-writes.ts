import { fieldOf, isFields, orNull } from '../../connector-kit/answers.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { untakeable } from '../../connector-kit/section-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { base, mistakesIn } from './envelope.ts'
import { leastNightsName, propertyOf, ratePlansOf } from './properties.ts'
import type { ChannexRatePlan } from './vendor.ts'

/** Holds the plans that a change is written to; null for a room type that is not there. */
interface Target {
  propertyId: string
  plans: readonly ChannexRatePlan[]
  /** False if a plan may have been missed, which a closed night would leave open. */
  isWhole: boolean
  leastNights: string
}

/** One row of a message, with the place of the change it comes from. */
interface NightRow {
  index: number
  value: Record<string, unknown>
}

interface NightRefusal {
  index: number
  message: string
}

/**
 * The vendor works through messages in the order in which they come, and answers before it has. A closed night is
 * stopped in every rate plan: a count would rise again when a booking is cancelled.
 */
export const calendarWrites: CalendarWrites = {
  fields: {
    ...{ available: true, price: true, minNights: true, maxNights: true, availableUnits: true },
    ...{ closedToArrival: true, closedToDeparture: true },
  },
  batch: { changes: 500, listings: 'many', within: 'listing' },

  async write(context, changes) {
    const targets = new Map<string, Target | null>()
    for (const { listingExternalId: id } of changes) {
      if (!targets.has(id)) targets.set(id, await targetOf(context, id))
    }
    const refused: NightRefusal[] = untakeable(changes, (change) =>
      problemOf(change, targets.get(change.listingExternalId) ?? null),
    )
    const rowsOf = (
      rows: (change: CalendarChange, target: Target) => Record<string, unknown>[],
    ): NightRow[] =>
      changes.flatMap((change, index) => {
        const target = targets.get(change.listingExternalId)
        if (!target || refused.some((refusal) => refusal.index === index)) return []
        return rows(change, target).map((value) => ({ index, value }))
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
  const leastNights = await leastNightsName(context, propertyId)
  return { propertyId, plans: of(roomTypeId), isWhole, leastNights }
}

function problemOf(change: CalendarChange, target: Target | null): string | null {
  if (target === null) return 'Channex has no such room type'
  if (change.available === false && !target.isWhole) return 'a rate plan of Channex could not be read'
  const [plan] = target.plans
  const { availableUnits, price, currency } = change
  const isCountAlone = availableUnits !== undefined && Object.keys(rulesIn(change, target)).length === 0
  if (plan === undefined)
    return isCountAlone && change.available === undefined ? null : 'the room type has no rate plan in Channex'
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

function countsOf({ listingExternalId, from, to, availableUnits }: CalendarChange, { propertyId }: Target) {
  if (availableUnits === undefined) return []
  const days = { date_from: from, date_to: to }
  return [{ property_id: propertyId, room_type_id: listingExternalId, ...days, availability: availableUnits }]
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
    const message = mistakesIn(fieldOf(warning, 'warning')).join('; ') || 'Channex did not take the nights'
    return rows.filter(({ value }) => isAbout(warning, value)).map(({ index }) => ({ index, message }))
  })
}

/** A warning that names no row is taken for every row. */
function isAbout(warning: unknown, value: Record<string, unknown>): boolean {
  const names = ['rate_plan_id', 'room_type_id', 'date_from', 'date_to']
  if (!isFields(warning)) return true
  return names.every((name) => {
    const word = presentText(warning[name])
    return word === null || value[name] === undefined || word === value[name]
  })
}
