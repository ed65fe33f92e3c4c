import { sql } from 'kysely'
import type { IntentState } from './intent-state.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { PmsRequest } from './pms-request.ts'

export interface IntentOutcome {
  code?: string
  message?: string
  /** Parts beside the main matter that were not done. */
  errors?: { section: string; code: string; message: string }[]
}

export interface Intent {
  id: string
  key: string
  kind: PmsRequest['kind']
  connection_id: string
  provider: string
  listing_id: string
  reservation_id: string | null
  external_id: string | null
  marker: string
  /** null once it is settled. */
  request: PmsRequest | null
  request_hash: Buffer
  state: IntentState
  attempts: number
  searches: number
  outcome: IntentOutcome | null
  holder: string | null
  held_until: Date | null
  next_search_at: Date | null
  sent_at: Date | null
  settles_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql`id, key, kind, connection_id, provider, listing_id, reservation_id, external_id, marker, request,
  request_hash, state, attempts, searches, outcome, holder, held_until, next_search_at, sent_at, settles_at, created_at,
  updated_at`

export interface NewIntent {
  key: string
  request: PmsRequest
  hash: Buffer
  marker: string
  connectionId: string
  provider: string
  listingId: string
  reservationId: string | null
  externalId: string | null
}

export interface Hold {
  holder: string
  until: Date
}

/** Writes it down, held; undefined when the key has an intent already. */
export async function insertIntent(
  db: Queryable,
  scope: Scope,
  intent: NewIntent,
  { holder, until }: Hold,
  at: Date,
): Promise<Intent | undefined> {
  const { rows } = await sql<Intent>`
    insert into reservation_intents (workspace_id, key, kind, connection_id, provider, listing_id, reservation_id, external_id,
                                     marker, request, request_hash, holder, held_until, next_search_at, created_at, updated_at)
    values (${scope.workspaceId}, ${intent.key}, ${intent.request.kind}, ${intent.connectionId}, ${intent.provider},
            ${intent.listingId}, ${intent.reservationId}, ${intent.externalId}, ${intent.marker},
            ${JSON.stringify(intent.request)}::jsonb, ${intent.hash}, ${holder}, ${until}, ${until}, ${at}, ${at})
    on conflict (workspace_id, key) do nothing
    returning ${columns}`.execute(db)
  return rows[0]
}

export async function intentOfKey(db: Queryable, scope: Scope, key: string): Promise<Intent | undefined> {
  const { rows } = await sql<Intent>`
    select ${columns} from reservation_intents
    where ${inScope(scope, 'reservation_intents')} and key = ${key}`.execute(db)
  return rows[0]
}

/** Whether a booking of the PMS was made by another intent, or may be what one made whose outcome is not known. */
export async function isOfOtherIntent(
  db: Queryable,
  scope: Scope,
  { id, connection_id, listing_id }: Pick<Intent, 'id' | 'connection_id' | 'listing_id'>,
  externalId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from reservation_intents
    where workspace_id = ${scope.workspaceId} and connection_id = ${connection_id} and id <> ${id} and kind = 'create'
      and (external_id = ${externalId}
        or (listing_id = ${listing_id} and state in ('started', 'sent', 'unknown', 'made')))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Takes it unless somebody else has it. */
export async function holdIntent(
  db: Queryable,
  scope: Scope,
  id: string,
  { holder, until }: Hold,
  now: Date,
): Promise<Intent | undefined> {
  const { rows } = await sql<Intent>`
    update reservation_intents set holder = ${holder}, held_until = ${until}
    where workspace_id = ${scope.workspaceId} and id = ${id} and (held_until is null or held_until <= ${now})
    returning ${columns}`.execute(db)
  return rows[0]
}

export async function prolongHold(
  db: Queryable,
  scope: Scope,
  id: string,
  { holder, until }: Hold,
): Promise<void> {
  await sql`
    update reservation_intents set held_until = ${until}
    where workspace_id = ${scope.workspaceId} and id = ${id} and holder = ${holder}`.execute(db)
}

export interface IntentChange {
  state: IntentState
  request: PmsRequest | null
  request_hash: Buffer
  reservation_id: string | null
  external_id: string | null
  attempts: number
  searches: number
  outcome: IntentOutcome | null
  next_search_at: Date | null
  sent_at: Date | null
  settles_at: Date | null
}

/** Only by the one who has it; undefined when it was taken over. `release`: others may take it now. */
export async function updateIntent(
  db: Queryable,
  scope: Scope,
  intent: Pick<Intent, 'id' | 'holder'>,
  change: IntentChange,
  { at, release }: { at: Date; release: boolean },
): Promise<Intent | undefined> {
  const { rows } = await sql<Intent>`
    update reservation_intents
    set state = ${change.state}, request = ${change.request === null ? null : JSON.stringify(change.request)}::jsonb,
        request_hash = ${change.request_hash}, reservation_id = ${change.reservation_id},
        external_id = ${change.external_id}, attempts = ${change.attempts}, searches = ${change.searches},
        outcome = ${change.outcome === null ? null : JSON.stringify(change.outcome)}::jsonb,
        next_search_at = ${change.next_search_at}, sent_at = ${change.sent_at}, settles_at = ${change.settles_at},
        holder = case when ${release} then null else holder end,
        held_until = case when ${release} then null else held_until end, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${intent.id} and holder = ${intent.holder}
    returning ${columns}`.execute(db)
  return rows[0]
}

export interface DueIntent {
  workspaceId: string
  id: string
}

/** The one question that is asked over all workspaces: what is there to find out? */
export async function dueIntents(db: Queryable, now: Date, limit: number): Promise<DueIntent[]> {
  const { rows } = await sql<DueIntent>`
    select workspace_id as "workspaceId", id from reservation_intents
    where next_search_at <= ${now} and (held_until is null or held_until <= ${now})
    order by next_search_at limit ${limit}`.execute(db)
  return rows
}

export async function reservationOfExternalId(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
): Promise<{ id: string; confirmation_code: string } | undefined> {
  const { rows } = await sql<{ id: string; confirmation_code: string }>`
    select id, confirmation_code from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = ${externalId}`.execute(db)
  return rows[0]
}

/** What the PMS calls a unit of the listing, named by our id or by the PMS's. */
export async function unitExternalId(
  db: Queryable,
  scope: Scope,
  listingId: string,
  unit: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ external_id: string }>`
    select u.external_id from units u
    join listing_units lu on lu.workspace_id = u.workspace_id and lu.unit_id = u.id and lu.listing_id = ${listingId}
    where u.workspace_id = ${scope.workspaceId} and (u.external_id = ${unit} or u.id::text = ${unit})
      and u.external_id is not null
    order by u.id::text = ${unit} desc limit 1`.execute(db)
  return rows[0]?.external_id
}
