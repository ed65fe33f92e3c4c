import type { ConversationRecord } from '../../contract/records.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
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
  type StoredConversationRow,
} from './store-queries.ts'
import { inquiryEvents } from '../inquiries/events.ts'
import { storeGuestsOf } from '../stays/store-inquiries.ts'
import { linkConversations } from '../reservations/link-queries.ts'
import { listingRefs, storedHashes } from '../lookup-queries.ts'

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
  return candidates.length === 0 ? emptyApplied : storeCandidates(batch, candidates)
}

async function storeCandidates(
  batch: RecordBatch,
  candidates: readonly { record: ConversationRecord; hash: string }[],
): Promise<AppliedBatch> {
  const { tx, scope, connection, now } = batch
  const write = await openWrite(tx, scope, now)
  const externalIds = candidates.map(({ record }) => record.externalId)
  const stored = await storedConversations(tx, scope, connection.id, externalIds)
  const listings = await listingRefs(
    tx,
    scope,
    connection.id,
    candidates.flatMap(({ record }) => record.listingExternalId ?? []),
  )
  const guests = await storeGuestsOf(
    write,
    batch,
    candidates.flatMap(({ record }): GuestMention[] => {
      if (!record.guest) return []
      const attachedId = stored.get(record.externalId)?.guest_id ?? null
      const usedAt = new Date(record.lastMessageAt ?? now).toISOString()
      return [{ key: record.externalId, guest: record.guest, attachedId, usedAt }]
    }),
  )
  const next = await newIds(tx, scope, 'conversations', candidates.length - stored.size)
  const rows = candidates.map(({ record, hash }): StoredConversationRow => {
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
  const isNew = (row: StoredConversationRow) => !stored.has(row.external_id)
  await insertConversations(tx, scope, connection.id, rows.filter(isNew), write.at)
  await updateConversations(
    tx,
    scope,
    rows.filter((row) => !isNew(row)),
    write.at,
  )
  const linked = await linkConversations(
    write,
    rows.map(({ id }) => id),
  )
  if (!connection.importing) await appendEvents(write, await inquiryEvents(write, linked))
  return {
    changed: rows.length,
    failures: [],
    followUps: externalIds.map((externalId) => ({ entity: 'messages', externalId })),
  }
}
