import type { GuestRecord, OccupancyRecord } from '../../contract/records.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { namedGuest, namesIn } from '../../connector-kit/stay-readings.ts'
import type { VendorBooking, VendorInboxItem } from './vendor.ts'

/** Lodgify has no guest resource, so the booking has the guest. Returns null while nobody is named. */
export function guestOfBooking({ guest, language }: VendorBooking): GuestRecord | null {
  return namedGuest({
    ...namesIn(presentText(guest?.name)),
    email: presentText(guest?.email),
    phone: presentText(guest?.phone),
    language: presentText(language),
    country: presentText(guest?.country_code),
  })
}

export function guestOfEnquiry({ guest }: VendorInboxItem): GuestRecord | null {
  const names = guest?.guest_name
  const { firstName, lastName } = namesIn(presentText(names?.full_name ?? guest?.name))
  return namedGuest({
    firstName: presentText(names?.first_name) ?? firstName,
    lastName: presentText(names?.last_name) ?? lastName,
    email: presentText(guest?.email),
    phone: presentText(guest?.phone),
    language: presentText(guest?.locale),
    country: presentText(guest?.country_code),
  })
}

type Rooms = VendorBooking['rooms']
type InboxBreakdown = VendorInboxItem['total_guest_breakdown']

/** Sums over all rooms. Other calendars' feeds count nobody, which differs from no guest. */
export function occupancyOf(rooms: Rooms, inboxBreakdown?: InboxBreakdown): OccupancyRecord | null {
  const breakdowns = inboxBreakdown
    ? [inboxBreakdown]
    : (rooms ?? []).map(({ guest_breakdown }) => guest_breakdown)
  const sum = (part: 'adults' | 'children' | 'infants' | 'pets') =>
    sumOf(breakdowns.map((breakdown) => wholeNumber(breakdown?.[part])))
  const counts = {
    adults: sum('adults'),
    children: sum('children'),
    infants: sum('infants'),
    pets: sum('pets'),
  }
  const total = sumOf((rooms ?? []).map(({ people }) => wholeNumber(people))) || null
  const isTold = Object.values(counts).some((count) => count !== null && count > 0)
  if (isTold) return { ...counts, total }
  return total === null ? null : { adults: null, children: null, infants: null, pets: null, total }
}

function sumOf(counts: (number | null)[]): number | null {
  const numbers = counts.filter((count) => count !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, count) => sum + count, 0)
}
