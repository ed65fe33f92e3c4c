/** Decides which stored guest a record means, from what was read before, and what has to be written. */
import type { GuestRecord } from '../../contract/records.ts'
import { comparableContact, normalEmail, normalName, normalPhone } from './contact-forms.ts'
import { isPlaceholderContact } from './placeholder-contacts.ts'

export interface MentionedContact {
  type: 'email' | 'phone'
  value: string
  /** When a booking last used it; the last used contact is the primary one. */
  lastUsedAt: string | null
}

interface GuestFields {
  firstName: string | null
  lastName: string | null
  language: string | null
  country: string | null
  avatarUrl: string | null
}

export interface KnownGuest extends GuestFields {
  id: string
  /** Set only if it comes from the connection whose records are stored. */
  externalId: string | null
  contacts: MentionedContact[]
  /** The stored address and number in use. */
  reached?: { email: string | null; phone: string | null }
  /** How many bookings the guest has. */
  bookings: number
  /** Null for a guest who is not forgotten. */
  forgottenAt?: string | null
  /** Hashes by which a forgotten guest is recognized. */
  hashes?: readonly string[]
}

/** A record that names a guest. */
export interface GuestMention {
  /** The external id of the record that names the guest. */
  key: string
  guest: GuestRecord
  /** The id of the guest that the stored record has now. */
  attachedId: string | null
  /** When the booking was made, which decides whose contacts are current. */
  usedAt: string
  /** The source gives no time, so `usedAt` is a guess. */
  isUndated?: boolean
}

/** A guest as it changes while mentions are applied. */
export interface GuestDraft extends GuestFields {
  id: string | null
  /** The stored address and number in use, before the mentions. */
  reached?: { email: string | null; phone: string | null }
  externalId: string | null
  contacts: MentionedContact[]
  bookings: number
  isNew: boolean
  isChanged: boolean
}

export interface GuestMatches {
  /** Maps a mention's key to an index of `drafts`. */
  guestOf: Map<string, number>
  drafts: GuestDraft[]
}

const fieldNames = ['firstName', 'lastName', 'language', 'country', 'avatarUrl'] as const
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** The database picks the primary contact in the same order. */
const byUse = (a: MentionedContact, b: MentionedContact) =>
  compare(b.lastUsedAt ?? '', a.lastUsedAt ?? '') || compare(a.value, b.value)

/** A guest is shown with the contact that a booking used last. */
export function primaryContact(
  contacts: readonly MentionedContact[],
  type: MentionedContact['type'],
): string | null {
  return contacts.filter((contact) => contact.type === type).sort(byUse)[0]?.value ?? null
}

const nameOf = (guest: Pick<GuestFields, 'firstName' | 'lastName'>) =>
  normalName(guest.firstName, guest.lastName)

/**
 * Matches by the vendor's guest id, then e-mail and name, then phone and name. Otherwise the record keeps its guest or
 * gets a new one. Mentions of one batch match each other too.
 */
export function matchGuests(mentions: readonly GuestMention[], known: readonly KnownGuest[]): GuestMatches {
  const drafts: GuestDraft[] = known
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map((guest) => ({
      ...guest,
      contacts: guest.contacts.map((contact) => ({ ...contact })),
      isNew: false,
      isChanged: false,
    }))
  const index = createIndex(drafts)
  const guestOf = new Map<string, number>()
  // The oldest booking goes first, so that the newest one decides.
  for (const mention of mentions.toSorted((a, b) => compare(a.usedAt, b.usedAt))) {
    const contacts = contactsOf(mention)
    const found = index.find(mention, contacts) ?? attached(drafts, mention, contacts)
    const place = found ?? drafts.push(newDraft()) - 1
    const draft = drafts[place]
    if (!draft) continue
    update(draft, mention, contacts)
    index.add(place)
    guestOf.set(mention.key, place)
  }
  return { guestOf, drafts }
}

function contactsOf({ guest, usedAt }: GuestMention): MentionedContact[] {
  const email = normalEmail(guest.email)
  const phone = normalPhone(guest.phone)
  return [
    ...(email === null ? [] : [{ type: 'email' as const, value: email, lastUsedAt: usedAt }]),
    ...(phone === null ? [] : [{ type: 'phone' as const, value: phone, lastUsedAt: usedAt }]),
  ]
}

/** Contacts that prove two mentions to be the same person. */
const joining = (contacts: readonly MentionedContact[]) =>
  contacts.filter((contact) => !isPlaceholderContact(contact))

function createIndex(drafts: readonly GuestDraft[]) {
  const byKey = new Map<string, number>()
  const contactKey = (contact: MentionedContact, name: string) => `${comparableContact(contact)} ${name}`
  const keep = (key: string, place: number) => void (byKey.has(key) || byKey.set(key, place))
  const add = (place: number) => {
    const draft = drafts[place]
    if (!draft) return
    const name = nameOf(draft)
    if (draft.externalId !== null) keep(`external ${draft.externalId}`, place)
    if (name !== null) for (const contact of joining(draft.contacts)) keep(contactKey(contact, name), place)
  }
  drafts.forEach((_, place) => add(place))
  return {
    add,
    find({ guest }: GuestMention, contacts: readonly MentionedContact[]): number | undefined {
      const name = normalName(guest.firstName, guest.lastName)
      const keys = [
        ...(guest.externalId === undefined ? [] : [`external ${guest.externalId}`]),
        ...(name === null ? [] : joining(contacts).map((contact) => contactKey(contact, name))),
      ]
      return keys.map((key) => byKey.get(key)).find((place) => place !== undefined)
    },
  }
}

/**
 * Keeps the record's guest, unless the record names somebody else with other contacts while that guest has further
 * bookings. Then another person took over this one booking.
 */
function attached(
  drafts: readonly GuestDraft[],
  mention: GuestMention,
  contacts: readonly MentionedContact[],
): number | undefined {
  if (mention.attachedId === null) return undefined
  const place = drafts.findIndex(({ id }) => id === mention.attachedId)
  const draft = drafts[place]
  if (!draft) return undefined
  // A different vendor id proves that this is somebody else.
  const { externalId } = mention.guest
  if (externalId !== undefined && draft.externalId !== null && draft.externalId !== externalId)
    return undefined
  const name = normalName(mention.guest.firstName, mention.guest.lastName)
  const sameName = name === null || nameOf(draft) === null || name === nameOf(draft)
  const own = new Set(joining(draft.contacts).map(comparableContact))
  const sharesContact = joining(contacts).some((contact) => own.has(comparableContact(contact)))
  return sameName || sharesContact || draft.bookings <= 1 ? place : undefined
}

function newDraft(): GuestDraft {
  const fields = { firstName: null, lastName: null, language: null, country: null, avatarUrl: null }
  return { ...fields, id: null, externalId: null, contacts: [], bookings: 0, isNew: true, isChanged: false }
}

/** Takes over what the record says of its guest. A field that one booking leaves out is kept. */
function update(
  draft: GuestDraft,
  { guest, usedAt }: GuestMention,
  contacts: readonly MentionedContact[],
): void {
  const newest = draft.contacts.every((contact) => (contact.lastUsedAt ?? '') <= usedAt)
  if (guest.externalId !== undefined && draft.externalId === null) {
    draft.externalId = guest.externalId
    draft.isChanged = true
  }
  const hasName = Boolean(guest.firstName || guest.lastName)
  for (const field of fieldNames) {
    const isName = field === 'firstName' || field === 'lastName'
    const value = guest[field] || null
    // A name is taken as a whole: a record with only a first name has no last name.
    const applies = isName ? hasName : value !== null && (newest || draft[field] === null)
    if (!applies || draft[field] === value) continue
    draft[field] = value
    draft.isChanged = true
  }
  for (const contact of contacts) addContact(draft, contact)
}

function addContact(draft: GuestDraft, contact: MentionedContact): void {
  const key = comparableContact(contact)
  const same = draft.contacts.find((known) => comparableContact(known) === key)
  if (!same) draft.contacts.push(contact)
  else if ((same.lastUsedAt ?? '') < (contact.lastUsedAt ?? '')) same.lastUsedAt = contact.lastUsedAt
  else return
  draft.isChanged = true
}
