/**
 * An inquiry may be read before its thread. The thread is then read first, so that `inquiry.created` names the
 * conversation. If it cannot be read, the inquiry is stored anyway and reported again later.
 */
import type { VendorContext } from '../../../connector-kit/connector.ts'
import type { ConversationRecord, InquiryRecord, StayRecord } from '../../../contract/records.ts'
import { toStorable } from '../../../records/canonical.ts'
import { applyConversations } from '../../../records/conversations/store.ts'
import { isBookingNews } from '../../../records/news.ts'
import { storeAllOrIsolate } from '../../../records/isolate-bad-records.ts'
import { commit, filterReadable, runUnhurried, type SyncTurn } from '../state/turn.ts'
import { requestFetches } from '../state/fetch-queries.ts'
import { inquiriesWithoutThread } from './fetched-queries.ts'

/** A page rarely has more new inquiries; other threads are reported with `inquiry.updated`. */
const mostThreads = 10

export async function ensureInquiryThreads(turn: SyncTurn, stays: readonly StayRecord[]): Promise<void> {
  const { scope, connection, connector, environment } = turn
  const { conversations } = connector.operations
  if (!conversations?.ofInquiry) return
  const news = stays.filter(
    (stay): stay is InquiryRecord => stay.kind === 'inquiry' && isBookingNews(stay.receivedAt, connection),
  )
  const asked = news.map(({ externalId }) => externalId)
  const missing = await inquiriesWithoutThread(environment.services.db, scope, connection.id, asked)
  for (const inquiry of missing.slice(0, mostThreads)) {
    const thread = await threadOf(turn, inquiry)
    if (thread === null) continue
    await commit(turn, { origin: 'sync:conversations', runId: null }, async (batch) => {
      const { followUps } = await storeAllOrIsolate(batch, [toStorable(thread)], applyConversations)
      await requestFetches(batch.tx, scope, connection.id, filterReadable(turn, followUps), {
        dueAt: batch.now,
        runId: null,
      })
    })
  }
}

/** Returns null if the thread cannot be read now, since a guest's question must not wait for it. */
async function threadOf(turn: SyncTurn, inquiry: string): Promise<ConversationRecord | null> {
  const { conversations } = turn.connector.operations
  try {
    const read = async (context: VendorContext) => conversations?.ofInquiry?.(context, inquiry) ?? null
    return await runUnhurried(turn, read, 'messages')
  } catch (error) {
    if (turn.environment.signal.aborted) throw error
    turn.log.info({ err: error, inquiry }, 'the thread of an inquiry could not be read')
    return null
  }
}
