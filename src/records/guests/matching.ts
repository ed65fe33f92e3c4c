/** Which stored guest a record means. Pure: reads what is known, says what has to be written. */
import type { GuestRecord } from '../../contract/records.ts'
import { comparableContact, normalEmail, normalName, normalPhone } from './contact-forms.ts'
import { isPlaceholderContact } from './placeholder-contacts.ts'

export interface MentionedContact {
  type: 'email' | 'phone'
  value: string
  /** When a booking used it last; the one used last is the primary one. */
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
  /** Only of the connection the records come from. */
  externalId: string | null
  contacts: MentionedContact[]
  /** How they are reached, as it is stored. */
  reached?: { email: string | null; phone: string | null }
  /** How many bookings the guest has. */
  bookings: number
  /** null: is not. */
  forgottenAt?: string | null
  /** By which a forgotten guest is known again. */
  hashes?: readonly string[]
}

/** A record that names a guest. */
export interface GuestMention {
  /** Whose guest it is: the record's external id. */
  key: string
  guest: GuestRecord
  /** The guest the stored record has now. */
  attachedId: string | null
  /** When the booking was made; decides whose contacts are the current ones. */
  usedAt: string
  /** The source does not say when; `usedAt` is a guess. */
  isUndated?: boolean
}

/** A guest while the mentions are gone through. */
export interface GuestDraft extends GuestFields {
  id: string | null
  /** As it is stored until now. */
  reached?: { email: string | null; phone: string | null }
  externalId: string | null
  contacts: MentionedContact[]
  bookings: number
  isNew: boolean
  isChanged: boolean
}

export interface GuestMatches {
  /** By the mention's key, the place in `drafts`. */
  guestOf: Map<string, number>
  drafts: GuestDraft[]
}

const fieldNames = ['firstName', 'lastName', 'language', 'country', 'avatarUrl'] as const
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** The order in which the database picks the primary contact, too. */
const byUse = (a: MentionedContact, b: MentionedContact) =>
  compare(b.lastUsedAt ?? '', a.lastUsedAt ?? '') || compare(a.value, b.value)

/** The contact shown: the one a booking used last. */
export function primaryContact(
  contacts: readonly MentionedContact[],
  type: MentionedContact['type'],
): string | null {
  return contacts.filter((contact) => contact.type === type).sort(byUse)[0]?.value ?? null
}

const nameOf = (guest: Pick<GuestFields, 'firstName' | 'lastName'>) =>
  normalName(guest.firstName, guest.lastName)

/**
 * By the vendor's own guest id; else by e-mail address and name, else by phone number and name; else the guest the
 * record has already; else a new one. Mentions of one batch find each other.
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
  // Oldest booking first, so that the newest one has the last word.
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

/** Contacts by which two mentions are of one person. */
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
 * The guest the record has. Not when the record now names somebody with another name and other contacts while that
 * guest has further bookings: then another person took over this one booking.
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
  // The vendor says itself that this is somebody else.
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

/** Takes over what the record says of its guest; nothing known is forgotten because one booking does not repeat it. */
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
    // The name is one thing: a record that gives a first name only has no last name.
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
