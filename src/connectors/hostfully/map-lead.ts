import type {
  FinancialsRecord,
  GuestRecord,
  InquiryRecord,
  OccupancyRecord,
  ReservationRecord,
  StayRecord,
} from '../../contract/records.ts'
import { channelBrand } from '../../connector-kit/channel-brands.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'
import {
  channelNamed,
  countedParty,
  financials,
  heldStatus,
  lineOf,
  namedGuest,
  partyOf,
  stayDates,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { leadTable, orderTable, type VendorGuest, type VendorLead, type VendorOrder } from './vendor.ts'

type StatusParts = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason'>

/** Words of the second version of the API still come for old leads. */
const statuses: Record<string, StatusParts> = {
  BOOKED: { status: 'confirmed' },
  BOOKED_BY_AGENT: { status: 'confirmed' },
  BOOKED_BY_CUSTOMER: { status: 'confirmed' },
  BOOKED_EXTERNALLY: { status: 'confirmed' },
  STAY: { status: 'confirmed' },
  ARCHIVED: { status: 'confirmed' },
  NEW: { status: 'pending', pendingReason: 'host_approval' },
  PENDING: { status: 'pending' },
  PENDING_APPROVED: { status: 'pending' },
  ON_HOLD: { status: 'pending' },
  CANCELLED: { status: 'cancelled' },
  CANCELLED_BY_TRAVELER: { status: 'cancelled', statusDetail: 'cancelled_by_guest' },
  CANCELLED_BY_OWNER: { status: 'cancelled', statusDetail: 'cancelled_by_host' },
  DECLINED: { status: 'cancelled', statusDetail: 'declined' },
  IGNORED: { status: 'cancelled' },
  CLOSED: { status: 'cancelled' },
  CLOSED_QUOTE: { status: 'cancelled' },
  CLOSED_HOLD: { status: 'cancelled', statusDetail: 'hold_voided' },
  HOLD_EXPIRED: { status: 'cancelled', statusDetail: 'hold_voided' },
  DUPLICATE: { status: 'cancelled' },
}

/** Any other word of an inquiry may hold nights, so the lead counts as a reservation then. */
const inquiries: Record<string, InquiryRecord['status']> = {
  NEW: 'open',
  QUOTE_SENT: 'open',
  HOLD_EXPIRED: 'expired',
  CLOSED: 'expired',
  CLOSED_QUOTE: 'expired',
  CLOSED_HOLD: 'expired',
  ARCHIVED: 'expired',
  IGNORED: 'declined',
  DECLINED: 'declined',
  CANCELLED: 'not_possible',
  DUPLICATE: 'not_possible',
}

/** Returns undefined for the example that the vendor puts into new accounts. */
export function toStay(row: VendorLead, order: VendorOrder | undefined): StayRecord | undefined {
  if (row.status === 'SAMPLE') return undefined
  const listingExternalId = presentText(row.propertyUid)
  if (listingExternalId === null) throw new EssentialMissing('a lead without a property')
  if (row.type === 'BLOCK' || row.status === 'BLOCKED') {
    return { kind: 'block', externalId: row.uid, listingExternalId, sourceStatus: row.status ?? 'unknown' }
  }
  const inquiry = row.type === 'INQUIRY' ? meaningOf(inquiries, row.status) : undefined
  if (inquiry !== undefined) return toInquiry(row, listingExternalId, inquiry)
  const parts = heldStatus<StatusParts>(statuses, row.status)
  const money = orderTable.read(order)
  const financialParts = financialsOf(money)
  return {
    kind: 'reservation',
    externalId: row.uid,
    listingExternalId,
    confirmationCode: presentText(row.externalBookingId) ?? row.uid,
    source: sourceOf(row),
    ...parts,
    sourceStatus: row.status ?? 'unknown',
    ...stayDates(arrivalOf(row), departureOf(row)),
    ...leadTable.read(row),
    ...partsOfGuest(row.guestInformation),
    totalPrice: money.totalPrice,
    currency: money.currency,
    ...(financialParts === null ? {} : { financials: financialParts }),
  }
}

const arrivalOf = (row: VendorLead) => presentText(row.checkInLocalDateTime) ?? row.checkInZonedDateTime
const departureOf = (row: VendorLead) => presentText(row.checkOutLocalDateTime) ?? row.checkOutZonedDateTime

function toInquiry(
  row: VendorLead,
  listingExternalId: string,
  status: InquiryRecord['status'],
): InquiryRecord {
  const day = (name: string, value: string | null | undefined) =>
    readSide(name, value, () => civilDate(value))
  return {
    kind: 'inquiry',
    externalId: row.uid,
    listingExternalId,
    channel: channelNamed(sourceOf(row)),
    status,
    checkIn: day('checkInLocalDateTime', arrivalOf(row)),
    checkOut: day('checkOutLocalDateTime', departureOf(row)),
    receivedAt: leadTable.read(row).bookedAt,
    ...partsOfGuest(row.guestInformation),
    sourceStatus: row.status ?? 'unknown',
  }
}

const website = /WIDGET|FORM|DBS|WEBSITE/
const own = /^(?:HOSTFULLY|ORBIRENTAL)/

/** `BOOKINGDOTCOM` becomes a name that people would write. */
const spelled = (word: string | null | undefined) =>
  (word ?? '').replace(/_?DOT_?/g, '.').replaceAll('_', ' ')

/** The channel tells who sold the stay; `source` tells which part of Hostfully made the lead. */
export function sourceOf({ channel, source }: Pick<VendorLead, 'channel' | 'source'>): StaySource {
  const [seller, maker] = [presentText(channel) ?? '', presentText(source) ?? '']
  const brand =
    channelBrand(spelled(seller)) ?? (maker.startsWith('DIRECT_') ? channelBrand(spelled(maker)) : undefined)
  if (brand !== undefined) return brand
  if (maker === 'OWNER_PORTAL') return 'owner'
  if (seller !== '' && !own.test(seller)) return 'other'
  if (website.test(maker)) return 'website'
  return seller !== '' || maker === '' || own.test(maker) ? 'direct' : 'other'
}

export function partsOfGuest(guest: VendorGuest | null | undefined): {
  guest?: GuestRecord
  occupancy?: OccupancyRecord
} {
  if (!guest) return {}
  const { adultCount: adults, childrenCount: children, infantCount: infants, petCount: pets } = guest
  const party = countedParty(partyOf({ adults, children, infants, pets, total: null }))
  const externalId = presentText(guest.guestUid)
  const person = namedGuest({
    ...(externalId === null ? {} : { externalId }),
    firstName: presentText(guest.firstName),
    lastName: presentText(guest.lastName),
    email: presentText(guest.email),
    phone: presentText(guest.phoneNumber) ?? presentText(guest.cellPhoneNumber),
    country: presentText(guest.countryCode),
  })
  return {
    ...(person === null ? {} : { guest: person }),
    ...(party === null ? {} : { occupancy: party }),
  }
}

type OrderMoney = ReturnType<typeof orderTable.read>

function financialsOf(money: OrderMoney): FinancialsRecord | null {
  return financials({
    host: {
      accommodation: money.accommodation,
      hostFees: lineOf(money.commission, 'Channel commission'),
    },
    guest: {
      totalPrice: money.totalPrice,
      fees: lineOf(money.cleaning, 'Cleaning fee'),
      taxes: lineOf(money.taxes, 'Taxes'),
    },
  })
}
