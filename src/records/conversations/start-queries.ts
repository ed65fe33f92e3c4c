/** Starts the thread of a booking that was made here. */
import { sql } from 'kysely'
import type { Write } from '../../platform/outbox.ts'
import { nextId } from '../../platform/tenant.ts'

export interface NewConversation {
  /** Null while it is unknown how the guest can be reached. */
  platform: 'website' | 'email' | null
  guestId: string
  listingId: string
  reservationId: string
}

export async function startConversation(
  { tx, scope, at }: Write,
  { platform, guestId, listingId, reservationId }: NewConversation,
): Promise<void> {
  await sql`
    insert into conversations (workspace_id, id, platform, guest_id, listing_id, reservation_id, created_at, updated_at)
    values (${scope.workspaceId}, ${nextId(scope, 'conversations')}, ${platform}, ${guestId}, ${listingId},
            ${reservationId}, ${at}, ${at})`.execute(tx)
}
