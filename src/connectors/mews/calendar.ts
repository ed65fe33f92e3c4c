import type { CalendarDayRecord } from '../../contract/records.ts'
import { demand, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays, daysFrom, stretches } from '../../connector-kit/dates.ts'
import { mapAll, ownMapping } from '../../connector-kit/paginate.ts'
import { remember, rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readAccount } from './account.ts'
import type { Service } from './account.ts'
import { ask, everyRow } from './calls.ts'
import { byNight, pricesByNight, publicRate, toCalendarDay } from './map-calendar.ts'
import type { NightParts, NightPrice } from './map-calendar.ts'
import { nightStart, span } from './map.ts'
import { rulesFor } from './restrictions.ts'
import type { RateOffer } from './restrictions.ts'
import { Availability, CategoryAvailability, VendorPricing, VendorRate, VendorRestriction } from './vendor.ts'
import type { VendorCategory } from './vendor.ts'

// The vendor refuses more than 367 nights per call.
const longestRangeDays = 366
// One call has the prices and restrictions of all room types, whose calendars are read one after the other.
// They are kept for one piece of work only, so that the next booking sees new ones.
const keptMs = 60_000

const read = ownMapping('calendarDay', toCalendarDay, ({ date }) => date)

interface CategoryStretch {
  category: VendorCategory
  service: Service
  unitCount: number
  from: string
  to: string
}

type MewsCalendar = NonNullable<VendorOperations['calendar']>
type CalendarWalk = Parameters<MewsCalendar['range']>[1]

/** Reads every night with its price. */
export const calendar: MewsCalendar = {
  range: (context, walk) => rangeOf(context, walk, () => true),
}

/** Reads only availability: prices are fetched only if a restriction depends on them. */
export function daysOnSale(context: VendorContext, walk: CalendarWalk): Promise<CalendarDayRecord[]> {
  return rangeOf(context, walk, (restrictions) => restrictions.some(dependsOnPrice))
}

/** Reads the day of departure too, so that a booking after a quote finds its restrictions in memory. */
export const nightsOnSale: MewsCalendar = {
  async range(context, walk) {
    const days = await daysOnSale(context, { ...walk, to: addDays(walk.to, 1) })
    return days.filter(({ date }) => date <= walk.to)
  },
}

const dependsOnPrice = ({ Exceptions }: VendorRestriction): boolean =>
  Boolean(Exceptions?.MinPrice ?? Exceptions?.MaxPrice)

type NeedsPrices = (restrictions: VendorRestriction[]) => boolean

async function rangeOf(
  context: VendorContext,
  { listing, from, to }: CalendarWalk,
  needsPrices: NeedsPrices,
): Promise<CalendarDayRecord[]> {
  const { categories, services } = await readAccount(context)
  const category = categories.get(listing.externalId)
  const service = category && services.get(category.ServiceId)
  if (category === undefined || service === undefined) {
    throw new VendorError('not_found', `no room type ${listing.externalId}`)
  }
  const days: CalendarDayRecord[] = []
  for (const range of stretches(from, to, longestRangeDays)) {
    const stretch = { category, service, unitCount: listing.unitCount, ...range }
    days.push(...(await readStretch(context, stretch, needsPrices)))
  }
  return days
}

async function readStretch(
  context: VendorContext,
  stretch: CategoryStretch,
  needsPrices: NeedsPrices,
): Promise<CalendarDayRecord[]> {
  const { category, service, unitCount, from, to } = stretch
  const rate = await soldRate(context, service.id)
  const left = await availability(context, stretch)
  const restrictions = rate === null ? [] : await restrictionsOn(context, stretch, rate)
  const isPriced = rate !== null && needsPrices(restrictions)
  const prices = isPriced ? await pricing(context, stretch, rate) : new Map<string, NightPrice>()
  const offer: RateOffer | null = rate && {
    category,
    rate,
    timeZone: service.hotel.timeZone,
    startOffset: span(service.startOffset) ?? new Temporal.Duration(),
    now: Temporal.Instant.fromEpochMilliseconds(context.now().getTime()),
  }
  const rules = offer === null ? [] : sound('restrictions', () => rulesFor(restrictions, offer))
  const nights = daysFrom(from, to).map((date): NightParts => {
    const rooms = left.get(date)
    // A missing night would read as free: no new calendar is better than one with a gap.
    if (rooms === undefined) throw new VendorError('malformed', `no availability for the night of ${date}`)
    return { date, left: rooms, unitCount, price: prices.get(date), rules, offer }
  })
  return mapAll(nights, read)
}

/** Availability is never kept: the calendar is read again because a booking changed it. */
async function availability(
  context: VendorContext,
  { category, service, from, to }: CategoryStretch,
): Promise<Map<string, number>> {
  const body = { ServiceId: service.id, ...bounds(service, from, to) }
  const answer = demand(Availability, await ask(context, 'services/getAvailability', body), 'availability')
  const categories = readable(CategoryAvailability, answer.CategoryAvailabilities)
  const own = categories.find(({ CategoryId }) => CategoryId === category.Id)
  if (categories.length === 0) throw new VendorError('malformed', `no availability of service ${service.id}`)
  const { timeZone } = service.hotel
  // A room type that is missing or unreadable among others has nothing to sell.
  const left = own?.Availabilities ?? answer.TimeUnitStartsUtc.map(() => 0)
  return sound('availability', () => byNight(answer.TimeUnitStartsUtc, left, timeZone))
}

async function pricing(
  context: VendorContext,
  stretch: CategoryStretch,
  rate: VendorRate,
): Promise<Map<string, NightPrice>> {
  const { category, service } = stretch
  const answer = await pricesOf(context, stretch, rate)
  return sound('prices', () => pricesByNight(answer, category.Id, service.hotel))
}

/** Returns the prices of all room types at a rate. */
export async function pricesOf(
  context: VendorContext,
  { service, from, to }: Pick<CategoryStretch, 'service' | 'from' | 'to'>,
  rate: VendorRate,
): Promise<VendorPricing> {
  const key = `pricing ${rate.Id} ${from} ${to} ${writesTo(service.id)}`
  const answer = await remember(context, key, keptMs, () =>
    ask(context, 'rates/getPricing', { RateId: rate.Id, ...bounds(service, from, to) }),
  )
  return demand(VendorPricing, answer, 'prices')
}

/** Returns the rate that is sold to everybody, or null. */
export async function soldRate(context: VendorContext, serviceId: string): Promise<VendorRate | null> {
  const rows = await rememberSettings(context, `rates ${serviceId}`, keptMs, () =>
    everyRow(context, 'rates/getAll', {
      ServiceIds: [serviceId],
      ActivityStates: ['Active'],
      Extent: { Rates: true, AvailabilityBlockAssignments: false },
    }),
  )
  return publicRate(readable(VendorRate, rows))
}

async function restrictionsOn(
  context: VendorContext,
  { service, from, to }: CategoryStretch,
  rate: VendorRate,
): Promise<VendorRestriction[]> {
  const { timeZone } = service.hotel
  const key = `restrictions ${rate.Id} ${from} ${to} ${writesTo(service.id)}`
  const rows = await remember(context, key, keptMs, () =>
    everyRow(context, 'restrictions/getAll', {
      ServiceIds: [service.id],
      RateIds: [rate.Id],
      CollidingUtc: { StartUtc: nightStart(from, timeZone), EndUtc: nightStart(addDays(to, 1), timeZone) },
    }),
  )
  // An unreadable part of a restriction may be the one that closes the hotel (`rulesFor`).
  return rows.map((row) => demand(VendorRestriction, row, 'a restriction'))
}

/** Formats the first and last night as the vendor's bounds, both included. */
export function bounds({ hotel }: Service, from: string, to: string): Record<string, string> {
  return {
    FirstTimeUnitStartUtc: nightStart(from, hotel.timeZone),
    LastTimeUnitStartUtc: nightStart(to, hotel.timeZone),
  }
}

/** A calendar with one unreadable value is refused as a whole. */
function sound<T>(subject: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new VendorError(
      'malformed',
      `${subject}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const counts = new Map<string, number>()

/** Counts writes of a service's prices or restrictions, so that older readings are not used. */
function writesTo(serviceId: string): number {
  return counts.get(serviceId) ?? 0
}

export function noteWrite(serviceId: string): void {
  counts.set(serviceId, writesTo(serviceId) + 1)
}
