/** Questions of guests before a booking are threads with the requested stay. */
import type { InquiryRecord, StayRecord } from '../../contract/records.ts'
import type { VendorStayPage, VendorContext } from '../../connector-kit/connector.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { civilDate, utcInstant } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, mapOne, plainId } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { countedParty, namedGuest, partyOf } from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { inquiryId } from './ids.ts'
import { threadOf, threadsPage } from './threads.ts'
import { VendorThread } from './vendor.ts'

const inquiry = mapping('stay', VendorThread, toInquiry, (row) => inquiryId(plainId(row)))

export async function inquiriesPage(
  context: VendorContext,
  walk: { cursor: string | null; since: string | null },
): Promise<Omit<VendorStayPage, 'watermark'>> {
  const { threads, failures, next, again } = await threadsPage(context, walk)
  const mapped = await mapNews(context, threads.filter(isAsked), inquiry)
  return {
    records: mapped.records,
    failures: [...failures, ...mapped.failures],
    unchanged: mapped.unchanged,
    next,
    ...(again && { again }),
  }
}

const isAsked = (thread: unknown): boolean => (fieldOf(thread, 'bookingInquiry') ?? null) !== null

export async function oneInquiry(context: VendorContext, id: string): Promise<StayRecord | null> {
  const thread = await threadOf(context, id)
  return thread === null || !isAsked(thread) ? null : mapOne(thread, inquiry)
}

/** The vendor does not say if the guest may book; a booking in the same thread shows the result. */
function toInquiry(row: VendorThread): InquiryRecord {
  const { bookingInquiry: inquiry, primaryTraveler: traveler, property } = row
  if (!property) throw new EssentialMissing('an inquiry for no home')
  const party = countedParty(partyOf({ adults: inquiry?.adultCount, children: inquiry?.childCount }))
  const guest = namedGuest({
    firstName: presentText(traveler?.firstName),
    lastName: presentText(traveler?.lastName),
  })
  const isBooked = (row.reservationSummary ?? null) !== null
  return {
    kind: 'inquiry',
    externalId: inquiryId(String(row.id)),
    listingExternalId: String(property.id),
    channel: 'vrbo',
    status: isBooked ? 'booked' : 'open',
    checkIn: civilDate(inquiry?.checkInDate),
    checkOut: civilDate(inquiry?.checkOutDate),
    ...(party === null ? {} : { occupancy: { ...party, ...(inquiry?.hasPets === true ? { pets: 1 } : {}) } }),
    receivedAt: utcInstant(row.creationDateTimeUtc),
    ...(guest === null ? {} : { guest }),
    sourceStatus: isBooked ? 'booked' : 'asked',
  }
}
