/** Erases the files that were sent to a guest. */
import { sql } from 'kysely'
import type { GuestEraser } from '../../services.ts'

export const eraseSentFiles: GuestEraser = async (tx, scope, { records: { conversations } }) => {
  const { rows } = await sql<{ key: string }>`
    select f ->> 'key' as key from message_sends s cross join lateral jsonb_array_elements(s.files) f
    where s.workspace_id = ${scope.workspaceId} and s.conversation_id = any(${conversations}::bigint[])`.execute(
    tx,
  )
  await sql`
    update message_sends set files = '[]'
    where workspace_id = ${scope.workspaceId} and conversation_id = any(${conversations}::bigint[]) and files <> '[]'`.execute(
    tx,
  )
  return { counts: {}, files: rows.map(({ key }) => key) }
}
