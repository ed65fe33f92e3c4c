import type { InquiryRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { channelNamed } from '../../connector-kit/stay-readings.ts'
import { idText, meaningOf, presentText } from '../../connector-kit/readings.ts'
import { listingId } from './listing-id.ts'
import { guestOfEnquiry, occupancyOf } from './map-guest.ts'
import { instant } from './map.ts'
import { sourceOf } from './sources.ts'
import type { VendorInboxItem } from './vendor.ts'

// The vendor lists an enquiry's statuses nowhere; unknown words count as open, which promises nothing.
const states: Record<string, InquiryRecord['status']> = { Declined: 'declined', Booked: 'booked' }

/** Enquiries and bookings are numbered separately; the vendor itself writes them with a letter. */
export function enquiryId(row: unknown): string {
  return `E${plainId(row)}`
}

/** Returns the number behind `E`; null for the id of a booking. */
export function enquiryNumber(externalId: string): string | null {
  return /^E(\d+)$/.exec(externalId)?.[1] ?? null
}

export function isBooking(row: unknown): boolean {
  return fieldOf(row, 'type') === 'Booking'
}

/** Maps inbox rows that are no bookings; undefined for bookings, of which the other list has more. */
export function toInquiry(row: VendorInboxItem): InquiryRecord | undefined {
  if (isBooking(row)) return undefined
  const status = presentText(row.status) ?? 'Open'
  const occupancy = occupancyOf(row.rooms, row.total_guest_breakdown)
  const guest = guestOfEnquiry(row)
  return {
    kind: 'inquiry',
    externalId: enquiryId(row),
    listingExternalId: placeOf(row),
    channel: channelNamed(sourceOf(row.source)),
    status: meaningOf(states, status) ?? (row.is_deleted === true ? 'declined' : 'open'),
    checkIn: civilDate(row.arrival),
    checkOut: civilDate(row.departure),
    ...(occupancy === null ? {} : { occupancy }),
    receivedAt: instant(row.created_at),
    ...(guest === null ? {} : { guest }),
    sourceStatus: status,
  }
}

/** Returns null if the question concerns the property as a whole. */
export function placeOf({
  property_id,
  rooms,
}: Pick<VendorInboxItem, 'property_id' | 'rooms'>): string | null {
  const property = idText(property_id)
  const room = rooms?.map(({ room_type_id }) => idText(room_type_id)).find((id) => id !== null)
  return property === null || !room ? null : listingId(property, room)
}
