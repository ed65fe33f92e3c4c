/** Collects what a model sees: records of the workspace that the caller may see. */
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { storedNights } from '../../../records/calendar/public.ts'
import { type NamedPerson, wrapNameForProcess, createPersonPatterns } from '../../../records/guests/erase.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { todayAt } from '../../../records/property-day.ts'
import { toListingData, toMessageData, toNightData, toStayData, type HideText } from './facts.ts'
import * as q from './queries.ts'

/** Taking people out of what is sent. Pure. */
const hidden = '[hidden]'

const addresses = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/giu
/** Of telephones, cards and identity papers: seven digits or more, however they are grouped. */
const numbers = /(?<![\p{L}\p{N}])\+?\(?(?:\d[\s()./-]{0,3}){6,}\d(?![\p{L}\p{N}])/gu
const accounts = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}[A-Z0-9 ]{10,32}/gu
const links = /\bhttps?:\/\/\S+/gi
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text.trim())

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Every way in which the people are named, as one expression; null: nothing is known of them. */
function namesOf(people: readonly NamedPerson[]): RegExp | null {
  const parts = people.flatMap((person) => {
    const words = [person.firstName, person.lastName]
      .flatMap((name) => (name ?? '').split(/[\s-]+/))
      .filter((name) => name.length > 1)
      .map((name) => wrapNameForProcess(escaped(name)))
    const all = createPersonPatterns(person, wrapNameForProcess)?.all
    return [...(all ? [all] : []), ...words]
  })
  return parts.length === 0 ? null : new RegExp(parts.join('|'), 'giu')
}

/** A text without them: names, addresses, numbers and links are replaced by `[hidden]`. */
function hiderOf(people: readonly NamedPerson[]): (text: string) => string {
  const names = namesOf(people)
  return (text) => {
    const plain = text
      .replace(links, hidden)
      .replace(addresses, hidden)
      .replace(accounts, hidden)
      .replace(numbers, (found) => (isDate(found) ? found : hidden))
    return names === null ? plain : plain.replace(names, hidden)
  }
}

export interface SubjectSource {
  db: Queryable
  scope: Scope
  now: Date
  /** AI_PERSONAL_DATA */
  personalData: boolean
}

/** The records and texts of one question. */
export interface ModelSubject {
  data: Record<string, unknown>
  about: { type: 'conversation' | 'review' | 'listing'; id: string; listingId: string | null }
  /** For the event, so it contains no text of a record. */
  summary: string
  currency?: string
  /** The guest whose words it is about; null if there is none or the guest was forgotten. */
  guestId: string | null
}

const remembered = (guest: q.KnownPerson | null) => (guest === null || guest.isForgotten ? null : guest.id)

const mostMessages = 20
/** Nights before and after the priced one that the model sees. */
const nightsAround = 14
/** How far ahead prices are suggested. */
const longestAheadDays = 730

const missing = (what: string, field: string, id: string) =>
  new ApiError('not_found', `No ${what} ${id} in this workspace.`, {
    field: `input.${field}`,
    value_received: id,
  })

/** A name that stands only in a message or a review. */
const byName = (name: string | null): NamedPerson[] => {
  const [firstName = null, ...others] = (name ?? '').trim().split(/\s+/)
  return firstName ? [{ firstName, lastName: others.join(' ') || null, contacts: [] }] : []
}

const hideFor = ({ personalData }: SubjectSource, people: readonly NamedPerson[]): HideText =>
  personalData ? (text) => text : hiderOf(people)

async function listingOf({ db, scope }: SubjectSource, id: string | null, field: string) {
  if (id === null) return undefined
  await assertListingActive(db, scope, id, `input.${field}`)
  return q.listing(db, scope, id)
}

export async function gatherConversation(g: SubjectSource, id: string): Promise<ModelSubject> {
  const { db, scope } = g
  const thread = await q.conversation(db, scope, id)
  if (!thread) throw missing('conversation', 'conversationId', id)
  const home = await listingOf(g, thread.listing_id, 'conversationId')
  const [messages, stay] = await Promise.all([
    q.lastMessages(db, scope, id, mostMessages),
    thread.reservation_id === null ? undefined : q.stay(db, scope, thread.reservation_id),
  ])
  if (!messages.some(({ direction, body }) => direction === 'inbound' && body.trim() !== '')) {
    throw new ApiError(
      'invalid_state',
      `Nothing that the guest wrote stands in conversation ${id}.`,
      { field: 'input.conversationId', value_received: id },
      { fix: 'Ask again once the guest has written.' },
    )
  }
  const guest = await q.knownPerson(db, scope, thread.guest_id ?? stay?.guest_id ?? null)
  const people = [...(guest ? [guest] : []), ...messages.flatMap((row) => byName(row.sender_name))]
  const hide = hideFor(g, people)
  return {
    data: {
      today: todayAt(home?.time_zone ?? null, g.now),
      platform: thread.platform,
      ...(g.personalData && guest?.firstName ? { guestFirstName: guest.firstName } : {}),
      ...(home ? { listing: toListingData(home, hide) } : {}),
      ...(stay ? { stay: toStayData(stay) } : {}),
      messages: messages.map((row) => toMessageData(row, hide)),
    },
    about: { type: 'conversation', id, listingId: thread.listing_id },
    summary: `Conversation ${id}, its last ${messages.length} messages`,
    guestId: remembered(guest),
  }
}

export async function gatherReview(g: SubjectSource, id: string): Promise<ModelSubject> {
  const { db, scope } = g
  const row = await q.review(db, scope, id)
  if (!row) throw missing('review', 'reviewId', id)
  const home = await listingOf(g, row.listing_id, 'reviewId')
  const text = row.public_review?.trim()
  if (row.reviewer_role !== 'guest' || !text) {
    throw new ApiError(
      'invalid_state',
      `Review ${id} has no text of a guest that could be answered.`,
      { field: 'input.reviewId', value_received: id },
      { fix: 'Name a review that a guest wrote.' },
    )
  }
  const guest = await q.knownPerson(db, scope, row.guest_id)
  const hide = hideFor(g, [...(guest ? [guest] : []), ...byName(row.guest_name)])
  return {
    data: {
      platform: row.platform,
      ...(home ? { listing: toListingData(home, hide) } : {}),
      review: { rating: row.rating, text: hide(text).slice(0, 4000) },
    },
    about: { type: 'review', id, listingId: row.listing_id },
    summary: `Review ${id}`,
    guestId: remembered(guest),
  }
}

export async function gatherListing(
  g: SubjectSource,
  id: string,
  style: string,
): Promise<ModelSubject & { home: q.ListingFacts }> {
  const home = await listingOf(g, id, 'listingId')
  if (!home) throw missing('listing', 'listingId', id)
  return {
    home,
    data: { style, listing: toListingData(home, hideFor(g, [])) },
    about: { type: 'listing', id, listingId: id },
    summary: `Listing ${id}`,
    guestId: null,
  }
}

export async function gatherNight(g: SubjectSource, id: string, date: string): Promise<ModelSubject> {
  const { home, data, about } = await gatherListing(g, id, 'concise')
  const night = Temporal.PlainDate.from(date)
  const today = Temporal.PlainDate.from(todayAt(home.time_zone, g.now))
  const ahead = today.until(night).total('days')
  if (ahead < 0 || ahead > longestAheadDays) {
    throw new ApiError(
      'invalid_body',
      `\`input.date\` must be from ${today.toString()} to ${longestAheadDays} days later.`,
      { field: 'input.date', value_received: date },
    )
  }
  const first =
    Temporal.PlainDate.compare(night.subtract({ days: nightsAround }), today) < 0
      ? today
      : night.subtract({ days: nightsAround })
  const last = night.add({ days: nightsAround })
  const rows = await storedNights(
    g.db,
    g.scope,
    [{ listingId: id, first: first.toString(), last: last.toString() }],
    g.now,
  )
  const nights = rows.map(toNightData)
  if (home.currency === null || nights.every(({ price }) => price === null)) {
    throw new ApiError(
      'invalid_state',
      `Listing ${id} has no ${home.currency === null ? 'currency' : 'price'} to go by.`,
      { field: 'input.listingId', value_received: id },
      { fix: 'Set a price and a currency with `PUT /v1/listings/{id}/content` first.' },
    )
  }
  return {
    data: { ...data, date, currency: home.currency, usualPrice: home.default_nightly_price, nights },
    about,
    summary: `Listing ${id}, the night of ${date}`,
    guestId: null,
    currency: home.currency,
  }
}
