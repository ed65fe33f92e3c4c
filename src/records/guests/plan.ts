/** Plans which guests records mean before the transaction writes anything, then stores them. */
import type { Write } from '../../platform/outbox.ts'
import { newIds, type Queryable, type Scope } from '../../platform/tenant.ts'
import { normalEmail, normalPhone, storedForms } from './contact-forms.ts'
import { isPlaceholderContact } from './placeholder-contacts.ts'
import {
  knownGuests,
  insertGuests,
  storeContacts,
  updateGuests,
  type StoredDraft,
} from './matching-queries.ts'
import { loadTombstones, hashesOf } from './tombstones.ts'
import {
  matchGuests,
  primaryContact,
  type GuestMention,
  type KnownGuest,
  type GuestMatches,
} from './matching.ts'

export interface GuestPlan extends GuestMatches {
  /** Null if the guests come from no connected account. */
  connectionId: string | null
  /** Forgotten guests by the mention's key; nothing said of them is stored. */
  forgotten: Map<string, string>
  /** Stored guests whose reservations will show something else. */
  touched: string[]
}

/** Only reads; `storeGuests` writes what was planned. */
export async function planGuests(
  db: Queryable,
  scope: Scope,
  connectionId: string | null,
  mentions: readonly GuestMention[],
): Promise<GuestPlan> {
  if (mentions.length === 0) {
    return { connectionId, forgotten: new Map(), touched: [], guestOf: new Map(), drafts: [] }
  }
  const known = await knownGuests(db, scope, connectionId, {
    externalIds: mentions.flatMap(({ guest }) => guest.externalId ?? []),
    contacts: mentions.flatMap(({ guest }) => [
      ...lookedUp('email', normalEmail(guest.email)),
      ...lookedUp('phone', normalPhone(guest.phone)),
    ]),
    ids: mentions.flatMap(({ attachedId }) => attachedId ?? []),
    hashes: mentions.flatMap((mention) => hashesOf(connectionId, mention)),
  })
  const gone = known.flatMap(({ id, forgottenAt, hashes = [] }) =>
    forgottenAt ? [{ id, forgottenAt, hashes }] : [],
  )
  const forgotten = new Map(
    mentions.flatMap((mention) => {
      const guest = loadTombstones(mention, connectionId, gone)
      return guest ? [[mention.key, guest.id] as const] : []
    }),
  )
  const matches = matchGuests(
    mentions.filter(({ key }) => !forgotten.has(key)),
    known.filter(({ forgottenAt }) => !forgottenAt),
  )
  const shownBefore = new Map(known.map((guest) => [guest.id, shownOf(guest)]))
  const touched = matches.drafts.flatMap((draft) =>
    draft.id !== null && shownBefore.get(draft.id) !== shownOf(draft) ? [draft.id] : [],
  )
  return { connectionId, forgotten, touched, ...matches }
}

function lookedUp(type: 'email' | 'phone', value: string | null) {
  if (value === null || isPlaceholderContact({ type, value })) return []
  return storedForms({ type, value }).map((form) => ({ type, value: form }))
}

/** These fields of a guest appear on their reservations. */
function shownOf(guest: Pick<KnownGuest, 'firstName' | 'lastName' | 'language' | 'contacts'>): string {
  const { firstName, lastName, language, contacts } = guest
  const primary = [primaryContact(contacts, 'email'), primaryContact(contacts, 'phone')]
  return JSON.stringify([firstName, lastName, language, ...primary])
}

export interface GuestToShow {
  id: string
  firstName: string | null
  lastName: string | null
  language: string | null
  email: string | null
  phone: string | null
}

/** Returns how reservations show the stored guests. `ids` is the result of storing them. */
export function guestsToShow(plan: GuestPlan, ids: ReadonlyMap<string, string>): Map<string, GuestToShow> {
  return new Map(
    [...plan.guestOf].flatMap(([key, place]) => {
      const [draft, id] = [plan.drafts[place], ids.get(key)]
      if (!draft || id === undefined) return []
      const { firstName, lastName, language, contacts, isNew, isChanged, reached } = draft
      const used = {
        email: primaryContact(contacts, 'email'),
        phone: primaryContact(contacts, 'phone'),
      }
      return [[id, { id, firstName, lastName, language, ...(isNew || isChanged ? used : (reached ?? used)) }]]
    }),
  )
}

/** Returns the guest's id by the mention's key. */
export async function storeGuests(write: Write, plan: GuestPlan): Promise<Map<string, string>> {
  const { tx, scope, at } = write
  const next = await newIds(tx, scope, 'guests', plan.drafts.filter(({ isNew }) => isNew).length)
  const drafts = plan.drafts.map((draft): StoredDraft => ({ ...draft, id: draft.id ?? next() }))
  const changed = drafts.filter(({ isChanged, isNew }) => isChanged && !isNew)
  const added = drafts.filter(({ isNew }) => isNew)
  await insertGuests(tx, scope, plan.connectionId, added, at)
  await updateGuests(tx, scope, plan.connectionId, changed, at)
  await storeContacts(tx, scope, [...added, ...changed], at)
  const found = new Map(
    [...plan.guestOf].flatMap(([key, place]) => {
      const draft = drafts[place]
      return draft ? [[key, draft.id]] : []
    }),
  )
  return new Map([...found, ...plan.forgotten])
}
