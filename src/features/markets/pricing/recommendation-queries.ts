/** Each recommendation is a row for a night. */
import { sql, type RawBuilder } from 'kysely'
import type { OrderKey, ListOrdering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { PriceFactors } from './model/factors.ts'

export interface RecommendationRow {
  listing_id: string
  date: string
  status: 'pending' | 'applied' | 'declined'
  currency: string
  current_price: string | null
  recommended_price: string
  min_price: string | null
  max_price: string | null
  confidence: string
  booking_probability: string
  expected_revenue: string
  factors: PriceFactors
  model_version: string
  generated_at: Date
  decided_at: Date | null
  decision_key: string | null
  applied_price: string | null
  applied_at: Date | null
  applied_by: string | null
}

const columns = sql`listing_id, date, status, currency, current_price, recommended_price, min_price, max_price, confidence,
  booking_probability, expected_revenue, factors, model_version, generated_at, decided_at, decision_key, applied_price,
  applied_at, applied_by`

export async function recommendations(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<RecommendationRow[]> {
  const { rows } = await sql<RecommendationRow>`
    select ${columns} from price_recommendations
    where workspace_id = ${scope.workspaceId} and listing_id = any(${ids}::bigint[])
      and date between ${from}::date and ${to}::date
    order by listing_id, date`.execute(db)
  return rows
}

/** Locks these nights' recommendations, so nobody else decides on them. */
export async function lockRecommendations(
  tx: Queryable,
  scope: Scope,
  listingId: string,
  dates: readonly string[],
): Promise<RecommendationRow[]> {
  const { rows } = await sql<RecommendationRow>`
    select ${columns} from price_recommendations
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and date = any(${dates}::date[])
    order by date for update`.execute(tx)
  return rows
}

export interface NewRecommendation {
  listingId: string
  date: string
  /** Days from today to the night. */
  ahead: number
  currency: string
  currentPrice: string | null
  recommendedPrice: string
  minPrice: string | null
  maxPrice: string | null
  confidence: number
  bookingProbability: number
  expectedRevenue: string
  factors: PriceFactors
  modelVersion: string
}

const mostShown = 60

/**
 * Appends the shown price if it differs from the last one. A value in the last part of an insert from a query makes Citus refuse it, so
 * the number is spelled out.
 */
const withShown = (now: RawBuilder<unknown>) => sql`case
  when ${now} = '[]' or (old.shown->-1->>1)::numeric is not distinct from (${now}->0->>1)::numeric then old.shown
  when jsonb_array_length(old.shown) >= ${sql.lit(mostShown)} then (old.shown - 0) || ${now}
  else old.shown || ${now} end`

/** Replaces the recommendations of these nights. */
export async function upsertRecommendations(
  tx: Queryable,
  scope: Scope,
  rows: readonly NewRecommendation[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into price_recommendations as old (workspace_id, listing_id, date, status, currency, current_price, recommended_price,
      min_price, max_price, confidence, booking_probability, expected_revenue, factors, model_version, generated_at, shown)
    select ${scope.workspaceId}, r."listingId", r.date, 'pending', r.currency, r."currentPrice", r."recommendedPrice",
           r."minPrice", r."maxPrice", r.confidence, r."bookingProbability", r."expectedRevenue", r.factors,
           r."modelVersion", ${now}::timestamptz,
           case when r."currentPrice" is null then '[]' else jsonb_build_array(jsonb_build_array(r.ahead, r."currentPrice")) end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r ("listingId" bigint, date date, ahead integer, currency text,
      "currentPrice" numeric, "recommendedPrice" numeric, "minPrice" numeric, "maxPrice" numeric, confidence numeric,
      "bookingProbability" numeric, "expectedRevenue" numeric, factors json, "modelVersion" text)
    order by r."listingId", r.date
    on conflict (workspace_id, listing_id, date) do update
      set status = 'pending', currency = excluded.currency, current_price = excluded.current_price,
          recommended_price = excluded.recommended_price, min_price = excluded.min_price, max_price = excluded.max_price,
          confidence = excluded.confidence, booking_probability = excluded.booking_probability,
          expected_revenue = excluded.expected_revenue, factors = excluded.factors, model_version = excluded.model_version,
          generated_at = excluded.generated_at, decided_at = null, decision_key = null,
          shown = ${withShown(sql`excluded.shown`)}`.execute(tx)
}

/** Deletes recommendations of nights that are now sold or closed. Applied ones stay in the history. */
export async function deleteRecommendations(
  tx: Queryable,
  scope: Scope,
  nights: readonly { listingId: string; date: string }[],
): Promise<void> {
  if (nights.length === 0) return
  const gone = sql`jsonb_to_recordset(${JSON.stringify(nights)}::jsonb) as n ("listingId" bigint, date date)`
  await sql`
    update price_recommendations r set status = 'applied', decided_at = r.applied_at
    from ${gone} where r.workspace_id = ${scope.workspaceId} and r.listing_id = n."listingId" and r.date = n.date
      and r.status = 'pending' and r.applied_price is not null`.execute(tx)
  await sql`
    delete from price_recommendations r
    using ${gone} where r.workspace_id = ${scope.workspaceId} and r.listing_id = n."listingId" and r.date = n.date
      and r.status = 'pending'`.execute(tx)
}

interface DecidedNights {
  listingId: string
  dates: readonly string[]
  key: string | null
  now: Date
}

export async function markApplied(
  tx: Queryable,
  scope: Scope,
  { listingId, dates, key, now }: DecidedNights,
  { by, today }: { by: string; today: string },
): Promise<void> {
  // Citus takes the functions that build JSON in no change, but a cast of text.
  const fromToday = sql`('[[' || (old.date - ${today}::date)::text || ',' || old.recommended_price::text || ']]')::jsonb`
  await sql`
    update price_recommendations old
    set shown = ${withShown(fromToday)},
        status = 'applied', decided_at = ${now}, decision_key = ${key}::text, applied_price = recommended_price,
        applied_at = ${now}, applied_by = ${by}
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and date = any(${dates}::date[])
      and status = 'pending'`.execute(tx)
}

export async function markDeclined(
  tx: Queryable,
  scope: Scope,
  { listingId, dates, key, now }: DecidedNights,
): Promise<void> {
  await sql`
    update price_recommendations set status = 'declined', decided_at = ${now}, decision_key = ${key}::text
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and date = any(${dates}::date[])
      and status = 'pending'`.execute(tx)
}

const dateKey: OrderKey<RecommendationRow> = {
  expression: sql`r.date`,
  type: 'date',
  valueOf: ({ date }) => date,
}
export const historyByDate: ListOrdering<RecommendationRow> = {
  name: 'date',
  direction: 'asc',
  keys: [dateKey],
}

export interface HistoryFilter {
  listingId: string
  from: string
  to: string
}

const ofHistory = (scope: Scope, { listingId, from, to }: HistoryFilter) =>
  sql`${inScope(scope, 'price_recommendations', 'r')} and r.listing_id = ${listingId} and r.date between ${from}::date and ${to}::date`

export async function historyRows(
  db: Queryable,
  scope: Scope,
  filter: HistoryFilter,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<RecommendationRow[]> {
  const { rows } = await sql<RecommendationRow>`
    select ${columns} from price_recommendations r
    where ${ofHistory(scope, filter)} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function historyTotal(db: Queryable, scope: Scope, filter: HistoryFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from price_recommendations r where ${ofHistory(scope, filter)}`.execute(db)
  return rows[0]?.total ?? 0
}
