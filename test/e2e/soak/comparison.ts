/** Compares a workspace field by field with a fresh reading of its PMS. */
import type { ConversationRecord, GuestRecord, StayRecord } from '../../../src/contract/records.ts'
import type {
  Connector,
  VendorOperations,
  VendorPage,
  VendorContext,
} from '../../../src/connector-kit/connector.ts'
import { normalEmail, normalName, normalPhone } from '../../../src/records/guests/contact-forms.ts'
import { calendarWindow } from '../../../src/features/sync/state/cadence.ts'
import { cancelledAt } from '../../../src/records/reservations/cancelled-at.ts'
import * as held from './held.ts'
import type { StoredRow } from './held.ts'
import { compareAll, kept, same, type Differences } from './fields.ts'
import type { Services } from '../../../src/services.ts'

type RowsById = Map<string, StoredRow>

async function everything<R>(page: (cursor: string | null) => Promise<VendorPage<R>>): Promise<R[]> {
  const records: R[] = []
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const current: VendorPage<R> = await page(cursor)
    if (current.failures.length > 0) throw new Error(JSON.stringify(current.failures.slice(0, 3)))
    records.push(...current.records)
    cursor = current.next
  }
  return records
}

export interface Compared {
  counts: Record<string, number>
  differences: Differences
}

/** The database and the clock to use. */
export interface Here {
  db: Services['db']
  now(): Date
}
export interface ComparedAccount {
  connector: Connector
  workspace: { id: string }
}
export type ComparedPart = (here: Here, account: ComparedAccount, context: VendorContext) => Promise<Compared>

/** `context` is a separate reader at the PMS. */
export async function compare(
  here: Here,
  account: ComparedAccount,
  context: VendorContext,
  parts: readonly ComparedPart[] = [compareListings, compareStays, compareInbox, compareReviews],
): Promise<Compared> {
  const compared: Compared = { counts: {}, differences: [] }
  for (const part of parts) {
    const { counts, differences } = await part(here, account, context)
    Object.assign(compared.counts, counts)
    compared.differences.push(...differences)
  }
  return compared
}

const listingFields = [
  'model, name, publicName, street, city, state, postalCode, countryCode, latitude, longitude, timeZone, currency',
  'lifecycleStatus, thumbnailUrl, defaultNightlyPrice, minNights, maxNights, unitCount, content, details',
  'amenities, photos, isGone',
].flatMap((line) => line.split(', '))
const unitFields = ['name', 'active', 'parentExternalId', 'housekeepingStatus', 'floor', 'listingExternalIds']
const nightFields = [
  'available, price, minNights, maxNights, closedToArrival, closedToDeparture, availableUnits, note',
].flatMap((line) => line.split(', '))

async function compareListings(
  here: Here,
  { connector, workspace }: ComparedAccount,
  context: VendorContext,
): Promise<Compared> {
  const { listings, units, calendar } = connector.operations
  const theirs = await everything((cursor) => need(listings).page(context, { cursor }))
  const window = calendarWindow(here.now(), connector.manifest)
  const nights: Record<string, unknown>[] = []
  const rooms: Record<string, unknown>[] = []
  for (const listing of theirs) {
    // A channel that fetches our nights has none to give.
    const days = (await calendar?.range(context, { listing, ...window })) ?? []
    nights.push(...days.map((day) => ({ ...day, externalId: `${listing.externalId} ${day.date}` })))
    if (units === undefined || listing.model !== 'hotel') continue
    rooms.push(...(await everything((cursor) => units.page(context, { listing, cursor }))))
  }
  // A dormitory contains beds and is no sold room itself.
  const isSold = new Set(rooms.map(({ externalId }) => externalId))
  for (const room of rooms) if (!isSold.has(room.parentExternalId)) room.parentExternalId = null
  const links = (row: Record<string, unknown>) =>
    ((row.channels ?? []) as { platform: string; externalId: string; active: boolean }[])
      .map(({ platform, externalId, active }) => `${platform} ${externalId} ${active}`)
      .toSorted()
  const ours = await held.heldListings(here.db, workspace.id)
  const linked = theirs.flatMap((record) => {
    const row = ours.get(record.externalId)
    return row && !same(links(row), links(record)) ? [`listing ${record.externalId} channels`] : []
  })
  return {
    counts: { listings: theirs.length, units: rooms.length, nights: nights.length },
    differences: [
      ...compareAll(
        'listing',
        ours,
        theirs.map((record) => ({ ...record, isGone: false })),
        listingFields,
        ({ isGone }) => (isGone === true ? null : 'but not archived'),
      ),
      ...linked,
      ...compareAll('unit', await held.heldUnits(here.db, workspace.id), rooms, unitFields, ({ active }) =>
        active === false ? null : 'but active',
      ),
      ...compareAll('night', await held.heldNights(here.db, workspace.id), nights, nightFields, kept),
    ],
  }
}

const stayFields = [
  'listingExternalId, unitExternalId, confirmationCode, source, status, statusDetail, pendingReason, checkIn, checkOut',
  'checkInTime, checkOutTime, bookedAt, cancelledAt, cancelledBy, occupancy, totalPrice, currency, paymentStatus',
  'financials, guestDetails, sourceStatus',
].flatMap((line) => line.split(', '))
const inquiryFields = ['listingExternalId', 'channel', 'checkIn', 'checkOut', 'occupancy', 'sourceStatus']

type ReservationOf = Extract<StayRecord, { kind: 'reservation' }>
type InquiryOf = Extract<StayRecord, { kind: 'inquiry' }>

export async function compareStays(
  here: Here,
  { connector, workspace }: ComparedAccount,
  context: VendorContext,
): Promise<Compared> {
  const all = await everything((cursor) =>
    need(connector.operations.reservations).page(context, { cursor, since: null }),
  )
  // A walk may return a row twice if it is read again at its end.
  const latest = [...new Map(all.map((record) => [record.externalId, record])).values()]
  const stays = latest.filter((record): record is ReservationOf => record.kind === 'reservation')
  const inquiries = latest.filter((record): record is InquiryOf => record.kind === 'inquiry')
  const ours = await held.heldReservations(here.db, workspace.id)
  const asked = await held.heldInquiries(here.db, workspace.id)
  return {
    counts: { reservations: stays.length, inquiries: inquiries.length },
    differences: [
      ...compareAll(
        'reservation',
        ours,
        stays.map((record) => asStored(record, ours)),
        stayFields,
        ({ status }) => (status === 'cancelled' ? null : `but ${String(status)}`),
      ),
      ...stays.flatMap((record) => guestDifferences(ours.get(record.externalId), record)),
      ...compareAll('inquiry', asked, inquiries, inquiryFields, ({ status }) =>
        status === 'open' || status === 'pre_approved' ? `but ${status}` : null,
      ),
    ],
  }
}

/** Fields that do not fit the status are not stored; of a day, our own time counts. */
function asStored(record: ReservationOf, ours: RowsById): Record<string, unknown> {
  const { statusDetail, cancelledAt: _, cancelledBy, pendingReason, ...rest } = record
  const row = ours.get(record.externalId)
  const cancelled = cancelledAt(record, {
    stored: row?.cancelledAt instanceof Date ? row.cancelledAt : null,
    seen: null,
    timeZone: row?.timeZone == null ? null : String(row.timeZone),
  })
  return {
    ...rest,
    ...(record.status === 'cancelled' ? { statusDetail, cancelledAt: cancelled, cancelledBy } : {}),
    ...(record.status === 'pending' ? { pendingReason } : {}),
  }
}

/** A guest collects names and contacts of all bookings, so one booking's are a part of them. */
function guestDifferences(row: StoredRow | undefined, { externalId, guest }: ReservationOf): Differences {
  if (row === undefined || guest === undefined) return []
  return [
    ...nameDifferences(`reservation ${externalId}`, row.guest as GuestRecord, guest),
    ...[normalEmail(guest.email), normalPhone(guest.phone)]
      .filter((contact) => contact !== null && !((row.contacts ?? []) as string[]).includes(contact))
      .map((contact) => `reservation ${externalId} guest: no contact ${contact}`),
  ]
}

function nameDifferences(about: string, ours: GuestRecord, theirs: GuestRecord): Differences {
  const [a, b] = [ours, theirs].map(({ firstName, lastName }) => normalName(firstName, lastName))
  return b === null || a === b ? [] : [`${about} guest: held ${a}, PMS ${b}`]
}

const threadFields = ['platform', 'externalThreadId', 'reservationExternalId', 'subject', 'unreadCount']
const messageFields = [
  'direction, senderType, senderName, senderAvatar, channel, body, attachments, isAutomated, sentAt, deliveredAt, readAt',
].flatMap((line) => line.split(', '))

async function compareInbox(
  here: Here,
  { connector, workspace }: ComparedAccount,
  context: VendorContext,
): Promise<Compared> {
  const { conversations, messages } = connector.operations
  if (conversations === undefined || messages === undefined) return { counts: {}, differences: [] }
  const threads = await everything((cursor) => conversations.page(context, { cursor, since: null }))
  const latest = [...new Map(threads.map((record) => [record.externalId, record])).values()]
  const written: Record<string, unknown>[] = []
  for (const { externalId: conversationExternalId, platform } of latest) {
    const records = await everything((cursor) => messages.page(context, { conversationExternalId, cursor }))
    written.push(
      ...records.map((record) => ({
        ...record,
        isAutomated: record.isAutomated ?? false,
        // A message without a channel came through its thread's.
        channel: record.channel ?? platform,
        externalId: `${conversationExternalId} ${record.externalId}`,
      })),
    )
  }
  const ours = await held.heldConversations(here.db, workspace.id)
  const stays = await held.heldReservations(here.db, workspace.id)
  return {
    counts: { conversations: latest.length, messages: written.length },
    differences: [
      ...compareAll('conversation', ours, latest.map(countingUnread), threadFields, kept),
      ...latest.flatMap(({ externalId, reservationExternalId }) => {
        const row = ours.get(externalId)
        const isKnown = reservationExternalId != null && stays.has(reservationExternalId)
        return row && isKnown && row.linkedTo !== reservationExternalId
          ? [`conversation ${externalId} is not linked to its booking ${reservationExternalId}`]
          : []
      }),
      ...compareAll('message', await held.heldMessages(here.db, workspace.id), written, messageFields, kept),
    ],
  }
}

const countingUnread = (record: ConversationRecord) => ({ ...record, unreadCount: record.unreadCount ?? 0 })

const reviewFields = [
  'platform, listingExternalId, reservationExternalId, guestName, reviewerRole, rating, categories, publicReview',
  'privateFeedback, isRevieweeRecommended, responseBody, submittedAt, expiresAt, hidden, language',
].flatMap((line) => line.split(', '))

async function compareReviews(
  here: Here,
  { connector, workspace }: ComparedAccount,
  context: VendorContext,
): Promise<Compared> {
  const { reviews } = connector.operations
  if (reviews === undefined) return { counts: {}, differences: [] }
  const theirs = await everything((cursor) => reviews.page(context, { cursor }))
  const stays = await held.heldReservations(here.db, workspace.id)
  const wanted = theirs.map((record) => ({
    ...record,
    hidden: record.hidden ?? false,
    rating: record.rating == null ? null : Number(record.rating).toFixed(2),
    responseBody: record.response?.body,
    // An unknown booking cannot be linked.
    reservationExternalId: stays.has(record.reservationExternalId ?? '')
      ? record.reservationExternalId
      : null,
  }))
  return {
    counts: { reviews: theirs.length },
    differences: compareAll(
      'review',
      await held.heldReviews(here.db, workspace.id),
      wanted,
      reviewFields,
      kept,
    ),
  }
}

function need<T extends VendorOperations[keyof VendorOperations]>(operation: T | undefined): T {
  if (operation === undefined) throw new Error('the connector lacks what every PMS has')
  return operation
}
