/** Queries of the listing list: which listings match, how many, and which are on a page. */
import { sql, type RawBuilder } from 'kysely'
import { isUsual, type PageRequest } from '../../http/list.ts'
import { likePattern } from '../../platform/like-pattern.ts'
import { inScope, isNarrowed, type Scope } from '../../platform/tenant.ts'
import type { KeptCountRequest } from '../../records/kept-counts/kept-list.ts'
import { cutTo, onMergedPage, type CuttableRange } from '../../records/kept-counts/page-queries.ts'
import { changesSince } from '../../records/kept-counts/spans.ts'
import { andConditions, keptTotal, traitOf } from '../../records/kept-counts/total-queries.ts'
import { hasLetters } from '../../records/letters-sql.ts'
import { hasOneOf, keptListings } from '../../records/listings/kept-listings.ts'
import { accountTrait } from '../../records/account-sql.ts'

export interface ListingListFilters {
  id?: string
  q?: string
  /** By shown status: archived beats inactive beats active. */
  status?: 'active' | 'inactive' | 'archived' | 'all'
  /** By the active flag alone, as in the older interface. */
  activity?: 'active' | 'inactive' | 'all'
  lifecycle?: string
  channel?: string
  account?: { provider: string; externalAccountId: string } | undefined
  updatedSince?: Date | undefined
  provider?: string
}

type ListingCondition = RawBuilder<boolean>

const byStatus = {
  active: sql<boolean>`listings.active and listings.archived_at is null`,
  inactive: sql<boolean>`not listings.active and listings.archived_at is null`,
  archived: sql<boolean>`listings.archived_at is not null`,
  all: sql<boolean>`true`,
}
const byActivity = {
  active: sql<boolean>`listings.active`,
  inactive: sql<boolean>`not listings.active`,
  all: sql<boolean>`true`,
}

function byLifecycle(lifecycle: string): ListingCondition {
  if (lifecycle === 'all') return sql<boolean>`true`
  return lifecycle === 'archived'
    ? sql<boolean>`(listings.archived_at is not null or listings.lifecycle_status = 'archived')`
    : sql<boolean>`listings.archived_at is null and listings.lifecycle_status = ${lifecycle}`
}

const letters = sql`letters_of(l.workspace_id, words_of_listing(l.name, l.street, l.city))`

/** Uses the letter index first, whatever the other filters and the order. */
function textCondition(scope: Scope, text: string): ListingCondition {
  const pattern = likePattern(text)
  return sql<boolean>`listings.id = any(array(
    select l.id from listings l where l.workspace_id = ${scope.workspaceId}::bigint and ${hasLetters(letters, scope, text)}
      and (l.name ilike ${pattern} or l.street ilike ${pattern} or l.city ilike ${pattern})))`
}

/** The condition a row must meet, whatever is counted of it. */
function matchCondition(scope: Scope, filters: ListingListFilters): ListingCondition {
  const { id, account, q, channel, status, activity, lifecycle, provider, updatedSince } = filters
  return andConditions([
    ...(id ? [sql<boolean>`listings.id = ${id}::bigint`] : []),
    ...(status ? [byStatus[status]] : []),
    ...(activity ? [byActivity[activity]] : []),
    ...(lifecycle ? [byLifecycle(lifecycle)] : []),
    ...(q ? [textCondition(scope, q)] : []),
    ...(channel
      ? [
          sql<boolean>`exists (select 1 from channel_links where channel_links.workspace_id = ${scope.workspaceId}::bigint
            and channel_links.listing_id = listings.id and channel_links.platform = ${channel} and channel_links.active)`,
        ]
      : []),
    ...(account ? [sql<boolean>`listings.account_id = ${accountTrait(scope, account)}::bigint`] : []),
    ...(provider
      ? [
          sql<boolean>`listings.account_id in (select id from accounts where workspace_id = ${scope.workspaceId}::bigint
            and provider = ${provider})`,
        ]
      : []),
    ...(updatedSince ? [sql<boolean>`listings.updated_at >= ${updatedSince}`] : []),
  ])
}

const ofLifecycle = (lifecycle: string): ListingCondition =>
  lifecycle === 'archived'
    ? sql<boolean>`(${traitOf(keptListings, 'archived')} <> '' or ${traitOf(keptListings, 'lifecycle')} = 'archived')`
    : sql<boolean>`${traitOf(keptListings, 'archived')} = '' and ${traitOf(keptListings, 'lifecycle')} = ${lifecycle}`

type ListingListQuery = KeptCountRequest<(typeof keptListings.traits)[number]>

/** The same filters in terms of the stored counts. */
function toListQuery(scope: Scope, filters: ListingListFilters): ListingListQuery {
  const { status = 'all', activity = 'all', lifecycle = 'all', channel, account, provider } = filters
  return {
    traits: {
      ...(scope.connectionIds ? { connection: scope.connectionIds } : {}),
      ...(status === 'active' || status === 'inactive' ? { activity: [status], archived: [''] } : {}),
      ...(status === 'archived' ? { archived: ['archived'] } : {}),
      ...(activity === 'all' ? {} : { activity: [activity] }),
      ...(account ? { account: accountTrait(scope, account) } : {}),
    },
    also: andConditions([
      ...(lifecycle === 'all' ? [] : [ofLifecycle(lifecycle)]),
      ...(channel ? [hasOneOf('channels', [channel])] : []),
      ...(provider
        ? [
            sql<boolean>`${traitOf(keptListings, 'account')} = any(array(
              select id::text from accounts where workspace_id = ${scope.workspaceId}::bigint and provider = ${provider}))`,
          ]
        : []),
    ]),
  }
}

/** A text search has no counts, and one listing or a key for single ones has few rows. */
const isLookedThrough = (scope: Scope, { id, q }: ListingListFilters) =>
  id !== undefined || q !== undefined || scope.listingIds !== undefined

/** An index has the list's order for the most common filters. */
function isReadInOrder(scope: Scope, filters: ListingListFilters): boolean {
  const { status, activity, channel, account, provider, lifecycle = 'all', updatedSince } = filters
  if (isLookedThrough(scope, filters) || updatedSince) return true
  if (isNarrowed(scope) || channel || account || provider || lifecycle !== 'all') return false
  return [undefined, 'active', 'all'].includes(status) && [undefined, 'active', 'all'].includes(activity)
}

/** Callers' statements differ in values only, and the values do not change the best plan. */
function isPlannedOnce(scope: Scope, filters: ListingListFilters): boolean {
  const { id, q, channel, account, provider, lifecycle } = filters
  const few = [id, q, channel, account, provider, lifecycle].every((value) => value === undefined)
  return few && !isNarrowed(scope) && isReadInOrder(scope, filters)
}

/** Restricts a query to the rows of a page. */
export function onPage<Query extends CuttableRange<Query>>(
  select: Query,
  { scope, filters, page }: { scope: Scope; filters: ListingListFilters; page: PageRequest },
): Query {
  if (!isReadInOrder(scope, filters))
    return select.where(onMergedPage(scope, keptListings, toListQuery(scope, filters), page))
  const plannedOnce = isPlannedOnce(scope, filters) && isUsual(page)
  return cutTo(select, page, { oneRange: [matchCondition(scope, filters)], plannedOnce })
}

const countRows = (scope: Scope, filters: ListingListFilters, more: ListingCondition = sql<boolean>`true`) =>
  sql<string>`(select count(*) from listings
    where ${inScope(scope, 'listings')} and ${matchCondition(scope, filters)} and ${more})`

/** Adds counts of months, days and hours since, and counts the first hour row by row. */
function changedCount(scope: Scope, filters: ListingListFilters, since: Date): RawBuilder<string> {
  const { stretches, oneByOneUntil } = changesSince(since)
  const asked = toListQuery(scope, filters)
  const sums = stretches.map(({ unit, from, to }) =>
    keptTotal(scope, keptListings, {
      ...asked,
      place: {
        countedBy: `change ${unit}`,
        isMeant: sql<boolean>`c.bucket >= ${from}::bigint and (${to}::bigint is null or c.bucket <= ${to}::bigint)`,
        belongs: sql<boolean>`true`,
      },
    }),
  )
  const first = countRows(scope, filters, sql<boolean>`listings.updated_at < ${oneByOneUntil}`)
  return sql<string>`(${sql.join([...sums, first], sql` + `)})`
}

export const isSumPlannedOnce = (scope: Scope, filters: ListingListFilters): boolean =>
  isPlannedOnce(scope, filters) && filters.updatedSince === undefined

export function sumOf(scope: Scope, filters: ListingListFilters): RawBuilder<string> {
  if (isLookedThrough(scope, filters)) return countRows(scope, filters)
  return filters.updatedSince
    ? changedCount(scope, filters, filters.updatedSince)
    : keptTotal(scope, keptListings, toListQuery(scope, filters))
}
