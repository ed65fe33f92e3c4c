import type { GuestRecord } from '../../contract/records.ts'
import { presentText } from './map.ts'
import type { VendorReservation } from './vendor.ts'

/** Hostaway has no guest resource: who comes stands in the reservation. null while nobody is named. */
export function toGuest(row: VendorReservation): GuestRecord | null {
  const { firstName, lastName } = namesOf(row)
  const email = presentText(row.guestEmail)
  const phone = presentText(row.phone)
  if (firstName === null && lastName === null && email === null && phone === null) return null
  return {
    firstName,
    lastName,
    email,
    phone,
    language: presentText(row.guestLocale),
    country: presentText(row.guestCountry),
    avatarUrl: presentText(row.guestPicture),
  }
}

/** The address parts, which have no place of their own. */
export function guestDetailsOf(row: VendorReservation): Record<string, unknown> {
  const parts = {
    name: presentText(row.guestName),
    address: presentText(row.guestAddress),
    city: presentText(row.guestCity),
    zipCode: presentText(row.guestZipCode),
    country: presentText(row.guestCountry),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null))
}

function namesOf(row: VendorReservation): { firstName: string | null; lastName: string | null } {
  const firstName = presentText(row.guestFirstName)
  const lastName = presentText(row.guestLastName)
  if (firstName !== null || lastName !== null) return { firstName, lastName }
  const [first, ...rest] = presentText(row.guestName)?.split(/\s+/) ?? []
  return { firstName: first ?? null, lastName: presentText(rest.join(' ')) }
}
