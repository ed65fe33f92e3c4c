import type { InquiryRecord } from '../../contract/records.ts'
import { appendEvents, openWrite, type Write } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import { inquiryEvents, type InquiryChange } from '../inquiries/events.ts'
import { planGuests, storeGuests } from '../guests/plan.ts'
import type { GuestMention } from '../guests/matching.ts'
import { contentHash } from '../canonical.ts'
import { inquiryLapsesAt } from '../stay-times.ts'
import { isBookingNews } from '../news.ts'
import { relayOf } from '../relay.ts'
import {
  importOf,
  keepLastOfEach,
  emptyApplied,
  resolveReference,
  type AppliedBatch,
  type RecordBatch,
  type ListingRef,
} from '../batch.ts'
import { insertHistory } from '../history-queries.ts'
import {
  insertInquiries,
  storedInquiries,
  updateInquiries,
  type InquiryRow,
  type StoredInquiry,
} from './inquiry-queries.ts'
import { linkInquiries, settleBooked } from '../reservations/link-queries.ts'
import { reservationIdsOfGuests } from '../reservations/store-queries.ts'
import { listingRefs, storedHashes } from '../lookup-queries.ts'
import { publishReservations, shownNow } from '../reservations/publish.ts'

interface InquiryCandidate {
  record: InquiryRecord
  listing: ListingRef | undefined
  hash: string
}

/** Stores questions and requests that are no bookings. */
export async function applyInquiries(
  batch: RecordBatch,
  given: readonly InquiryRecord[],
): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  const records = keepLastOfEach(given)
  if (records.length === 0) return emptyApplied
  const externalIds = records.map(({ externalId }) => externalId)
  const hashes = await storedHashes(tx, scope, 'inquiries', connection.id, externalIds)
  const listings = await listingRefs(
    tx,
    scope,
    connection.id,
    records.flatMap(({ listingExternalId }) => listingExternalId ?? []),
  )
  const candidates = records.flatMap((record): InquiryCandidate[] => {
    const hash = contentHash(record)
    if (hashes.get(record.externalId) === hash) return []
    return [{ record, hash, listing: resolveReference(listings, record.listingExternalId) }]
  })
  return candidates.length === 0 ? emptyApplied : storeInquiries(batch, candidates)
}

async function storeInquiries(
  batch: RecordBatch,
  candidates: readonly InquiryCandidate[],
): Promise<AppliedBatch> {
  const { tx, scope, connection, now } = batch
  const write = await openWrite(tx, scope, now)
  const externalIds = candidates.map(({ record }) => record.externalId)
  const stored = await storedInquiries(tx, scope, connection.id, externalIds)
  const rows = await rowsOf(write, batch, candidates, stored)
  const added = rows.filter((row) => !stored.has(row.external_id))
  const relayedBy = relayOf(connection.provider)
  await insertInquiries(tx, scope, connection.id, added, { relayedBy, at: write.at })
  const known = rows.filter((row) => stored.has(row.external_id))
  const updated = await updateInquiries(tx, scope, known, write.at)
  const ids = rows.map(({ id }) => id)
  await linkInquiries(write, ids)
  const settled = new Map(
    (await settleBooked(write, connection.id, ids)).map(({ id, previous }) => [id, previous ?? {}]),
  )
  const history = [
    ...added.map(({ id }) => ({ id, revision: 1, change: 'created' as const, previous: {} })),
    ...updated.map(({ id, revision, previous }) => ({ id, revision, change: 'updated' as const, previous })),
  ].map((row) => ({ type: 'inquiry', ...row }))
  await insertHistory(tx, scope, history, { origin: batch.origin, runId: batch.runId, at: write.at })
  const receivedAt = new Map(candidates.map(({ record }) => [record.externalId, record.receivedAt]))
  const news = added.filter((row) => isBookingNews(receivedAt.get(row.external_id), connection))
  const changes = [...news.map(({ id }) => ({ id, previous: null })), ...changesOf(updated, settled, added)]
  await appendEvents(write, await inquiryEvents(write, changes))
  return { ...emptyApplied, changed: added.length + updated.length }
}

/** Stores the guests, so that the rows can name them. */
async function rowsOf(
  write: Write,
  batch: RecordBatch,
  candidates: readonly InquiryCandidate[],
  stored: ReadonlyMap<string, StoredInquiry>,
): Promise<InquiryRow[]> {
  const { tx, scope, connection, now } = batch
  const mentions = candidates.flatMap(({ record }): GuestMention[] => {
    if (!record.guest) return []
    const attachedId = stored.get(record.externalId)?.guest_id ?? null
    const usedAt = new Date(record.receivedAt ?? now).toISOString()
    return [{ key: record.externalId, guest: record.guest, attachedId, usedAt }]
  })
  const guests = await storeGuestsOf(write, batch, mentions)
  const next = await newIds(tx, scope, 'inquiries', candidates.length - stored.size)
  return candidates.map((candidate) => {
    const old = stored.get(candidate.record.externalId)
    const guestId = guests.get(candidate.record.externalId) ?? old?.guest_id ?? null
    const row = toRow(candidate, connection.accountId, old?.id ?? next(), guestId)
    // An inquiry that became a booking stays booked, even if the source still shows the question.
    return old?.reservation_id && !isAskedAgain(row, old)
      ? { ...row, status: 'booked', lapses_at: null }
      : answeredHere(row, old, candidate.record)
  })
}

/** Returns prior values: as the inquiry was read, and before a booking settled it. */
function changesOf(
  updated: readonly { id: string; previous: object }[],
  settled: ReadonlyMap<string, object>,
  added: readonly InquiryRow[],
): InquiryChange[] {
  const before = new Map(updated.map(({ id, previous }) => [id, previous]))
  const isAdded = new Set(added.map(({ id }) => id))
  for (const [id, previous] of settled)
    if (!isAdded.has(id)) before.set(id, { ...previous, ...before.get(id) })
  return [...before].map(([id, previous]) => ({ id, previous: { ...previous } }))
}

/** A guest who asks about other nights than the booked ones asks anew. */
const isAskedAgain = (row: InquiryRow, old: StoredInquiry): boolean =>
  old.is_beside_booking && (row.check_in !== old.check_in || row.check_out !== old.check_out)

/** An answer through the API stands until the source changes its word about the question. */
function answeredHere(
  row: InquiryRow,
  old: StoredInquiry | undefined,
  { isOfferOrApproval }: InquiryRecord,
): InquiryRow {
  if (!old) return row
  const isSame = row.status === 'open' && row.source_status === old.source_status
  const isAnswered = old.status === 'pre_approved' || old.status === 'special_offer_sent'
  // Some sources show an approval given here as an offer.
  const isApproval =
    isOfferOrApproval === true && old.status === 'pre_approved' && row.status === 'special_offer_sent'
  return {
    ...row,
    status: (isSame && isAnswered) || isApproval ? old.status : row.status,
    responded_at: row.responded_at ?? old.responded_at?.toISOString() ?? null,
  }
}

/** Stores the guests, and renders other bookings of theirs that change by it. */
export async function storeGuestsOf(
  write: Write,
  batch: RecordBatch,
  mentions: readonly GuestMention[],
): Promise<Map<string, string>> {
  const { tx, scope, connection } = batch
  const plan = await planGuests(tx, scope, connection.id, mentions)
  const touched = await reservationIdsOfGuests(tx, scope, plan.touched)
  const before = await shownNow(batch, touched)
  const guests = await storeGuests(write, plan)
  if (touched.length > 0) {
    await publishReservations(write, batch, { before, created: [], importing: importOf(connection) })
  }
  return guests
}

function toRow(
  { record, listing, hash }: InquiryCandidate,
  accountId: string | null,
  id: string,
  guestId: string | null,
): InquiryRow {
  return {
    id,
    external_id: record.externalId,
    account_id: listing?.account_id ?? accountId,
    listing_id: listing?.id ?? null,
    guest_id: guestId,
    channel: record.channel,
    status: record.status,
    lapses_at: inquiryLapsesAt(record, listing?.time_zone ?? null),
    check_in: record.checkIn ?? null,
    check_out: record.checkOut ?? null,
    guests: record.occupancy ?? null,
    expected_payout_amount: record.expectedPayout?.amount ?? null,
    expected_payout_currency: record.expectedPayout?.currency ?? null,
    respond_by: record.respondBy ?? null,
    responded_at: record.respondedAt ?? null,
    source_status: record.sourceStatus,
    // Without its listing the row is stored incompletely, and stored again later.
    source_hash: record.listingExternalId && !listing ? null : hash,
  }
}
