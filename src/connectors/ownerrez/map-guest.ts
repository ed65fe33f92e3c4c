import type { GuestRecord } from '../../contract/records.ts'
import { idText, presentText } from './map.ts'
import type { VendorGuest } from './vendor.ts'

/** null while nobody is named. */
export function toGuest(guest: VendorGuest | null | undefined): GuestRecord | null {
  if (!guest) return null
  const externalId = idText(guest.id)
  const named = {
    firstName: presentText(guest.first_name),
    lastName: presentText(guest.last_name),
    email: presentText(chosen(guest.email_addresses)?.address),
    phone: presentText(chosen(guest.phones)?.number),
  }
  if (Object.values(named).every((value) => value === null)) return null
  return {
    ...(externalId === null ? {} : { externalId }),
    ...named,
    country: presentText(chosen(guest.addresses)?.country),
  }
}

function chosen<T extends { is_default?: boolean | null }>(entries: T[] | null | undefined): T | undefined {
  return entries?.find(({ is_default }) => is_default === true) ?? entries?.[0]
}
