import type { GuestRecord } from '../../contract/records.ts'
import { fileUrl, presentText } from './map.ts'
import type { VendorGuest } from './vendor.ts'

/** null while nobody is named; `guestId` alone is the id of somebody the channel has not told about. */
export function toGuest(row: VendorGuest | null | undefined, guestId?: string | null): GuestRecord | null {
  const { firstName, lastName } = namesOf(row)
  const email = presentText(row?.email)
  const phone = presentText(row?.phone)
  if (firstName === null && lastName === null && email === null && phone === null) return null
  const externalId = presentText(row?._id) ?? presentText(guestId)
  return {
    ...(externalId === null ? {} : { externalId }),
    firstName,
    lastName,
    email,
    phone,
    language: presentText(row?.preferredLanguage),
    country: presentText(row?.address?.countryCode) ?? presentText(row?.address?.country),
    avatarUrl: fileUrl(row?.picture?.regular) ?? fileUrl(row?.picture?.thumbnail),
  }
}

/** The parts that have no place of their own. */
export function guestDetailsOf(row: VendorGuest): Record<string, unknown> {
  const parts = {
    name: presentText(row.fullName),
    hometown: presentText(row.hometown),
    address: presentText(row.address?.street),
    city: presentText(row.address?.city),
    zipCode: presentText(row.address?.zipCode),
    country: presentText(row.address?.country),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null))
}

function namesOf(row: VendorGuest | null | undefined): { firstName: string | null; lastName: string | null } {
  const firstName = presentText(row?.firstName)
  const lastName = presentText(row?.lastName)
  if (firstName !== null || lastName !== null) return { firstName, lastName }
  const [first, ...rest] = presentText(row?.fullName)?.split(/\s+/) ?? []
  return { firstName: first ?? null, lastName: presentText(rest.join(' ')) }
}
