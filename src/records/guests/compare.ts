/** Compares the guest stored for a booking with the one its source names. */
import type { GuestRecord } from '../../contract/records.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { comparableContact, normalEmail, normalName, normalPhone } from './contact-forms.ts'
import { knownGuests } from './matching-queries.ts'
import type { KnownGuest } from './matching.ts'

export interface GuestSides {
  ours: Record<string, string | null>
  theirs: Record<string, string | null>
}

export async function guestsById(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  ids: readonly string[],
): Promise<Map<string, KnownGuest>> {
  if (ids.length === 0) return new Map()
  const known = await knownGuests(db, scope, connectionId, {
    hashes: [],
    externalIds: [],
    contacts: [],
    ids: [...ids],
  })
  return new Map(known.map((guest) => [guest.id, guest]))
}

/**
 * Fields the source leaves out are not compared. A guest takes the name of the newest booking and keeps all contacts.
 */
export function guestSides(record: GuestRecord | undefined, known: KnownGuest | undefined): GuestSides {
  if (record === undefined) return { ours: {}, theirs: {} }
  const told = {
    'guest.name': normalName(record.firstName, record.lastName),
    'guest.email': normalEmail(record.email),
    'guest.phone': normalPhone(record.phone),
  }
  const theirs = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null))
  const contact = (type: 'email' | 'phone', value: string | null) => {
    const own = (known?.contacts ?? []).filter((one) => one.type === type).map((one) => one.value)
    const isHeld =
      value !== null &&
      own.some((one) => comparableContact({ type, value: one }) === comparableContact({ type, value }))
    return isHeld ? value : (own[0] ?? null)
  }
  const name = known ? normalName(known.firstName, known.lastName) : null
  const held = {
    'guest.name': known && known.bookings > 1 ? told['guest.name'] : name,
    'guest.email': contact('email', told['guest.email']),
    'guest.phone': contact('phone', told['guest.phone']),
  }
  const ours = Object.fromEntries(Object.entries(held).filter(([field]) => field in theirs))
  return { ours: { ...ours, guest: known ? 'known' : null }, theirs: { ...theirs, guest: 'known' } }
}
