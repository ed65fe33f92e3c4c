/** Events about reviews. */
import type { NewEvent, Write } from '../../platform/outbox.ts'
import { eventOf } from '../events.ts'
import { accountBlocks, activeListings } from '../account-queries.ts'
import type { ReviewRow, StoredReview } from './store-queries.ts'

/** Reviews that appeared, and replies to those that were there. */
export async function reviewEvents(
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
