import { sql } from 'kysely'
import type { AgentLimits, PlanKind } from '../../../contract/agent-limits.ts'
import type { Plan } from '../../../contract/agent-plan.ts'
import type { OperationAnswer } from '../../../http/call-operation.ts'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { shownId } from '../../../records/reservations/twins/queries.ts'
import type { PlannedWrite } from './plan-operations.ts'

/** The part of a plan that its caller sees and that is not in columns. */
export type PlanDescription = Pick<
  Plan,
  'summary' | 'guests_told' | 'channels_touched' | 'changes' | 'warnings' | 'dry_run'
>

/** What is kept of the facts for comparing. */
export interface PlanBasis {
  /** Revision of the stay. */
  stay: number | null
  /** Newest message of the thread. */
  message: string | null
  /** What a night shows, by date. */
  nights: Record<string, string>
  /** Amount and currency of the dry run; null without one. */
  money: string | null
}

export interface PlanRow {
  id: string
  key_id: string
  kind: PlanKind
  status: 'open' | 'confirming' | 'done' | 'refused' | 'erased'
  token_hash: Buffer
  operation: (PlannedWrite['operation'] & { about: PlannedWrite['about'] }) | null
  shown: PlanDescription | null
  basis: PlanBasis
  outcome: OperationAnswer | null
  money: string | null
  currency: string | null
  created_at: Date
  expires_at: Date
  confirmed_at: Date | null
}

const columns = sql.raw(
  `id, key_id, kind, status, token_hash, operation, shown, basis, outcome, money::text, currency, created_at, expires_at, confirmed_at`,
)

export const plansNewestFirst: ListOrdering<PlanRow> = {
  name: 'created',
  direction: 'desc',
  keys: [
    { expression: sql`created_at`, type: 'timestamptz', valueOf: (row) => row.created_at.toISOString() },
    { expression: sql`id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

export async function planRows(
  db: Queryable,
  scope: Scope,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${columns} from agent_plans
    where ${inScope(scope, 'agent_plans')} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function planTotal(db: Queryable, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from agent_plans where ${inScope(scope, 'agent_plans')}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export async function planRow(db: Queryable, scope: Scope, id: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select ${columns} from agent_plans where ${inScope(scope, 'agent_plans')} and id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

export interface NewPlanRow extends Pick<
  PlanRow,
  'id' | 'kind' | 'token_hash' | 'basis' | 'money' | 'currency'
> {
  keyId: string
  connectionId: string | null
  listingId: string | null
  operation: NonNullable<PlanRow['operation']>
  shown: PlanDescription
  at: Date
  expiresAt: Date
}

export async function insertPlan(tx: Queryable, scope: Scope, plan: NewPlanRow): Promise<PlanRow> {
  const { rows } = await sql<PlanRow>`
    insert into agent_plans (workspace_id, id, key_id, kind, connection_id, listing_id, token_hash, operation, shown,
                             basis, money, currency, created_at, expires_at)
    values (${scope.workspaceId}, ${plan.id}, ${plan.keyId}, ${plan.kind}, ${plan.connectionId}, ${plan.listingId},
            ${plan.token_hash}, ${JSON.stringify(plan.operation)}::json, ${JSON.stringify(plan.shown)}::json,
            ${JSON.stringify(plan.basis)}::jsonb, ${plan.money}::numeric, ${plan.currency}, ${plan.at}, ${plan.expiresAt})
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a plan was not stored')
  return row
}

/** False when it was confirmed meanwhile. */
export async function startPlan(tx: Queryable, scope: Scope, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update agent_plans set status = 'confirming', confirmed_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and status = 'open'`.execute(tx)
  return numAffectedRows === 1n
}

/** The first outcome stays. */
export async function settlePlan(
  db: Queryable,
  scope: Scope,
  id: string,
  { status, outcome }: { status: 'done' | 'refused'; outcome: OperationAnswer },
): Promise<void> {
  await sql`
    update agent_plans set status = ${status}, outcome = ${JSON.stringify(outcome)}::json
    where workspace_id = ${scope.workspaceId} and id = ${id} and status = 'confirming'`.execute(db)
}

/** Holds the key until the transaction ends, so that its plans are counted one after another. Undefined: it is gone. */
export async function lockKeyLimits(
  tx: Queryable,
  keyId: string,
): Promise<{ agent_limits: AgentLimits | null } | undefined> {
  const { rows } = await sql<{ agent_limits: AgentLimits | null }>`
    select agent_limits from api_keys where id = ${keyId} and revoked_at is null for no key update`.execute(
    tx,
  )
  return rows[0]
}

/** Confirmed plans of a key; the one that is being confirmed does not count. */
export interface CountedPlans {
  keyId: string
  since: Date
  currency: string | null
  except?: string | null
}

/** What a key confirmed since; amounts of other currencies do not count. */
export interface ConfirmedPlans {
  writes: number
  money: string
}

export async function confirmedSince(
  tx: Queryable,
  scope: Scope,
  { keyId, since, currency, except = null }: CountedPlans,
): Promise<ConfirmedPlans> {
  const { rows } = await sql<ConfirmedPlans>`
    select count(*)::int as writes, coalesce(sum(money) filter (where currency = ${currency}), 0)::text as money
    from agent_plans
    where workspace_id = ${scope.workspaceId} and key_id = ${keyId} and confirmed_at >= ${since}
      and status in ('confirming', 'done') and id is distinct from ${except}::uuid`.execute(tx)
  return rows[0] ?? { writes: 0, money: '0' }
}

/** Blanks what plans say of people; the counts of their keys stay. */
export async function erasePlans(tx: Queryable, scope: Scope): Promise<void> {
  await sql`
    update agent_plans
    set status = case when status = 'open' then 'erased' else status end, operation = null, shown = null, outcome = null
    where workspace_id = ${scope.workspaceId} and (operation is not null or shown is not null or outcome is not null)`.execute(
    tx,
  )
}

/** A stay as a plan rests on it. */
export interface BasisStay {
  id: string
  connection_id: string | null
  listing_id: string
  confirmation_code: string
  revision: number
  status: string
  check_in: string
  check_out: string
  check_in_time: string | null
  check_out_time: string | null
  guests: number | null
  total_price: string | null
  currency: string | null
  source: string | null
  provider: string | null
  guest: string | null
}

export async function plannedStay(db: Queryable, scope: Scope, id: string): Promise<BasisStay | undefined> {
  const { rows } = await sql<BasisStay>`
    select r.id, r.connection_id, r.listing_id, r.confirmation_code, r.revision, r.status, r.check_in, r.check_out,
           r.check_in_time, r.check_out_time, (r.occupancy ->> 'total')::int as guests, r.total_price::text, r.currency,
           r.source, c.provider, nullif(concat_ws(' ', g.first_name, g.last_name), '') as guest
    from reservations r
    left join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id
    left join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
    where ${inScope(scope, 'reservations', 'r')} and r.id = ${shownId(scope, id)}`.execute(db)
  return rows[0]
}

/** A thread as a plan rests on it. */
export interface BasisThread {
  id: string
  connection_id: string | null
  listing_id: string | null
  platform: string | null
  provider: string | null
  guest: string | null
  last_message_id: string | null
}

export async function plannedThread(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<BasisThread | undefined> {
  const { rows } = await sql<BasisThread>`
    select t.id, t.connection_id, t.listing_id, t.platform, c.provider,
           nullif(concat_ws(' ', g.first_name, g.last_name), '') as guest, (
             select m.id from messages m where m.workspace_id = ${scope.workspaceId} and m.conversation_id = t.id
             order by m.sent_at desc, m.id desc limit 1) as last_message_id
    from conversations t
    left join connections c on c.workspace_id = t.workspace_id and c.id = t.connection_id
    left join guests g on g.workspace_id = t.workspace_id and g.id = t.guest_id
    where ${inScope(scope, 'conversations', 't')} and t.id = ${id}`.execute(db)
  return rows[0]
}

export interface BasisListing {
  id: string
  connection_id: string | null
  currency: string | null
  /** The PMS that keeps it and the channels it is linked to. */
  channels: string[]
}

export async function plannedListing(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<BasisListing | undefined> {
  const { rows } = await sql<BasisListing>`
    select l.id, l.connection_id, l.currency, array(
             select c.provider from connections c where c.workspace_id = ${scope.workspaceId} and c.id = l.connection_id
             union
             select k.platform from channel_links k
             where k.workspace_id = ${scope.workspaceId} and k.listing_id = l.id and k.active
             order by 1) as channels
    from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${id}`.execute(db)
  return rows[0]
}
