/** Adds up what stays earned, by group and currency, in exact decimals. */
import { sql, type RawBuilder } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { FigureGrouping } from '../../../contract/figures.ts'
import { homes, monthSpans, type FigureFilter, type MonthSpan } from './night-queries.ts'

export interface EarnedAmount {
  /** Null for the total of all groups. */
  key: string | null
  name: string | null
  /** Null for stays without a price or a currency. */
  currency: string | null
  stays: number
  nights: number
  room: string
  fees: string
}

/** Sources write amounts in their own ways; what is no amount counts as not given. */
const amountAt = (value: RawBuilder<unknown>) =>
  sql`case when ${value} ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$' then (${value})::numeric end`

const sumOfLines = (lines: RawBuilder<unknown>) => sql`(
  select sum(${amountAt(sql`line ->> 'amount'`)})
  from jsonb_array_elements(case when jsonb_typeof(${lines}) = 'array' then ${lines} else '[]' end) line)`

/** Without `host.accommodation` the nights cost what is left of the total after its fees and taxes. */
const roomOf = sql`coalesce(${amountAt(sql`s.financials -> 'host' ->> 'accommodation'`)},
  s.total_price - coalesce(extra.fees, 0) - coalesce(extra.taxes, 0))`

const feesOf = sql`coalesce(${sumOfLines(sql`s.financials -> 'host' -> 'guestFees'`)},
  ${sumOfLines(sql`s.financials -> 'guest' -> 'fees'`)})`
const taxesOf = sql`coalesce(${sumOfLines(sql`s.financials -> 'host' -> 'taxes'`)},
  ${sumOfLines(sql`s.financials -> 'guest' -> 'taxes'`)})`

/** With `asOf` the stays that stood at that moment, whatever became of them since. */
const isCounted = (asOf: Date | undefined) =>
  asOf === undefined
    ? sql`s.status = 'confirmed'`
    : sql`s.booked_at <= ${asOf}::timestamptz
        and (s.status = 'confirmed' or s.status = 'cancelled' and s.cancelled_at > ${asOf}::timestamptz)`

/**
 * A stay earns the difference of two rounded shares in each span, so that the spans of a stay add up to it exactly.
 */
const share = (amount: 'room' | 'fees') => {
  const whole = sql.ref(`stay.${amount}`)
  const upTo = (nights: RawBuilder<unknown>) =>
    sql`round(${whole} * ${nights} / stay.nights, greatest(2, scale(${whole})))`
  return sql`coalesce(sum(${upTo(sql`(least(stay.check_out, span.last + 1) - stay.check_in)`)}
    - ${upTo(sql`(greatest(stay.check_in, span.first) - stay.check_in)`)}), 0)`
}

const keys: Record<FigureGrouping, RawBuilder<unknown>> = {
  month: sql`span.key`,
  listing: sql`stay.listing_id::text`,
  channel: sql`stay.channel`,
}

export async function earnedAmounts(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
  { spans, groupBy, asOf }: { spans: readonly MonthSpan[]; groupBy: FigureGrouping; asOf?: Date },
): Promise<EarnedAmount[]> {
  const { from, to } = filter
  const { rows } = await sql<EarnedAmount>`
    with ${homes(scope, filter)}, stay as materialized (
      select s.id, s.listing_id, home.name, coalesce(s.source, 'other') as channel, s.check_in, s.check_out,
             s.check_out - s.check_in as nights, ${roomOf} as room, coalesce(extra.fees, 0) as fees, s.currency
      from reservations s join home on home.id = s.listing_id
      cross join lateral (select ${feesOf} as fees, ${taxesOf} as taxes offset 0) extra
      where ${inScope(scope, 'reservations', 's')} and s.check_out > ${from}::date and s.check_in <= ${to}::date
        and s.check_out > s.check_in and s.listed_as is not null and s.source is distinct from 'owner' and ${isCounted(asOf)}
    ), part as (
      select ${keys[groupBy]} as key, stay.name, stay.id, case when stay.room is not null then stay.currency end as currency,
             sum(least(stay.check_out, span.last + 1) - greatest(stay.check_in, span.first))::int as nights,
             ${share('room')} as room, ${share('fees')} as fees
      from stay join ${monthSpans(spans)} on stay.check_out > span.first and stay.check_in <= span.last
      group by 1, 2, 3, 4
    )
    select key, max(name) as name, currency, count(distinct id)::int as stays, sum(nights)::int as nights,
           sum(room)::text as room, sum(fees)::text as fees
    from part group by grouping sets ((key, currency), (currency)) order by key, currency`.execute(db)
  return rows
}
