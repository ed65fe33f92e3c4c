/** A sent message has parts, since vendors take texts and files in calls of their own. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** State machine of one message of a send. Every move goes through it. */
export type PartState = 'waiting' | 'sending' | 'unknown' | 'sent' | 'refused'

export interface SendPart {
  place: number
  has_text: boolean
  file_places: number[]
  text_hash: Buffer
  state: PartState
  attempts: number
  asked_at: Date | null
  settles_at: Date | null
  external_id: string | null
  message_id: string | null
  channel: string | null
  refusal: string | null
}

const partColumns = sql`place, has_text, file_places, text_hash, state, attempts, asked_at, settles_at, external_id,
  message_id, channel, refusal`

export async function partsOf(db: Queryable, scope: Scope, sendId: string): Promise<SendPart[]> {
  const { rows } = await sql<SendPart>`
    select ${partColumns} from message_parts
    where workspace_id = ${scope.workspaceId} and send_id = ${sendId} order by place`.execute(db)
  return rows
}

export async function lockPart(
  tx: Queryable,
  scope: Scope,
  sendId: string,
  place: number,
): Promise<SendPart | undefined> {
  const { rows } = await sql<SendPart>`
    select ${partColumns} from message_parts
    where workspace_id = ${scope.workspaceId} and send_id = ${sendId} and place = ${place} for update`.execute(
    tx,
  )
  return rows[0]
}

export type SendPartChange = Pick<
  SendPart,
  'state' | 'attempts' | 'asked_at' | 'settles_at' | 'external_id' | 'message_id' | 'channel' | 'refusal'
>

/** Returns undefined if another process moved the part meanwhile. */
export async function updatePart(
  db: Queryable,
  scope: Scope,
  sendId: string,
  { place, state, attempts }: SendPart,
  change: SendPartChange,
): Promise<SendPart | undefined> {
  const { rows } = await sql<SendPart>`
    update message_parts
    set state = ${change.state}, attempts = ${change.attempts}, asked_at = ${change.asked_at},
        settles_at = ${change.settles_at}, external_id = ${change.external_id}, message_id = ${change.message_id},
        channel = ${change.channel}, refusal = ${change.refusal}
    where workspace_id = ${scope.workspaceId} and send_id = ${sendId} and place = ${place}
      and state = ${state} and attempts = ${attempts}
    returning ${partColumns}`.execute(db)
  return rows[0]
}

export interface NewSendPart {
  hasText: boolean
  files: readonly number[]
  textHash: Buffer
}

/** Inserts the parts in their order. */
export async function insertParts(
  tx: Queryable,
  scope: Scope,
  { sendId, conversationId }: { sendId: string; conversationId: string },
  parts: readonly NewSendPart[],
): Promise<void> {
  const rows = parts.map(({ hasText, files, textHash }, place) => ({
    place,
    has_text: hasText,
    file_places: files,
    text_hash: textHash.toString('hex'),
  }))
  await sql`
    insert into message_parts (workspace_id, send_id, place, conversation_id, has_text, file_places, text_hash)
    select ${scope.workspaceId}, ${sendId}, place, ${conversationId}, has_text, file_places, decode(text_hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (place int, has_text boolean, file_places jsonb, text_hash text)`.execute(tx)
}
