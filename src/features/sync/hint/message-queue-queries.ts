/** These queries of a worker look over all workspaces for the conversations that queued messages belong to. */
import { sql } from 'kysely'
import type { HeardMessage } from '../../../connector-kit/message-queue-operations.ts'
import type { Queryable } from '../../../platform/tenant.ts'

export interface QueueAccount {
  workspaceId: string
  connectionId: string
}

const callable = (provider: string) => sql`(
  select workspace_id, id from connections where provider = ${provider} and status = 'active' and credentials is not null)`

/**
 * Any usable account may ask for all, and each has its own limit. A random starting id spreads the calls without
 * reading all accounts.
 */
export async function anyQueueAccount(db: Queryable, provider: string): Promise<QueueAccount | undefined> {
  const { rows } = await sql<QueueAccount>`
    with somewhere as materialized (
      select first + floor(random() * (last - first + 1))::bigint as id
      from (select min(id) as first, max(id) as last from ${callable(provider)} c) ends
    )
    select c.workspace_id as "workspaceId", c.id as "connectionId" from ${callable(provider)} c
    where c.id >= (select id from somewhere) order by c.id limit 1`.execute(db)
  return rows[0]
}

/** A message without a property is matched to accounts by its conversation. */
export async function messageOwners(
  db: Queryable,
  provider: string,
  heard: readonly HeardMessage[],
): Promise<(QueueAccount & { conversationExternalId: string })[]> {
  const unnamed = heard.flatMap(({ accountId, conversationExternalId }) =>
    accountId === null ? [conversationExternalId] : [],
  )
  const { rows } = await sql<QueueAccount & { conversationExternalId: string }>`
    with heard as (
      select * from jsonb_to_recordset(${JSON.stringify(heard)}::jsonb) as h ("accountId" text, "conversationExternalId" text)
    )
    select c.workspace_id as "workspaceId", c.id as "connectionId", h."conversationExternalId"
    from heard h
    join connections c on c.provider = ${provider} and c.status = 'active' and c.credentials is not null
      and c.external_account_id = h."accountId"
    union
    select c.workspace_id, c.id, t.external_id
    from connections c
    join conversations t on t.workspace_id = c.workspace_id and t.connection_id = c.id
      and t.external_id = any(${unnamed}::text[])
    where c.provider = ${provider} and c.status = 'active' and c.credentials is not null
    order by 1, 2, 3`.execute(db)
  return rows
}
