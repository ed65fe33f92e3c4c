/** Reads and writes listings that get recommendations. */
import { laterBy } from '../../../platform/moment-sql.ts'
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { ListingStrategy } from './model/strategy.ts'
import type { SharedDemand } from './model/learn.ts'

export interface PricingSummary {
  usualPrice: number
  basePrice: string
  requestsPerNight: number
  priceSensitivity: number
  ownNights: number
  soldNights: number
  neighbours: number
  qualityTier: string | null
  segment: string | null
  /** Absent in older rows. */
  attribution?: string | null
  comps: { count: number; avgPrice: number | null; minPrice: number | null; maxPrice: number | null } | null
  outlook: {
    month: string
    soldNights: number
    openNights: number
    bookedRevenue: string
    expectedRevenue: string
    expectedOccupancyPct: number
  }[]
  warnings: string[]
}

export interface PricedRow {
  listing_id: string
  settings: Partial<ListingStrategy>
  settings_at: Date | null
  summary: PricingSummary | null
  priced_at: Date | null
  priced_on: string | null
  /** In the past if the strategy changed since the last look. */
  due_at: Date
}

const columns = sql`listing_id, settings, settings_at, summary, priced_at, priced_on, due_at`

export async function pricedRows(db: Queryable, scope: Scope, ids: readonly string[]): Promise<PricedRow[]> {
  const { rows } = await sql<PricedRow>`
    select ${columns} from priced_listings
    where workspace_id = ${scope.workspaceId} and listing_id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Starts recommendations for a listing. */
export async function insertPricedListing(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into priced_listings (workspace_id, listing_id, due_at)
    select ${scope.workspaceId}, id, ${now} from unnest(${ids}::bigint[]) id order by id
    on conflict do nothing`.execute(db)
}

/** Stores the sent settings and makes the listing due at once. */
export async function updateStrategy(
  db: Queryable,
  scope: Scope,
  listingId: string,
  settings: Partial<ListingStrategy>,
  now: Date,
): Promise<void> {
  await sql`
    insert into priced_listings as p (workspace_id, listing_id, settings, settings_at, due_at)
    values (${scope.workspaceId}, ${listingId}, ${JSON.stringify(settings)}::jsonb, ${now}, ${now})
    on conflict (workspace_id, listing_id) do update
      set settings = p.settings || excluded.settings, settings_at = excluded.settings_at, due_at = excluded.due_at`.execute(
    db,
  )
}

/** Locks the listings, so the caller alone writes their recommendations. */
export async function lockPriced(tx: Queryable, scope: Scope, ids: readonly string[]): Promise<PricedRow[]> {
  const { rows } = await sql<PricedRow>`
    select ${columns} from priced_listings
    where workspace_id = ${scope.workspaceId} and listing_id = any(${ids}::bigint[])
    order by listing_id for update`.execute(tx)
  return rows
}

export interface PricingLookRow {
  listingId: string
  summary: PricingSummary | null
  on: string
  dueAt: string
  /** The time of the strategy that the look used. */
  settingsAt: Date | null
}

const asLooks = (looks: readonly PricingLookRow[]) => sql`jsonb_to_recordset(${JSON.stringify(looks)}::jsonb)
      as look ("listingId" bigint, summary jsonb, "on" date, "dueAt" timestamptz, "settingsAt" timestamptz)`

/**
 * Marks listings as looked at. In `auto` mode they stay due until their prices are applied, so a crash leaves that to
 * another process.
 */
export async function updateLooks(
  tx: Queryable,
  scope: Scope,
  looks: readonly PricingLookRow[],
  now: Date,
): Promise<void> {
  await sql`
    update priced_listings p
    set summary = look.summary, priced_at = ${now}, priced_on = look."on",
        failures = 0, claim = case when ${isAuto} then p.claim end,
        claimed_until = case when ${isAuto} then p.claimed_until end,
        -- A strategy that was set meanwhile is due still.
        due_at = case when ${isAuto} or p.settings_at is distinct from look."settingsAt" then p.due_at else look."dueAt" end
    from ${asLooks(looks)}
    where p.workspace_id = ${scope.workspaceId} and p.listing_id = look."listingId"`.execute(tx)
}

const isAuto = sql`coalesce(p.settings->>'mode' = 'auto', false)`

/** Marks looks as done; listings in `auto` mode have their prices. */
export async function updateLookDone(
  db: Queryable,
  scope: Scope,
  looks: readonly PricingLookRow[],
): Promise<void> {
  await sql`
    update priced_listings p
    set claim = null, claimed_until = null,
        due_at = case when p.settings_at is not distinct from look."settingsAt" then look."dueAt" else p.due_at end
    from ${asLooks(looks)}
    where p.workspace_id = ${scope.workspaceId} and p.listing_id = look."listingId" and ${isAuto}`.execute(db)
}

export async function updateLookPostponed(
  db: Queryable,
  scope: Scope,
  listingId: string,
  now: Date,
): Promise<void> {
  const pause = sql`least(power(2, least(failures, 8)) * interval '5 minutes', interval '12 hours')`
  const dueAt = laterBy(sql`${now}::timestamptz`, pause)
  await sql`
    update priced_listings
    set failures = failures + 1, claim = null, claimed_until = null,
        due_at = ${dueAt}
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}`.execute(db)
}

export interface StoredModel {
  market: string
  model: SharedDemand
  learned_at: Date
}

export async function storedModels(
  db: Queryable,
  scope: Scope,
  markets: readonly string[],
): Promise<Map<string, StoredModel>> {
  const { rows } = await sql<StoredModel>`
    select market, model, learned_at from price_models
    where workspace_id = ${scope.workspaceId} and market = any(${markets}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.market, row]))
}

export async function upsertModel(
  db: Queryable,
  scope: Scope,
  market: string,
  model: SharedDemand,
  now: Date,
): Promise<void> {
  await sql`
    insert into price_models (workspace_id, market, model, learned_at)
    values (${scope.workspaceId}, ${market}, ${JSON.stringify(model)}::jsonb, ${now})
    on conflict (workspace_id, market) do update set model = excluded.model, learned_at = excluded.learned_at`.execute(
    db,
  )
}
