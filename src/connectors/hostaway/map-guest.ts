import type { GuestRecord } from '../../contract/records.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { namedGuest, namesIn, told } from '../../connector-kit/stay-readings.ts'
import type { VendorReservation } from './vendor.ts'

/** Hostaway has no guest resource: who comes stands in the reservation. null while nobody is named. */
export function toGuest(row: VendorReservation): GuestRecord | null {
  return namedGuest({
    ...namesOf(row),
    email: presentText(row.guestEmail),
    phone: presentText(row.phone),
    language: presentText(row.guestLocale),
    country: presentText(row.guestCountry),
    avatarUrl: presentText(row.guestPicture),
  })
}

/** The address parts, which have no place of their own. */
export function guestDetailsOf(row: VendorReservation): Record<string, unknown> {
  const parts = told({
    name: presentText(row.guestName),
    address: presentText(row.guestAddress),
    city: presentText(row.guestCity),
    zipCode: presentText(row.guestZipCode),
    country: presentText(row.guestCountry),
  })
  return parts ?? {}
}

function namesOf(row: VendorReservation): { firstName: string | null; lastName: string | null } {
  const firstName = presentText(row.guestFirstName)
  const lastName = presentText(row.guestLastName)
  if (firstName !== null || lastName !== null) return { firstName, lastName }
  return namesIn(presentText(row.guestName))
}
