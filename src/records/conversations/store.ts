import type { ConversationRecord } from '../../contract/records.ts'
import { appendEvents, openWrite, type Write } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import type { GuestMention } from '../guests/matching.ts'
import { contentHash } from '../canonical.ts'
import {
  keepLastOfEach,
  emptyApplied,
  resolveReference,
  type AppliedBatch,
  type RecordBatch,
} from '../batch.ts'
import {
  insertConversations,
  storedConversations,
  updateConversations,
  type StoredConversation,
  type StoredConversationRow,
} from './store-queries.ts'
import { inquiryEvents } from '../inquiries/events.ts'
import { storeGuestsOf } from '../stays/store-inquiries.ts'
import { linkConversations } from '../reservations/link-queries.ts'
import { listingRefs, storedHashes } from '../lookup-queries.ts'

interface ConversationCandidate {
  record: ConversationRecord
  hash: string
}

/** Stores threads and asks for the messages of each new or changed one. */
export async function applyConversations(
  batch: RecordBatch,
  given: readonly ConversationRecord[],
): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  const records = keepLastOfEach(given)
  if (records.length === 0) return emptyApplied
  const hashes = await storedHashes(
    tx,
    scope,
    'conversations',
    connection.id,
    records.map(({ externalId }) => externalId),
  )
  const candidates = records
    .map((record) => ({ record, hash: contentHash(record) }))
    .filter(({ record, hash }) => hashes.get(record.externalId) !== hash)
  return candidates.length === 0 ? emptyApplied : storeConversations(batch, candidates)
}

async function storeConversations(
  batch: RecordBatch,
  candidates: readonly ConversationCandidate[],
): Promise<AppliedBatch> {
  const { tx, scope, connection, now } = batch
  const write = await openWrite(tx, scope, now)
  const externalIds = candidates.map(({ record }) => record.externalId)
  const stored = await storedConversations(tx, scope, connection.id, externalIds)
  const rows = await rowsOf(write, batch, candidates, stored)
  const added = rows.filter((row) => !stored.has(row.external_id))
  await insertConversations(tx, scope, connection.id, added, write.at)
  const changed = rows.filter((row) => stored.has(row.external_id))
  await updateConversations(tx, scope, changed, write.at)
  const ids = rows.map(({ id }) => id)
  const linked = await linkConversations(write, ids)
  if (!connection.importing) await appendEvents(write, await inquiryEvents(write, linked))
  return {
    changed: rows.length,
    failures: [],
    followUps: externalIds.map((externalId) => ({ entity: 'messages', externalId })),
  }
}

/** Stores the guests, so that the rows can name them. */
async function rowsOf(
  write: Write,
  batch: RecordBatch,
  candidates: readonly ConversationCandidate[],
  stored: ReadonlyMap<string, StoredConversation>,
): Promise<StoredConversationRow[]> {
  const { tx, scope, connection, now } = batch
  const named = candidates.flatMap(({ record }) => record.listingExternalId ?? [])
  const listings = await listingRefs(tx, scope, connection.id, named)
  const mentions = candidates.flatMap(({ record }): GuestMention[] => {
    if (!record.guest) return []
    const attachedId = stored.get(record.externalId)?.guest_id ?? null
    const usedAt = new Date(record.lastMessageAt ?? now).toISOString()
    return [{ key: record.externalId, guest: record.guest, attachedId, usedAt }]
  })
  const guests = await storeGuestsOf(write, batch, mentions)
  const next = await newIds(tx, scope, 'conversations', candidates.length - stored.size)
  return candidates.map(({ record, hash }) => {
    const old = stored.get(record.externalId)
    const listing = resolveReference(listings, record.listingExternalId)
    return {
      id: old?.id ?? next(),
      external_id: record.externalId,
      account_id: listing?.account_id ?? connection.accountId,
      platform: record.platform,
      external_thread_id: record.externalThreadId ?? null,
      guest_id: guests.get(record.externalId) ?? old?.guest_id ?? null,
      listing_id: listing?.id ?? old?.listing_id ?? null,
      source_reservation_id: record.reservationExternalId ?? null,
      subject: record.subject ?? null,
      last_message_at: record.lastMessageAt ?? null,
      unread_count: record.unreadCount ?? null,
      source_hash: record.listingExternalId && !listing ? null : hash,
    }
  })
}
