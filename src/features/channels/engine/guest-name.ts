import { guestNames } from '../../../records/guests/names.ts'
import type { RowGuest } from './row-sql.ts'

/** null: Airbnb gives no name. */
export function guestNameOf(guest: RowGuest | null): string | null {
  const { firstName = null, lastName = null } = guest ?? {}
  return firstName === null && lastName === null ? null : guestNames(firstName, lastName).displayNameLong
}
