import type { GuestRecord } from '../../contract/records.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { namedGuest } from '../../connector-kit/stay-readings.ts'
import type { VendorGuest } from './vendor.ts'

/** Returns null while nobody is named. */
export function toGuest(guest: VendorGuest | null | undefined): GuestRecord | null {
  if (!guest) return null
  const externalId = idText(guest.id)
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    firstName: presentText(guest.first_name),
    lastName: presentText(guest.last_name),
    email: presentText(chosen(guest.email_addresses)?.address),
    phone: presentText(chosen(guest.phones)?.number),
    country: presentText(chosen(guest.addresses)?.country),
  })
}

function chosen<T extends { is_default?: boolean | null }>(entries: T[] | null | undefined): T | undefined {
  return entries?.find(({ is_default }) => is_default === true) ?? entries?.[0]
}
