/** What a reservation has to be to stand in a list, and how that is said of a row and of a count. */
import { sql, type RawBuilder } from 'kysely'
import { inScope, type Scope } from '../../../platform/tenant.ts'

export interface ReservationFilter {
  listing_id?: string
  status?: string
  platform?: string
  account?: { provider: string; externalAccountId: string } | undefined
  check_in_after?: string
  check_in_before?: string
  check_out_after?: string
  check_out_before?: string
  updatedSince?: Date | undefined
  now: Date
}

export type ReservationCondition = RawBuilder<boolean>
export const allOf = (conditions: readonly ReservationCondition[]): ReservationCondition =>
  sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`

const accountId = (
  scope: Scope,
  { provider, externalAccountId }: NonNullable<ReservationFilter['account']>,
) =>
  sql`(select id from accounts where workspace_id = ${scope.workspaceId}::bigint
    and provider = ${provider} and external_account_id = ${externalAccountId})`

/** What time makes of a status it is listed as. */
const becomes = [
  { from: 'confirmed', to: 'completed', at: 'completes_at' },
  { from: 'pending', to: 'cancelled', at: 'lapses_at' },
] as const

/** Rows that are listed as something else by now, which nobody has come round to put there. */
export function dueCondition(now: Date, status: string, r: string): ReservationCondition | undefined {
  const change = becomes.find(({ to }) => to === status)
  if (!change) return undefined
  const { from, at } = change
  return sql<boolean>`${sql.ref(`${r}.listed_as`)} = ${from} and ${sql.ref(`${r}.${at}`)} <= ${now}`
}

/** Rows that are no more what they are listed as. */
export function pastCondition(now: Date, status: string, r: string): ReservationCondition | undefined {
  const change = becomes.find(({ from }) => from === status)
  if (!change) return undefined
  return sql<boolean>`${sql.ref(`${r}.listed_as`)} = ${status} and ${sql.ref(`${r}.${change.at}`)} <= ${now}`
}

/**
 * Rows that time has moved since they were listed, under the name `r`. They are few and have an index of their own; what else they have to be is asked
 * of those (`offset 0`): a planner that reckons with many would walk along the days instead.
 */
export const movedByTime = (scope: Scope, moved: ReservationCondition, r: string): RawBuilder<unknown> =>
  sql`(select ${sql.ref(r)}.* from reservations ${sql.ref(r)}
       where ${inScope(scope, 'reservations', r)} and ${moved} offset 0) ${sql.ref(r)}`

/** Listed as it, and it still. */
export function settled(now: Date, status: string, r: string): ReservationCondition {
  const change = becomes.find(({ from }) => from === status)
  const listed = sql<boolean>`${sql.ref(`${r}.listed_as`)} = ${status}`
  return change
    ? sql<boolean>`${listed} and not coalesce(${sql.ref(`${r}.${change.at}`)} <= ${now}, false)`
    : listed
}

/** Everything but the status and whose rows they are. */
export function matching(scope: Scope, filters: ReservationFilter, r: string): ReservationCondition[] {
  const column = (name: string) => sql.ref(`${r}.${name}`)
  const { listing_id, platform, account, updatedSince } = filters
  return [
    sql<boolean>`${column('listed_as')} is not null`,
    ...(scope.connectionIds
      ? [sql<boolean>`${column('listed_under')} = any(${[...scope.connectionIds]}::bigint[])`]
      : []),
    ...(listing_id ? [sql<boolean>`${column('listing_id')} = ${listing_id}::bigint`] : []),
    ...(platform ? [sql<boolean>`${column('source')} = ${platform}`] : []),
    ...(account ? [sql<boolean>`${column('account_id')} = ${accountId(scope, account)}`] : []),
    ...(filters.check_in_after
      ? [sql<boolean>`${column('check_in')} >= ${filters.check_in_after}::date`]
      : []),
    ...(filters.check_in_before
      ? [sql<boolean>`${column('check_in')} <= ${filters.check_in_before}::date`]
      : []),
    ...(filters.check_out_after
      ? [sql<boolean>`${column('check_out')} >= ${filters.check_out_after}::date`]
      : []),
    ...(filters.check_out_before
      ? [sql<boolean>`${column('check_out')} <= ${filters.check_out_before}::date`]
      : []),
    ...(updatedSince ? [sql<boolean>`${column('updated_at')} >= ${updatedSince}`] : []),
  ]
}

/** Of the counts: which of them the rows are in that match, dates and listing apart. */
export function counted(scope: Scope, filters: ReservationFilter, c: string): ReservationCondition[] {
  const column = (name: string) => sql.ref(`${c}.${name}`)
  return [
    ...(scope.connectionIds
      ? [sql<boolean>`${column('listed_under')} = any(${[...scope.connectionIds]}::bigint[])`]
      : []),
    ...(filters.status ? [sql<boolean>`${column('listed_as')} = ${filters.status}`] : []),
    ...(filters.platform ? [sql<boolean>`${column('source')} = ${filters.platform}`] : []),
    ...(filters.account
      ? [sql<boolean>`${column('account_id')} = ${accountId(scope, filters.account)}`]
      : []),
  ]
}

export const arrivals = ({ check_in_after, check_in_before }: ReservationFilter) =>
  check_in_after || check_in_before ? { from: check_in_after, to: check_in_before } : undefined
export const departures = ({ check_out_after, check_out_before }: ReservationFilter) =>
  check_out_after || check_out_before ? { from: check_out_after, to: check_out_before } : undefined
