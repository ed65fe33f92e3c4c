import { guestNames } from '../../../records/guests/names.ts'
import type { GuestOfRow } from './row-sql.ts'

/** null: Airbnb tells no name. */
export function guestNameOf(guest: GuestOfRow | null): string | null {
  const { firstName = null, lastName = null } = guest ?? {}
  return firstName === null && lastName === null ? null : guestNames(firstName, lastName).displayNameLong
}
