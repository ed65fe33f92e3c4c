/** Whose conversations the messages of a queue are in. Over all workspaces: a worker's questions. */
import { sql } from 'kysely'
import type { HeardMessage } from '../../../connector-kit/message-queue-operations.ts'
import type { Queryable } from '../../../platform/tenant.ts'

export interface AccountOfQueue {
  workspaceId: string
  connectionId: string
}

/** Any account that can be called: which one asks for all is of no matter, and each has its own limit. */
export async function someAccount(db: Queryable, provider: string): Promise<AccountOfQueue | undefined> {
  const { rows } = await sql<AccountOfQueue>`
    select workspace_id as "workspaceId", id as "connectionId" from connections
    where provider = ${provider} and status = 'active' and credentials is not null order by random() limit 1`.execute(
    db,
  )
  return rows[0]
}

/** A message that does not tell its property is found by its conversation, where that is known. */
export async function whoseMessages(
  db: Queryable,
  provider: string,
  heard: readonly HeardMessage[],
): Promise<(AccountOfQueue & { conversationExternalId: string })[]> {
  const { rows } = await sql<AccountOfQueue & { conversationExternalId: string }>`
    select distinct c.workspace_id as "workspaceId", c.id as "connectionId", h."conversationExternalId"
    from jsonb_to_recordset(${JSON.stringify(heard)}::jsonb) as h ("accountId" text, "conversationExternalId" text)
    join connections c on c.provider = ${provider} and c.status = 'active' and c.credentials is not null
      and (c.external_account_id = h."accountId" or h."accountId" is null and exists (
        select from conversations t where t.workspace_id = c.workspace_id and t.connection_id = c.id
          and t.external_id = h."conversationExternalId"))
    order by 1, 2, 3`.execute(db)
  return rows
}
