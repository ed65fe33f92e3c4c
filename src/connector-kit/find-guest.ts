/** Decides whether a guest at the vendor is the one that was sent. Pure. */
import { VendorError } from './vendor-error.ts'

interface GuestIdentity {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  email?: string | null | undefined
}

const plain = (text: string | null | undefined) => text?.trim().toLowerCase() ?? ''

/** A first name alone identifies nobody. */
export const isTellable = ({ firstName, lastName, email }: GuestIdentity): boolean =>
  plain(email) !== '' || (plain(firstName) !== '' && plain(lastName) !== '')

/** Compares emails if both have one, else full names. */
export function isSameGuest(held: GuestIdentity | null | undefined, sent: GuestIdentity): boolean {
  if (plain(held?.email) !== '' && plain(sent.email) !== '') return plain(held?.email) === plain(sent.email)
  const isNamed = plain(sent.firstName) !== '' && plain(sent.lastName) !== ''
  return (
    isNamed &&
    plain(held?.firstName) === plain(sent.firstName) &&
    plain(held?.lastName) === plain(sent.lastName)
  )
}

/** Finds the guest that was sent among new ones, or returns null. Throws when that cannot be decided. */
export function sentGuest(
  guests: readonly (GuestIdentity & { externalId: string })[],
  sent: GuestIdentity,
): { externalId: string } | null {
  const [found, ...others] = guests.filter((guest) => isSameGuest(guest, sent))
  if (others.length > 0)
    throw new VendorError('unavailable', `${others.length + 1} guests look like the one that was sent`)
  return found ? { externalId: found.externalId } : null
}
