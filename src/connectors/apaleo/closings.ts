/**
 * Nights are closed by setting the units that are left out of order, with one entry for each unit and night. Only nights that are
 * on sale are closed, so a second try after a lost answer finds them closed.
 */
import { orLocked, orNull, readable } from '../../connector-kit/answers.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import { addDays, dayRuns, daysFrom, inStretches } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { propertyIdOf } from './account.ts'
import { longestRangeDays, soldNights, type SoldNight } from './calendar.ts'
import { everyListRow } from './envelope.ts'
import { VendorFreeUnit, VendorMaintenance } from './vendor.ts'

const path = '/operations/v1/maintenances'
/** The vendor names no limit. */
const mostAtOnce = 100
const lacksScope =
  'the app may not write maintenances in Apaleo: add maintenances.create and maintenances.manage to its scopes'

/** Staff see this text. Only entries that have it are removed, so those of others stay. */
const descriptionOf = (unitGroupId: string, night: string) => `Closed by Lodgewire: ${unitGroupId} ${night}`

type Nights = Pick<CalendarChange, 'listingExternalId' | 'from' | 'to'>

/** Closes what it can, and returns why a night stays on sale. */
export async function closeNights(
  context: VendorContext,
  { listingExternalId, from, to }: Nights,
): Promise<string | null> {
  const nights = await inStretches({ from, to }, longestRangeDays, async (stretch) =>
    (await soldNights(context, listingExternalId, stretch)).values().toArray(),
  )
  const open = nights.filter(({ sellable }) => sellable > 0)
  const entries: object[] = []
  let problem: string | null = null
  for (const run of dayRuns(open.map(({ date }) => date).toSorted())) {
    const inRun = open.filter(({ date }) => date >= run.from && date <= run.to)
    for (const { night, units } of await unitsToClose(context, listingExternalId, inRun)) {
      const description = descriptionOf(listingExternalId, night.date)
      const { from: begin, to: end } = night
      entries.push(
        ...units.map((unitId) => ({ unitId, from: begin, to: end, type: 'OutOfOrder', description })),
      )
      if (units.length < night.sellable)
        problem ??= `Apaleo still sells ${night.date}: its unit group may be overbooked, which only its staff can change`
    }
  }
  for (let start = 0; start < entries.length; start += mostAtOnce) {
    const refusal = await addEntries(context, entries.slice(start, start + mostAtOnce))
    problem ??= refusal
  }
  return problem
}

/** One entry that is refused, such as that of a unit that was booked meanwhile, must not keep the others from being made. */
async function addEntries(context: VendorContext, entries: readonly object[]): Promise<string | null> {
  try {
    const answer = await orLocked(context.http.post(`${path}/bulk`, { body: { maintenances: entries } }))
    return answer === null ? lacksScope : null
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    if (entries.length === 1) return error.vendorMessage ?? error.message
    const middle = Math.ceil(entries.length / 2)
    const refusal = await addEntries(context, entries.slice(0, middle))
    return (await addEntries(context, entries.slice(middle))) ?? refusal
  }
}

interface NightUnits {
  night: SoldNight
  units: string[]
}

/** Takes as many units as are on sale, so that stays without a unit keep theirs. Units that are free all along come first. */
async function unitsToClose(
  context: VendorContext,
  unitGroupId: string,
  nights: readonly SoldNight[],
): Promise<NightUnits[]> {
  const [first, last] = [nights[0], nights.at(-1)]
  if (first === undefined || last === undefined) return []
  const free = await freeUnits(context, unitGroupId, { from: first.from, to: last.to })
  const isEnough = nights.every(({ sellable }) => sellable <= free.length)
  if (isEnough || nights.length === 1)
    return nights.map((night) => ({ night, units: free.slice(0, night.sellable) }))
  const middle = Math.ceil(nights.length / 2)
  return [
    ...(await unitsToClose(context, unitGroupId, nights.slice(0, middle))),
    ...(await unitsToClose(context, unitGroupId, nights.slice(middle))),
  ]
}

/** Units that nobody has between these moments. A unit with a small defect is on sale as well. */
async function freeUnits(
  context: VendorContext,
  unitGroupId: string,
  moments: { from: string; to: string },
): Promise<string[]> {
  const propertyId = await propertyIdOf(context, unitGroupId)
  const query = { propertyId, unitGroupId, ...moments, includeOutOfService: true }
  const rows = await everyListRow(context.http, { path: '/availability/v1/units', name: 'units', query })
  const own = readable(VendorFreeUnit, rows).filter(({ unitGroup }) => unitGroup?.id === unitGroupId)
  const isSound = ({ status }: VendorFreeUnit) => presentText(status?.maintenanceType) === null
  return [...own.filter(isSound), ...own.filter((unit) => !isSound(unit))].map(({ id }) => String(id))
}

/** Removes our own entries. What staff have closed stays closed. */
export async function openNights(
  context: VendorContext,
  { listingExternalId, from, to }: Nights,
): Promise<string | null> {
  const propertyId = await propertyIdOf(context, listingExternalId)
  const own = new Set(daysFrom(from, to).map((night) => descriptionOf(listingExternalId, night)))
  // The vendor wants moments. A day more on both sides covers every time zone.
  const moments = { from: `${addDays(from, -1)}T00:00:00Z`, to: `${addDays(to, 2)}T00:00:00Z` }
  const query = { propertyId, ...moments, types: 'OutOfOrder' }
  const rows = await orLocked(everyListRow(context.http, { path, name: 'maintenances', query }))
  if (rows === null) return lacksScope
  for (const { id, description } of readable(VendorMaintenance, rows)) {
    if (own.has(presentText(description) ?? ''))
      await orNull(context.http.delete(`${path}/${encodeURIComponent(String(id))}`))
  }
  return null
}
