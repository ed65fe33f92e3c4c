import { demand, readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ask, everyRow, rowsFor } from './calls.ts'
import { instant } from './map.ts'
import { AgeCategory, VendorCategory, VendorEnterprise, VendorService } from './vendor.ts'
import type { VendorReservation } from './vendor.ts'

/** The access token of a portfolio reaches several hotels. */
export type Hotel = ReturnType<typeof toHotel>

/** A service here is booked by the night. */
export interface Service {
  id: string
  hotel: Hotel
  isActive: boolean
  startOffset: string | null
  endOffset: string | null
}

export type AgeGroup = 'adults' | 'children' | 'infants'

export interface MewsAccount {
  isPortfolio: boolean
  hotels: Hotel[]
  services: Map<string, Service>
  /** All services are included, even deleted ones and those without beds. */
  categories: Map<string, VendorCategory>
  ages: Map<string, AgeGroup>
  /** Each service counts guests in these age categories, in the vendor's order. */
  countedIn: Map<string, { id: string; group: AgeGroup }[]>
}

const keptMs = 60_000
// Channels do not count infants as guests, and take two years as the limit.
const oldestInfant = 2

// The vendor's documentation lists these types of resource categories. Unknown types count as rooms: a
// missing room type does more harm than a hall that is shown.
const notSleptIn = new Set([
  ...['Office', 'MeetingRoom', 'ParkingSpot', 'Desk', 'TeamArea', 'Membership', 'Bike'],
  ...['ExtraBed', 'Cot', 'Crib', 'ConferenceRoom', 'Rooftop', 'Garden', 'Restaurant', 'Amphitheater'],
])

export function isSleptIn({ Type }: VendorCategory): boolean {
  return !notSleptIn.has(Type ?? '')
}

/** Returns the services with rooms to sleep in. */
export function stayServices({ services, categories }: MewsAccount): string[] {
  const used = new Set([...categories.values()].filter(isSleptIn).map(({ ServiceId }) => ServiceId))
  return [...services.keys()].filter((id) => used.has(id))
}

/** A stay's service names the hotel. A room type belongs to one service, so it names the hotel too. */
export function serviceOf(
  { services, categories }: MewsAccount,
  row: Pick<VendorReservation, 'ServiceId' | 'RequestedResourceCategoryId'>,
): Service | undefined {
  const ofCategory = categories.get(row.RequestedResourceCategoryId)?.ServiceId
  return services.get(row.ServiceId ?? '') ?? services.get(ofCategory ?? '')
}

/** Settings of the account hardly change, so they are kept. */
export function readAccount(context: VendorContext): Promise<MewsAccount> {
  return rememberSettings(context, 'account', keptMs, () => loadAccount(context))
}

/** Returns the account's own enterprise, which stands for a whole portfolio, and the vendor's time. */
export async function readConfiguration(
  context: VendorContext,
): Promise<{ enterprise: VendorEnterprise; now: string }> {
  const { Enterprise, NowUtc } = await ask(context, 'configuration/get')
  return {
    enterprise: demand(VendorEnterprise, Enterprise, 'an enterprise'),
    now: momentOf(NowUtc) ?? context.now().toISOString(),
  }
}

/** Returns null for an unreadable moment; our own clock replaces it. */
function momentOf(value: unknown): string | null {
  try {
    return typeof value === 'string' ? instant(value) : null
  } catch {
    return null
  }
}

async function loadAccount(context: VendorContext): Promise<MewsAccount> {
  const { enterprise } = await readConfiguration(context)
  const isPortfolio = enterprise.IsPortfolio === true
  const hotels = isPortfolio ? await portfolio(context) : [toHotel(enterprise)]
  const rows = readable(
    VendorService,
    await everyRow(context, 'services/getAll', { ServiceType: 'Bookable' }),
  )
  const services = new Map(
    rows.flatMap((row) => {
      const service = toService(row, hotels)
      return service === null ? [] : [[service.id, service]]
    }),
  )
  const ids = [...services.keys()]
  const states = { ActivityStates: ['Active', 'Deleted'] }
  const categories = await rowsFor(context, 'resourceCategories/getAll', 'ServiceIds', ids, states)
  const ages = await rowsFor(context, 'ageCategories/getAll', 'ServiceIds', ids, states)
  const ageRows = readable(AgeCategory, ages)
  return {
    isPortfolio,
    hotels,
    services,
    categories: new Map(readable(VendorCategory, categories).map((row) => [row.Id, row])),
    ages: new Map(ageRows.map((row) => [row.Id, ageGroup(row)])),
    countedIn: countedIn(ageRows),
  }
}

/** The list of enterprises lacks their currencies. */
async function portfolio(context: VendorContext): Promise<Hotel[]> {
  const rows = await everyRow(context, 'enterprises/getAll')
  const hotels: Hotel[] = []
  for (const { Id } of rows.map((row) => demand(VendorEnterprise, row, 'an enterprise'))) {
    const { Enterprise } = await ask(context, 'configuration/get', { EnterpriseId: Id })
    hotels.push(toHotel(demand(VendorEnterprise, Enterprise, 'an enterprise')))
  }
  return hotels
}

function toHotel(row: VendorEnterprise) {
  const own = row.Currencies?.find(({ IsDefault }) => IsDefault === true)
  return {
    id: row.Id,
    name: presentText(row.Name),
    timeZone: knownTimeZone(row.TimeZoneIdentifier),
    currency: currencyCode(own?.Currency),
    /** The value says if the hotel's prices include taxes. */
    pricing: row.Pricing === 'Net' ? ('Net' as const) : ('Gross' as const),
    language: presentText(row.DefaultLanguageCode),
    /** Guest profiles belong to the chain. */
    chainId: presentText(row.ChainId),
    address: row.Address,
  }
}

// Every date of the hotel depends on the time zone, so no default can replace it.
function knownTimeZone(name: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    throw new VendorError('malformed', `unknown time zone ${name.slice(0, 60)}`)
  }
}

/** Returns null for a service that is not booked by the night. */
function toService(row: VendorService, hotels: Hotel[]): Service | null {
  const { Discriminator, Value } = row.Data ?? {}
  const hotel = hotels.find(({ id }) => id === row.EnterpriseId)
  const unit = Value?.TimeUnitPeriod ?? Value?.TimeUnit
  if (Discriminator !== 'Bookable' || unit !== 'Day' || hotel === undefined) return null
  return {
    id: row.Id,
    hotel,
    isActive: row.IsActive !== false,
    startOffset: Value?.StartOffset ?? null,
    endOffset: Value?.EndOffset ?? null,
  }
}

function countedIn(rows: AgeCategory[]): MewsAccount['countedIn'] {
  const active = rows.filter(({ IsActive }) => IsActive !== false)
  const groups = Map.groupBy(active, ({ ServiceId }) => ServiceId ?? '')
  return new Map(
    [...groups].map(([id, own]) => [id, own.map((row) => ({ id: row.Id, group: ageGroup(row) }))]),
  )
}

function ageGroup({ Classification, MaximalAge }: AgeCategory): AgeGroup {
  if (Classification !== 'Child') return 'adults'
  return typeof MaximalAge === 'number' && MaximalAge <= oldestInfant ? 'infants' : 'children'
}
