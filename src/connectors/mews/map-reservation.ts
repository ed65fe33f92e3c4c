import type {
  GuestRecord,
  InquiryRecord,
  OccupancyRecord,
  ReservationRecord,
  StayRecord,
} from '../../contract/records.ts'
import { channelNamed, heldStatus, namedGuest, type StaySource } from '../../connector-kit/stay-readings.ts'
import { meaningOf, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { noteUnread, readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { isSleptIn, serviceOf, type MewsAccount, type AgeGroup } from './account.ts'
import { moneyOf, unpriced } from './map-money.ts'
import { instant, localTime } from './map.ts'
import type { OrderItem, VendorCustomer, VendorReservation } from './vendor.ts'

// Names that hotels give the companies of these channels; only the name tells which one it is.
const agencies: [RegExp, StaySource][] = [
  [/booking\s*\.?\s*com/i, 'booking.com'],
  [/\bair\s?bnb\b/i, 'airbnb'],
  [/\b(vrbo|home\s?away|abritel|fewo-?\s?direkt|stayz|bookabach)\b/i, 'vrbo'],
]

// Origin of a reservation; vendor documentation, service order origin.
const byOrigin: Record<string, StaySource> = {
  Distributor: 'website',
  Navigator: 'website',
  Commander: 'direct',
  ChannelManager: 'other',
  // Written down by another system for the hotel itself; what channels bring has an agency.
  Connector: 'direct',
  Import: 'other',
}

// How staff came to write a reservation down; vendor documentation, commander origin.
const byCommanderOrigin: Record<string, StaySource> = { Website: 'website', Channel: 'other' }

/** The channel is named by the travel agency alone; the origin only says through which door a booking came. */
function sourceOf(row: VendorReservation, agency: string | null): StaySource | null {
  const channel = agencies.find(([name]) => agency !== null && name.test(agency))?.[1]
  if (channel !== undefined) return channel
  if (agency !== null) return 'other'
  const { Origin, CommanderOrigin } = row
  if (!Origin) return null
  const told = Origin === 'Commander' ? meaningOf(byCommanderOrigin, CommanderOrigin) : undefined
  return told ?? meaningOf(byOrigin, Origin) ?? 'other'
}

type StatusMeaning = Pick<ReservationRecord, 'status' | 'pendingReason'> | 'inquiry'

// State of a reservation; vendor documentation, service order state. Writes of the same API say Enquired for Inquired.
// A word that is not here holds the nights.
const meanings: Record<string, StatusMeaning> = {
  Inquired: 'inquiry',
  Enquired: 'inquiry',
  Requested: { status: 'pending', pendingReason: 'host_approval' },
  // The hotel holds a room and the guest has to confirm; none of our words for what is waited for says that.
  Optional: { status: 'pending', pendingReason: null },
  Confirmed: { status: 'confirmed' },
  Started: { status: 'confirmed' },
  Processed: { status: 'confirmed' },
  Canceled: { status: 'cancelled' },
}

type Cancellation = Pick<ReservationRecord, 'statusDetail' | 'cancelledBy'>
const byGuest: Cancellation = { statusDetail: 'cancelled_by_guest', cancelledBy: 'guest' }
const byHost: Cancellation = { statusDetail: 'cancelled_by_host', cancelledBy: 'host' }
const holdEnded: Cancellation = { statusDetail: 'hold_voided', cancelledBy: null }

// CancellationReason as far as it tells who it was.
const cancellations: Record<string, Cancellation> = {
  RequestedByGuest: byGuest,
  RequestedByBooker: byGuest,
  BookedElsewhere: byGuest,
  PriceTooHigh: byGuest,
  ServiceNotAvailable: byHost,
  InputError: byHost,
  TravelAgency: { statusDetail: 'cancelled_by_platform', cancelledBy: 'platform' },
  ConfirmationMissed: holdEnded,
  BookingAbandoned: holdEnded,
}

/** What a reservation refers to; it carries neither price nor guest. */
export interface StayParts {
  account: MewsAccount
  customers: ReadonlyMap<string, VendorCustomer>
  items: ReadonlyMap<string, OrderItem[]>
  /** Reservations with an order item that cannot be read, so that what they cost is not known. */
  unpriced: ReadonlySet<string>
  /** Names of companies. */
  companies: ReadonlyMap<string, string>
}

/** undefined for what is no stay: a parking space, a meeting room. */
export function toStay(row: VendorReservation, parts: StayParts): StayRecord | undefined {
  const category = parts.account.categories.get(row.RequestedResourceCategoryId)
  const service = serviceOf(parts.account, row)
  if (service === undefined && presentText(row.ServiceId) === null && category === undefined)
    throw new EssentialMissing('a booking that names neither a service nor a known room type')
  if (service === undefined || (category !== undefined && !isSleptIn(category))) return undefined
  const meaning = heldStatus(meanings, row.State, 'State')
  const times = timesOf(row, service.hotel.timeZone)
  if (meaning === 'inquiry') return toInquiry(row, parts, times)
  const identity = { externalId: row.Id, listingExternalId: row.RequestedResourceCategoryId }
  if (times.checkIn === times.checkOut && meaning.status !== 'cancelled') {
    return { kind: 'block', ...identity, sourceStatus: row.State ?? 'unknown' }
  }
  return toReservation(row, parts, { ...identity, ...meaning, ...times })
}

interface Times {
  checkIn: string
  checkOut: string
  checkInTime: string
  checkOutTime: string
}

/** Dates and times as the hotel's clocks show them. What was agreed counts, not when somebody came in the end. */
function timesOf({ ScheduledStartUtc, ScheduledEndUtc }: VendorReservation, timeZone: string): Times {
  if (!ScheduledStartUtc || !ScheduledEndUtc) throw new EssentialMissing('a stay without dates')
  const [arrival, departure] = [localTime(ScheduledStartUtc, timeZone), localTime(ScheduledEndUtc, timeZone)]
  const [checkIn, checkOut] = [arrival.toPlainDate().toString(), departure.toPlainDate().toString()]
  if (checkOut < checkIn) throw new EssentialMissing(`leaves on ${checkOut}, before arriving on ${checkIn}`)
  const time = (moment: Temporal.PlainDateTime) => moment.toPlainTime().toString().slice(0, 5)
  return { checkIn, checkOut, checkInTime: time(arrival), checkOutTime: time(departure) }
}

function toReservation(
  row: VendorReservation,
  parts: StayParts,
  known: Pick<ReservationRecord, 'externalId' | 'listingExternalId' | 'status' | 'pendingReason'> & Times,
): ReservationRecord {
  // Without one of its items a stay would be too cheap: then it has no price, and holds its nights all the same.
  const items = parts.items.get(row.Id) ?? []
  const isPriced = !parts.unpriced.has(row.Id)
  if (!isPriced) noteUnread('OrderItems', items)
  const money =
    (isPriced ? readSide('OrderItems', items, () => moneyOf(items, known.status === 'pending')) : null) ??
    unpriced
  const occupancy = occupancyOf(row, parts.account.ages)
  const guest = guestOf(row, parts)
  return {
    kind: 'reservation',
    ...known,
    unitExternalId: presentText(row.AssignedResourceId),
    // What other systems write there by the API means nothing to a guest.
    confirmationCode:
      (row.Origin === 'Connector' ? null : presentText(row.ChannelNumber)) ??
      presentText(row.Number) ??
      row.Id,
    source: sourceOf(row, agencyOf(row, parts)),
    bookedAt: instant(row.CreatedUtc),
    ...(known.status === 'cancelled' ? cancellationOf(row) : {}),
    ...(occupancy === null ? {} : { occupancy }),
    totalPrice: money.total,
    currency: money.currency,
    ...(money.financials === null ? {} : { financials: money.financials }),
    ...(guest === null ? {} : { guest }),
    sourceStatus: row.State ?? 'unknown',
  }
}

function toInquiry(row: VendorReservation, parts: StayParts, { checkIn, checkOut }: Times): InquiryRecord {
  const occupancy = occupancyOf(row, parts.account.ages)
  const guest = guestOf(row, parts)
  return {
    kind: 'inquiry',
    externalId: row.Id,
    listingExternalId: row.RequestedResourceCategoryId,
    channel: channelNamed(sourceOf(row, agencyOf(row, parts)) ?? 'other'),
    status: 'open',
    checkIn,
    checkOut,
    ...(occupancy === null ? {} : { occupancy }),
    receivedAt: instant(row.CreatedUtc),
    ...(guest === null ? {} : { guest }),
    sourceStatus: row.State ?? 'unknown',
  }
}

function cancellationOf(row: VendorReservation): Cancellation & Pick<ReservationRecord, 'cancelledAt'> {
  const told = meaningOf(cancellations, row.CancellationReason)
  return { ...(told ?? { statusDetail: null, cancelledBy: null }), cancelledAt: instant(row.CancelledUtc) }
}

/** Whose profile tells who comes: the owner's, or the booker's where a company owns the reservation. */
export function guestIdOf(row: VendorReservation): string | null {
  return presentText(row.AccountType === 'Company' ? row.BookerId : row.AccountId)
}

function guestOf(row: VendorReservation, { customers }: StayParts) {
  const customer = customers.get(guestIdOf(row) ?? '')
  return customer === undefined ? null : toGuest(customer)
}

/** null for a profile that says nothing yet. */
function toGuest(row: VendorCustomer): GuestRecord | null {
  return namedGuest({
    externalId: row.Id,
    firstName: presentText(row.FirstName),
    lastName: presentText(presentTexts([row.LastName, row.SecondLastName]).join(' ')),
    email: presentText(row.Email),
    phone: presentText(row.Phone),
    language: presentText(row.PreferredLanguageCode) ?? presentText(row.LanguageCode),
    country: presentText(row.Address?.CountryCode) ?? presentText(row.NationalityCode),
  })
}

function agencyOf({ TravelAgencyId }: VendorReservation, { companies }: StayParts): string | null {
  return companies.get(TravelAgencyId ?? '') ?? null
}

function occupancyOf(
  { PersonCounts }: VendorReservation,
  ages: ReadonlyMap<string, AgeGroup>,
): OccupancyRecord | null {
  const counts = (PersonCounts ?? []).flatMap(({ AgeCategoryId, Count }) =>
    typeof Count === 'number' ? [{ group: ages.get(AgeCategoryId ?? ''), count: Count }] : [],
  )
  if (counts.length === 0) return null
  const sum = (group?: AgeGroup) =>
    counts
      .filter((one) => group === undefined || one.group === group)
      .reduce((all, { count }) => all + count, 0)
  return {
    adults: sum('adults'),
    children: sum('children'),
    infants: sum('infants'),
    // Not counted by the vendor.
    pets: null,
    total: sum(),
  }
}
