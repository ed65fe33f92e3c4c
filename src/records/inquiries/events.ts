import type { NewEvent, Write } from '../../platform/outbox.ts'
import { eventOf } from '../events.ts'
import { toInquiry } from './map.ts'
import { inquiriesForEvents } from './queries.ts'

export interface InquiryChange {
  id: string
  /** Null for a new inquiry. */
  previous: Record<string, unknown> | null
}

/** Returns events of changes just made; inactive listings give none. */
export async function inquiryEvents(
  { tx, scope, now }: Write,
  changes: readonly InquiryChange[],
): Promise<NewEvent[]> {
  const told = changes.filter(({ previous }) => previous === null || Object.keys(previous).length > 0)
  if (told.length === 0) return []
  const rows = await inquiriesForEvents(
    tx,
    scope,
    told.map(({ id }) => id),
    now,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return told.flatMap(({ id, previous }) => {
    const row = byId.get(id)
    if (!row) return []
    const { provider, external_account_id: externalAccountId, connection_id: connectionId, revision } = row
    const about = {
      object: { type: 'inquiry', id, revision },
      listingId: row.listing_id,
      account:
        provider && externalAccountId
          ? { ...(connectionId ? { id: connectionId } : {}), provider, externalAccountId }
          : null,
    }
    const data = { object: toInquiry(row), occurredAt: now.toISOString(), revision }
    return previous === null
      ? eventOf('inquiry.created', { ...about, data })
      : eventOf('inquiry.updated', { ...about, data: { ...data, previousAttributes: previous } })
  })
}
