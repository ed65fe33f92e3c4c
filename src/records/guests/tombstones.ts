/**
 * A forgotten guest is recognized by hashes alone. Data that a source repeats for stays from before is not stored; a
 * later booking makes a new guest.
 */
import { keyedHashes } from '../../platform/keyed-hash.ts'
import { normalEmail, normalPhone, storedForms } from './contact-forms.ts'
import { isPlaceholderContact } from './placeholder-contacts.ts'
import type { GuestMention } from './matching.ts'

interface TombstoneIdentity {
  connectionId: string | null
  externalId: string | null | undefined
  contacts: readonly { type: string; value: string }[]
}

const namesOf = ({ connectionId, externalId, contacts }: TombstoneIdentity): string[] => [
  ...(connectionId !== null && externalId ? [`id ${connectionId} ${externalId}`] : []),
  ...contacts.map(({ type, value }) => `${type} ${value}`),
]

/** The hashes to keep of a guest who is forgotten. */
export const hashesToKeep = (identity: TombstoneIdentity): string[] =>
  namesOf(identity).map((name) => keyedHashes(name)[0])

/** The hashes that could identify a mention of a forgotten guest. */
export function hashesOf(connectionId: string | null, { guest }: GuestMention): string[] {
  const [email, phone] = [normalEmail(guest.email), normalPhone(guest.phone)]
  const contacts = [
    ...(email === null ? [] : [{ type: 'email', value: email }]),
    ...(phone === null ? [] : [{ type: 'phone', value: phone }]),
  ]
  const forms = contacts
    .filter((contact) => !isPlaceholderContact(contact))
    .flatMap((contact) => storedForms(contact).map((value) => ({ type: contact.type, value })))
  return namesOf({ connectionId, externalId: guest.externalId, contacts: forms }).flatMap(keyedHashes)
}

export interface ForgottenGuest {
  id: string
  forgottenAt: string
  hashes: readonly string[]
}

/** Returns the forgotten guest that a mention means. */
export function loadTombstones(
  mention: GuestMention,
  connectionId: string | null,
  forgotten: readonly ForgottenGuest[],
): ForgottenGuest | undefined {
  if (forgotten.length === 0) return undefined
  const hashes = new Set(hashesOf(connectionId, mention))
  return forgotten.find(
    ({ id, forgottenAt, hashes: kept }) =>
      id === mention.attachedId ||
      ((mention.isUndated === true || mention.usedAt <= forgottenAt) &&
        kept.some((hash) => hashes.has(hash))),
  )
}
