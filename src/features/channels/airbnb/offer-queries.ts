import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { throughAccounts } from '../engine/row-sql.ts'

/** Thread of an offer made through one of these accounts. */
export async function threadOfOffer(
  db: Queryable,
  scope: Scope,
  id: string,
  connectionIds: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ conversation_id: string }>`
    select conversation_id from special_offers
    where ${inScope(scope, 'special_offers')} and ${throughAccounts('special_offers', connectionIds)}
      and id = ${id}`.execute(db)
  return rows[0]?.conversation_id
}

/** The listing with this external id in the thread's account. */
export async function listingOfThreadsAccount(
  db: Queryable,
  scope: Scope,
  threadId: string,
  externalId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ listing_id: string }>`
    select links.listing_id from conversations
    join listing_links links on links.workspace_id = conversations.workspace_id
                            and links.connection_id = conversations.connection_id
    where ${inScope(scope, 'conversations')} and conversations.id = ${threadId}
      and ${inScope(scope, 'listing_links', 'links')} and links.external_id = ${externalId}`.execute(db)
  return rows[0]?.listing_id
}
