/** Accounts at Stripe, across all workspaces: notices name a customer only, and one timer serves everybody. */
import { sql } from 'kysely'
import type { SubscriptionStatus } from '../../../contract/billing.ts'
import type { PlanGrant, SoldPlan } from '../../../contract/sold-plans.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Subscription } from './rules.ts'

export interface BillingAccount {
  workspace_id: string
  customer_id: string | null
  subscription_id: string | null
  status: SubscriptionStatus | null
  sold_plan: SoldPlan | null
  period_end: Date | null
  cancel_at: Date | null
  given: PlanGrant | null
  read_at: Date | null
  checkout_at: Date | null
}

const columns = sql`workspace_id, customer_id, subscription_id, status, sold_plan, period_end, cancel_at, given, read_at, checkout_at`

export async function billingAccount(
  db: Queryable,
  { workspaceId }: Scope,
): Promise<BillingAccount | undefined> {
  const { rows } = await sql<BillingAccount>`
    select ${columns} from billing_accounts where workspace_id = ${workspaceId}`.execute(db)
  return rows[0]
}

/** The number of the current attempt to create something at Stripe; starts the account's row. */
export async function insertBillingAttempt(
  db: Queryable,
  { workspaceId }: Scope,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ attempt: number }>`
    insert into billing_accounts as a (workspace_id, due_at) values (${workspaceId}, ${now})
    on conflict (workspace_id) do update set attempt = a.attempt returning attempt`.execute(db)
  return rows[0]?.attempt ?? 0
}

/** Advances a failed attempt. Concurrent callers with the same attempt advance it once. */
export async function updateBillingAttempt(
  db: Queryable,
  { workspaceId }: Scope,
  attempt: number,
): Promise<void> {
  await sql`
    update billing_accounts set attempt = attempt + 1
    where workspace_id = ${workspaceId} and attempt = ${attempt}`.execute(db)
}

/** Stores the customer unless another process stored one first. Returns the stored one. */
export async function updateCustomer(
  db: Queryable,
  { workspaceId }: Scope,
  { customerId, instead, now }: { customerId: string; instead: string | null; now: Date },
): Promise<string> {
  const { rows } = await sql<{ customer_id: string }>`
    insert into billing_accounts as a (workspace_id, customer_id, due_at) values (${workspaceId}, ${customerId}, ${now})
    on conflict (workspace_id) do update set customer_id =
      case when a.customer_id is not distinct from ${instead}::text then excluded.customer_id else a.customer_id end
    returning customer_id`.execute(db)
  return rows[0]?.customer_id ?? customerId
}

/** A checkout page was opened, so the account is read more often from now on. */
export async function updateCheckoutTime(tx: Queryable, { workspaceId }: Scope, now: Date): Promise<void> {
  await sql`
    update billing_accounts set checkout_at = ${now}, due_at = least(due_at, ${now}::timestamptz + interval '30 seconds')
    where workspace_id = ${workspaceId}`.execute(tx)
}

/** Marks every account due, because the operator changed what plans give. */
export async function updateAllLooksDue(db: Queryable, now: Date): Promise<void> {
  await sql`
    update billing_accounts set due_at = ${now}, news = news + 1
    where workspace_id in (select id from workspaces where sandbox_of is null)`.execute(db)
}

/**
 * Stores a notice's id and marks its account due in one statement, so a kill does both or neither. Returns
 * whether it was new.
 */
export async function insertNotice(
  db: Queryable,
  { id, type, customerId }: { id: string; type: string; customerId: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with known as (select workspace_id from billing_accounts where customer_id = ${customerId}),
    kept as (
      insert into billing_events (workspace_id, id, type, received_at)
      select workspace_id, ${id}, ${type}, ${now} from known
      on conflict do nothing returning workspace_id)
    update billing_accounts a set due_at = ${now}, news = a.news + 1
    from kept where a.workspace_id = kept.workspace_id returning a.workspace_id`.execute(db)
  return rows.length > 0
}

export interface ClaimedBillingAccount extends BillingAccount {
  customer_id: string
  claim: string
  news: string
  failures: number
}

const isDue = (now: Date) =>
  sql`due_at <= ${now} and customer_id is not null and (claimed_until is null or claimed_until <= ${now})`

/** Workspaces whose accounts are due and free, longest due first. Nothing is locked: another process may claim them first. */
export async function dueAccounts(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from billing_accounts where ${isDue(now)} order by due_at limit ${limit}`.execute(db)
  return rows.map((row) => row.workspace_id)
}

/** Claims the account for this process if it is still due and free. */
export async function claimDueAccount(
  db: Queryable,
  { workspaceId }: Scope,
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<ClaimedBillingAccount | undefined> {
  const { rows } = await sql<ClaimedBillingAccount>`
    update billing_accounts set claim = ${claim}, claimed_until = ${until}
    where workspace_id = ${workspaceId} and ${isDue(now)}
    returning ${columns}, claim, news, failures`.execute(db)
  return rows[0]
}

/** Claims the account of one workspace, due or not. Undefined while another process has it or reading fails. */
export async function claimAccount(
  db: Queryable,
  { workspaceId }: Scope,
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<ClaimedBillingAccount | undefined> {
  const { rows } = await sql<ClaimedBillingAccount>`
    update billing_accounts set claim = ${claim}, claimed_until = ${until}
    where workspace_id = ${workspaceId} and customer_id is not null and failures = 0
      and (claimed_until is null or claimed_until <= ${now})
    returning ${columns}, claim, news, failures`.execute(db)
  return rows[0]
}

/** Stores what was read and releases the claim. False if another process claimed the account since. */
export async function settleClaim(
  tx: Queryable,
  { workspace_id, claim, news, customer_id }: ClaimedBillingAccount,
  read: { counting: Subscription | null; given: PlanGrant | null; now: Date; next: Date },
): Promise<boolean> {
  const { counting: s, given, now, next } = read
  const { rows } = await sql`
    update billing_accounts set
      subscription_id = ${s?.id ?? null}, status = ${s?.status ?? null}, price_id = ${s?.priceId ?? null},
      sold_plan = ${s?.plan ?? null}, period_end = ${s?.periodEnd ?? null}, cancel_at = ${s?.cancelAt ?? null},
      given = coalesce(${given === null ? null : JSON.stringify(given)}::jsonb, given), read_at = ${now}, failures = 0,
      due_at = case when news = ${news} then ${next}::timestamptz else ${now}::timestamptz end,
      claim = null, claimed_until = null
    where workspace_id = ${workspace_id} and claim = ${claim} and customer_id = ${customer_id}
    returning workspace_id`.execute(tx)
  return rows.length > 0
}

/** Sets the next read; `orSooner` keeps an earlier due time. */
export async function postponeLook(
  db: Queryable,
  { workspace_id, claim, news }: ClaimedBillingAccount,
  { next, orSooner }: { next: Date; orSooner: boolean },
): Promise<void> {
  const stays = orSooner ? sql`false` : sql`news = ${news}`
  await sql`
    update billing_accounts set failures = failures + 1, claim = null, claimed_until = null,
      due_at = case when ${stays} then ${next}::timestamptz else least(due_at, ${next}::timestamptz) end
    where workspace_id = ${workspace_id} and claim = ${claim}`.execute(db)
}

export async function deleteNotices(db: Queryable, before: Date): Promise<void> {
  await sql`
    delete from billing_events where (workspace_id, id) in (
      select workspace_id, id from billing_events where received_at < ${before} limit 10000)`.execute(db)
}
