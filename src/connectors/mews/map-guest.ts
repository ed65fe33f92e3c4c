import type { GuestRecord } from '../../contract/records.ts'
import { presentText } from './map.ts'
import type { VendorCustomer } from './vendor.ts'

/** null for a profile that says nothing yet. */
export function toGuest(row: VendorCustomer): GuestRecord | null {
  const lastNames = [row.LastName, row.SecondLastName].map(presentText).filter((name) => name !== null)
  const guest = {
    firstName: presentText(row.FirstName),
    lastName: lastNames.length === 0 ? null : lastNames.join(' '),
    email: presentText(row.Email),
    phone: presentText(row.Phone),
  }
  if (Object.values(guest).every((value) => value === null)) return null
  return {
    externalId: row.Id,
    ...guest,
    language: presentText(row.PreferredLanguageCode) ?? presentText(row.LanguageCode),
    country: presentText(row.Address?.CountryCode) ?? presentText(row.NationalityCode),
  }
}
