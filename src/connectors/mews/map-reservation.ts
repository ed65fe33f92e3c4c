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

// Hotels name the companies of these channels; only the name identifies the channel.
const agencies: [RegExp, StaySource][] = [
  [/booking[\s.]*com/i, 'booking.com'],
  [/\bair\s?bnb\b/i, 'airbnb'],
  [/\b(vrbo|home\s?away|abritel|fewo[-\s]?direkt|stayz|bookabach)\b/i, 'vrbo'],
]

// The vendor's documentation lists these origins of a service order.
const byOrigin: Record<string, StaySource> = {
  Distributor: 'website',
  Navigator: 'website',
  Commander: 'direct',
  ChannelManager: 'other',
  // Another system entered it for the hotel itself; bookings of channels have an agency.
  Connector: 'direct',
  Import: 'other',
}

// The vendor's documentation lists these commander origins, which say how staff entered a reservation.
const byCommanderOrigin: Record<string, StaySource> = { Website: 'website', Channel: 'other' }

/** Only the travel agency names the channel; the origin says by which interface a booking came. */
function sourceOf(row: VendorReservation, agency: string | null): StaySource | null {
  if (agency !== null) return agencies.find(([name]) => name.test(agency))?.[1] ?? 'other'
  const { Origin, CommanderOrigin } = row
  if (!Origin) return null
  const source = Origin === 'Commander' ? meaningOf(byCommanderOrigin, CommanderOrigin) : undefined
  return source ?? meaningOf(byOrigin, Origin) ?? 'other'
}

type StatusMeaning = Pick<ReservationRecord, 'status' | 'pendingReason'> | 'inquiry'

// The vendor's documentation lists these states of a service order. Writes of the same API say Enquired for
// Inquired. An unknown word holds the nights.
const meanings: Record<string, StatusMeaning> = {
  Inquired: 'inquiry',
  Enquired: 'inquiry',
  Requested: { status: 'pending', pendingReason: 'host_approval' },
  // The hotel holds a room until the guest confirms; none of our reasons means that.
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

// These values of CancellationReason say who cancelled.
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

/** A reservation contains neither price nor guest, so these are fetched beside it. */
export interface StayParts {
  account: MewsAccount
  customers: ReadonlyMap<string, VendorCustomer>
  items: ReadonlyMap<string, OrderItem[]>
  /** These reservations have an unreadable order item, so their price is unknown. */
  unpriced: ReadonlySet<string>
  /** Companies are keyed by id and give the name. */
  companies: ReadonlyMap<string, string>
}

/** Returns undefined for services that are no stays: a parking space, a meeting room. */
export function toStay(row: VendorReservation, parts: StayParts): StayRecord | undefined {
  const category = parts.account.categories.get(row.RequestedResourceCategoryId)
  const service = serviceOf(parts.account, row)
  if (service === undefined && presentText(row.ServiceId) === null)
    throw new EssentialMissing('a booking that names neither a service nor a known room type')
  if (service === undefined || (category !== undefined && !isSleptIn(category))) return undefined
  const meaning = heldStatus(meanings, row.State, 'State')
  const times = timesOf(row, service.hotel.timeZone)
  const identity = {
    externalId: row.Id,
    listingExternalId: row.RequestedResourceCategoryId,
    sourceStatus: row.State ?? 'unknown',
  }
  const { checkIn, checkOut } = times
  if (meaning === 'inquiry') return toInquiry(row, parts, { ...identity, checkIn, checkOut })
  if (checkIn === checkOut && meaning.status !== 'cancelled') return { kind: 'block', ...identity }
  return toReservation(row, parts, { ...identity, ...meaning, ...times })
}

type Identity = Pick<ReservationRecord, 'externalId' | 'listingExternalId' | 'sourceStatus'>

interface Times {
  checkIn: string
  checkOut: string
  checkInTime: string
  checkOutTime: string
}

/** Dates and times are those of the hotel's clocks. The agreed times count, not the actual arrival. */
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
  stay: Identity & Pick<ReservationRecord, 'status' | 'pendingReason'> & Times,
): ReservationRecord {
  // A stay without one of its items would look too cheap, so it has no price but holds its nights.
  const items = parts.items.get(row.Id) ?? []
  const isPriced = !parts.unpriced.has(row.Id)
  if (!isPriced) noteUnread('OrderItems', items)
  const money =
    (isPriced ? readSide('OrderItems', items, () => moneyOf(items, stay.status === 'pending')) : null) ??
    unpriced
  const occupancy = occupancyOf(row, parts.account.ages)
  const guest = guestOf(row, parts)
  return {
    kind: 'reservation',
    ...stay,
    unitExternalId: presentText(row.AssignedResourceId),
    // A number that other systems stored by API means nothing to a guest.
    confirmationCode:
      (row.Origin === 'Connector' ? null : presentText(row.ChannelNumber)) ??
      presentText(row.Number) ??
      row.Id,
    source: sourceOf(row, agencyOf(row, parts)),
    bookedAt: instant(row.CreatedUtc),
    ...(stay.status === 'cancelled' ? cancellationOf(row) : {}),
    ...(occupancy === null ? {} : { occupancy }),
    totalPrice: money.total,
    currency: money.currency,
    ...(money.financials === null ? {} : { financials: money.financials }),
    ...(guest === null ? {} : { guest }),
  }
}

function toInquiry(
  row: VendorReservation,
  parts: StayParts,
  stay: Identity & Pick<Times, 'checkIn' | 'checkOut'>,
): InquiryRecord {
  const occupancy = occupancyOf(row, parts.account.ages)
  const guest = guestOf(row, parts)
  return {
    kind: 'inquiry',
    ...stay,
    channel: channelNamed(sourceOf(row, agencyOf(row, parts)) ?? 'other'),
    status: 'open',
    ...(occupancy === null ? {} : { occupancy }),
    receivedAt: instant(row.CreatedUtc),
    ...(guest === null ? {} : { guest }),
  }
}

function cancellationOf(row: VendorReservation): Cancellation & Pick<ReservationRecord, 'cancelledAt'> {
  const meaning = meaningOf(cancellations, row.CancellationReason)
  return { ...(meaning ?? { statusDetail: null, cancelledBy: null }), cancelledAt: instant(row.CancelledUtc) }
}

/** The owner's profile describes the guest, or the booker's if a company owns the reservation. */
export function guestIdOf(row: VendorReservation): string | null {
  return presentText(row.AccountType === 'Company' ? row.BookerId : row.AccountId)
}

function guestOf(row: VendorReservation, { customers }: StayParts) {
  const customer = customers.get(guestIdOf(row) ?? '')
  return customer === undefined ? null : toGuest(customer)
}

/** Returns null for an empty profile. */
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
  const counts = PersonCounts?.flatMap(({ AgeCategoryId, Count }) =>
    typeof Count === 'number' ? [{ group: ages.get(AgeCategoryId ?? ''), count: Count }] : [],
  )
  if (counts === undefined || counts.length === 0) return null
  const sum = (group?: AgeGroup) =>
    counts
      .filter((one) => group === undefined || one.group === group)
      .reduce((all, { count }) => all + count, 0)
  return {
    adults: sum('adults'),
    children: sum('children'),
    infants: sum('infants'),
    // The vendor does not count pets.
    pets: null,
    total: sum(),
  }
}
