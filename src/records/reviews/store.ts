import type { ReviewRecord } from '../../contract/records.ts'
import { appendEvents, openWrite, type NewEvent, type Write } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import { contentHash } from '../canonical.ts'
import {
  keepLastOfEach,
  emptyApplied,
  resolveReference,
  type AppliedBatch,
  type ListingRef,
  type RecordBatch,
  type StoredConnection,
} from '../batch.ts'
import { relayOf } from '../relay.ts'
import { knownReservations, type KnownReservation } from '../reservations/store-queries.ts'
import { listingRefs, storedHashes } from '../lookup-queries.ts'
import {
  insertReviews,
  storedReviews,
  updateReviews,
  type ReviewRow,
  type StoredReview,
} from './store-queries.ts'
import { eventOf } from '../events.ts'
import { accountBlocks, activeListings } from '../account-queries.ts'

/** Events cover new reviews and replies to known ones. */
async function reviewEvents(
  { tx, scope }: Write,
  rows: readonly ReviewRow[],
  stored: ReadonlyMap<string, StoredReview>,
): Promise<NewEvent[]> {
  const isNew = (row: ReviewRow) => !stored.has(row.external_id)
  const isAnswer = (row: ReviewRow) =>
    row.response_body !== null && stored.get(row.external_id)?.answered !== true
  const told = rows.filter((row) => isNew(row) || isAnswer(row))
  if (told.length === 0) return []
  const accounts = await accountBlocks(
    tx,
    scope,
    told.map((row) => row.account_id),
  )
  const active = await activeListings(
    tx,
    scope,
    told.map((row) => row.listing_id),
  )
  return told.flatMap((row) => {
    if (row.listing_id !== null && !active.has(row.listing_id)) return []
    const about = {
      orderKey: `review:${row.id}`,
      listingId: row.listing_id,
      account: accounts.get(row.account_id) ?? null,
    }
    const object = {
      id: row.id,
      channel: row.platform,
      listingId: row.listing_id,
      reservationId: row.reservation_id,
      customerId: scope.workspaceId,
      reviewerRole: row.reviewer_role as 'guest' | 'host',
      rating: row.rating === null ? null : Number(row.rating),
      submittedAt: isoOf(row.submitted_at),
    }
    const respondedAt = isoOf(row.response_submitted_at)
    return [
      ...(isNew(row) ? [eventOf('review.created', { ...about, data: { object } })] : []),
      ...(isAnswer(row) ? [eventOf('review.responded', { ...about, data: { object, respondedAt } })] : []),
    ]
  })
}

const isoOf = (time: string | null) => (time === null ? null : new Date(time).toISOString())

/** A forgotten guest's review keeps neither a name nor any text. */
const withoutGuest = { guest_name: null, public_review: null, private_feedback: null, response_body: null }

interface ReviewCandidate {
  record: ReviewRecord
  hash: string
}

/** Stores reviews and links them to their stay and listing if those are known. */
export async function applyReviews(
  batch: RecordBatch,
  given: readonly ReviewRecord[],
): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  const records = keepLastOfEach(given)
  if (records.length === 0) return emptyApplied
  const hashes = await storedHashes(
    tx,
    scope,
    'reviews',
    connection.id,
    records.map(({ externalId }) => externalId),
  )
  const candidates = records
    .map((record) => ({ record, hash: contentHash(record) }))
    .filter(({ record, hash }) => hashes.get(record.externalId) !== hash)
  return candidates.length === 0 ? emptyApplied : storeReviews(batch, candidates)
}

async function storeReviews(
  batch: RecordBatch,
  candidates: readonly ReviewCandidate[],
): Promise<AppliedBatch> {
  const { tx, scope, connection, now } = batch
  const write = await openWrite(tx, scope, now)
  const externalIds = candidates.map(({ record }) => record.externalId)
  const stored = await storedReviews(tx, scope, connection.id, externalIds)
  const rows = await rowsOf(batch, candidates, stored)
  const added = rows.filter(({ external_id }) => !stored.has(external_id))
  await insertReviews(tx, scope, connection.id, added, write.at)
  const changed = rows.filter(({ external_id }) => stored.has(external_id))
  const updated = await updateReviews(tx, scope, changed, write.at)
  if (!connection.importing) await appendEvents(write, await reviewEvents(write, rows, stored))
  return { ...emptyApplied, changed: added.length + updated }
}

async function rowsOf(
  { tx, scope, connection }: RecordBatch,
  candidates: readonly ReviewCandidate[],
  stored: ReadonlyMap<string, StoredReview>,
): Promise<ReviewRow[]> {
  const listingNames = candidates.flatMap(({ record }) => record.listingExternalId ?? [])
  const listings = await listingRefs(tx, scope, connection.id, listingNames)
  const stayNames = candidates.flatMap(({ record }) => record.reservationExternalId ?? [])
  const stays = await knownReservations(tx, scope, connection.id, stayNames)
  const next = await newIds(tx, scope, 'reviews', candidates.length - stored.size)
  return candidates.map((candidate) => {
    const { record } = candidate
    return toRow(connection, candidate, {
      id: stored.get(record.externalId)?.id ?? next(),
      listing: resolveReference(listings, record.listingExternalId),
      stay: resolveReference(stays, record.reservationExternalId),
    })
  })
}

interface ReviewReferences {
  id: string
  listing: ListingRef | undefined
  stay: KnownReservation | undefined
}

function toRow(
  connection: StoredConnection,
  { record, hash }: ReviewCandidate,
  { id, listing, stay }: ReviewReferences,
): ReviewRow {
  const isComplete = (!record.listingExternalId || listing) && (!record.reservationExternalId || stay)
  const row = {
    id,
    external_id: record.externalId,
    account_id: listing?.account_id ?? connection.accountId,
    platform: record.platform,
    pms: relayOf(connection.provider),
    listing_id: listing?.id ?? stay?.listing_id ?? null,
    provider_property_id: record.listingExternalId ?? null,
    reservation_id: stay?.merged_into ?? stay?.id ?? null,
    reservation_code: record.reservationCode ?? stay?.confirmation_code ?? null,
    guest_id: stay?.guest_id ?? null,
    guest_name: record.guestName ?? null,
    reviewer_role: record.reviewerRole,
    rating: record.rating ?? null,
    categories: record.categories ?? [],
    public_review: record.publicReview ?? null,
    private_feedback: record.privateFeedback ?? null,
    is_reviewee_recommended: record.isRevieweeRecommended ?? null,
    response_body: record.response?.body ?? null,
    response_submitted_at: record.response?.submittedAt ?? null,
    submitted_at: record.submittedAt ?? null,
    expires_at: record.expiresAt ?? null,
    hidden: record.hidden ?? false,
    language: record.language ?? null,
    source_hash: isComplete ? hash : null,
  }
  return stay?.guest_forgotten ? { ...row, ...withoutGuest } : row
}
