import type { GuestRecord } from '../../contract/records.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { namedGuest } from '../../connector-kit/stay-readings.ts'
import type { VendorCustomer } from './vendor.ts'

/** null for a profile that says nothing yet. */
export function toGuest(row: VendorCustomer): GuestRecord | null {
  return namedGuest({
    externalId: row.Id,
    firstName: presentText(row.FirstName),
    lastName: presentText(presentTexts([row.LastName, row.SecondLastName]).join(' ')),
    email: presentText(row.Email),
    phone: presentText(row.Phone),
    language: presentText(row.PreferredLanguageCode) ?? presentText(row.LanguageCode),
    country: presentText(row.Address?.CountryCode) ?? presentText(row.NationalityCode),
  })
}
