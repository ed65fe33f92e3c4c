/** Puts the figures of groups and their total together. */
import type {
  FigureGrouping,
  OccupancyReport,
  RevenueAmount,
  RevenueGroup,
  RevenueReport,
  RevenueTotal,
} from '../../../contract/figures.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  nightsByListing,
  nightsByMonth,
  soldByChannel,
  type CountedNights,
  type FigureFilter,
} from './night-queries.ts'
import { earnedAmounts } from './revenue-queries.ts'
import { amountsOf, occupancyOf, sumOf } from './rules.ts'
import { monthsOf, yearBefore } from './window.ts'

const maxGroups = 1000

interface GroupedNights {
  total: CountedNights
  groups: CountedNights[]
  leftOut: number
}

/** A night can be sold on any channel, so each channel is measured by the nights of all. */
async function channelNights(db: Queryable, scope: Scope, filter: FigureFilter): Promise<GroupedNights> {
  const [months, channels] = await Promise.all([
    nightsByMonth(db, scope, filter, monthsOf(filter)),
    soldByChannel(db, scope, filter),
  ])
  const total = sumOf(months)
  const groups = channels.map(({ key, sold }) => ({ ...total, key, name: null, sold }))
  return { total, groups, leftOut: 0 }
}

async function groupedNights(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
  groupBy: FigureGrouping,
): Promise<GroupedNights> {
  if (groupBy === 'channel') return channelNights(db, scope, filter)
  if (groupBy === 'month') {
    const groups = await nightsByMonth(db, scope, filter, monthsOf(filter))
    return { total: sumOf(groups), groups, leftOut: 0 }
  }
  const found = await nightsByListing(db, scope, filter, maxGroups)
  const rest = found.find(({ key }) => key === '')
  return { total: sumOf(found), groups: found.filter(({ key }) => key !== ''), leftOut: rest?.listings ?? 0 }
}

export async function occupancyReport(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
  groupBy: FigureGrouping,
): Promise<OccupancyReport> {
  const { total, groups, leftOut } = await groupedNights(db, scope, filter, groupBy)
  return {
    from: filter.from,
    to: filter.to,
    groupBy,
    total: occupancyOf(total),
    groups: groups.map(({ key, name, ...counted }) => ({ key, name, ...occupancyOf(counted) })),
    groupsLeftOut: leftOut,
  }
}

interface GroupedRevenue {
  total: RevenueTotal
  groups: RevenueGroup[]
  leftOut: number
}

const wholeWindow = ({ from, to }: FigureFilter) => [{ key: '', first: from, last: to }]

async function groupedRevenue(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
  groupBy: FigureGrouping,
): Promise<GroupedRevenue> {
  const spans = groupBy === 'month' ? monthsOf(filter) : wholeWindow(filter)
  const [nights, earned] = await Promise.all([
    groupedNights(db, scope, filter, groupBy),
    earnedAmounts(db, scope, filter, { spans, groupBy }),
  ])
  const byKey = Map.groupBy(earned, ({ key }) => key)
  const revenueOf = (available: number, key: string | null): RevenueTotal => ({
    nightsAvailable: available,
    ...amountsOf(byKey.get(key) ?? [], available),
  })
  return {
    total: revenueOf(nights.total.available, null),
    groups: nights.groups.map(({ key, name, available }) => ({ key, name, ...revenueOf(available, key) })),
    leftOut: nights.leftOut,
  }
}

/** What stood in the books a year before now, of the nights a year before. */
async function onTheBooks(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
  available: number,
): Promise<RevenueAmount[]> {
  const asOf = new Date(filter.now)
  asOf.setUTCFullYear(asOf.getUTCFullYear() - 1)
  const earned = await earnedAmounts(db, scope, filter, {
    spans: wholeWindow(filter),
    groupBy: 'channel',
    asOf,
  })
  return amountsOf(
    earned.filter(({ key }) => key === null),
    available,
  ).amounts
}

export async function revenueReport(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
  { groupBy, compares }: { groupBy: FigureGrouping; compares: boolean },
): Promise<RevenueReport> {
  const { total, groups, leftOut } = await groupedRevenue(db, scope, filter, groupBy)
  const report = { from: filter.from, to: filter.to, groupBy, total, groups, groupsLeftOut: leftOut }
  if (!compares) return report
  const before = { ...filter, ...yearBefore(filter) }
  const previous = await groupedRevenue(db, scope, before, groupBy)
  return {
    ...report,
    previousYear: {
      from: before.from,
      to: before.to,
      total: previous.total,
      groups: previous.groups,
      onTheBooks: await onTheBooks(db, scope, before, previous.total.nightsAvailable),
    },
  }
}
