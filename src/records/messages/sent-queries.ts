import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface OpenPart {
  send_id: string
  place: number
  conversation_id: string
  text_hash: Buffer
  asked_at: Date
  message_id: string | null
}

/** Returns sent parts of these threads that lack a vendor's id, the oldest first. */
export async function openParts(
  tx: Queryable,
  scope: Scope,
  conversationIds: readonly string[],
): Promise<OpenPart[]> {
  const { rows } = await sql<OpenPart>`
    select send_id, place, conversation_id, text_hash, asked_at, message_id from message_parts
    where workspace_id = ${scope.workspaceId} and conversation_id = any(${conversationIds}::bigint[])
      and (state in ('sending', 'unknown') or (state = 'sent' and external_id is null)) and asked_at is not null
    order by asked_at, send_id, place for update`.execute(tx)
  return rows
}

/** Marks the part as settled because it was seen in its thread. */
export async function settlePart(
  tx: Queryable,
  scope: Scope,
  { send_id, place }: Pick<OpenPart, 'send_id' | 'place'>,
  seen: { externalId: string; messageId: string; channel: string | null },
): Promise<void> {
  await sql`
    update message_parts
    set state = 'sent', external_id = ${seen.externalId}, message_id = ${seen.messageId},
        channel = coalesce(channel, ${seen.channel})
    where workspace_id = ${scope.workspaceId} and send_id = ${send_id} and place = ${place}`.execute(tx)
}

/** Gives a stored message the vendor's id that it lacked. */
export async function identifyMessage(
  tx: Queryable,
  scope: Scope,
  messageId: string,
  externalId: string,
): Promise<void> {
  await sql`
    update messages set external_id = ${externalId}
    where workspace_id = ${scope.workspaceId} and id = ${messageId} and external_id is null`.execute(tx)
}
