import type { GuestRecord } from '../../contract/records.ts'
import { fileUrl, presentText } from '../../connector-kit/readings.ts'
import { namedGuest, namesIn, withoutEmpty } from '../../connector-kit/stay-readings.ts'
import type { VendorGuest } from './vendor.ts'

/** null while nobody is named; `guestId` alone is the id of somebody the channel has not told about. */
export function toGuest(row: VendorGuest | null | undefined, guestId?: string | null): GuestRecord | null {
  const externalId = presentText(row?._id) ?? presentText(guestId)
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    ...namesOf(row),
    email: presentText(row?.email),
    phone: presentText(row?.phone),
    language: presentText(row?.preferredLanguage),
    country: presentText(row?.address?.countryCode) ?? presentText(row?.address?.country),
    avatarUrl: fileUrl(row?.picture?.regular) ?? fileUrl(row?.picture?.thumbnail),
  })
}

/** The parts that have no place of their own. */
export function guestDetailsOf(row: VendorGuest): Record<string, unknown> {
  const parts = withoutEmpty({
    name: presentText(row.fullName),
    hometown: presentText(row.hometown),
    address: presentText(row.address?.street),
    city: presentText(row.address?.city),
    zipCode: presentText(row.address?.zipCode),
    country: presentText(row.address?.country),
  })
  return parts ?? {}
}

function namesOf(row: VendorGuest | null | undefined): { firstName: string | null; lastName: string | null } {
  const firstName = presentText(row?.firstName)
  const lastName = presentText(row?.lastName)
  if (firstName !== null || lastName !== null) return { firstName, lastName }
  return namesIn(presentText(row?.fullName))
}
