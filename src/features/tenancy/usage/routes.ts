import { Type } from 'typebox'
import { oneOfStrings } from '../../../contract/fields.ts'
import { UsageSummary, usageRanges, UsageTier } from '../../../contract/usage.ts'
import { route } from '../../route.ts'
import { toUsageSummary, toUsageTier } from './map.ts'
import { operationDays } from './queries.ts'
import { toUtcDay } from './rules.ts'
import { readUsageTier, readQuotaUsage } from './usage-tier.ts'

const tag = 'Usage'

const days: Record<(typeof usageRanges)[number], number> = { '7d': 7, '30d': 30, '90d': 90 }
const lag = 'Counts are written down every few seconds, so the latest requests may be missing.'

export const usageRoutes = [
  route({
    method: 'GET',
    url: '/v1/usage/tier',
    id: 'getUsageTier',
    family: 'usage',
    account: 'ignored',
    tag,
    summary: 'Get the plan and what is used of it',
    description: `Requests made with the keys of this data space. ${lag}`,
    reply: UsageTier,
    errors: [],
    overCap: 'allow',
    handle: async ({ services, principal }) => readUsageTier(services.db, principal, services.clock.now()),
  }),
  route({
    method: 'GET',
    url: '/v1/usage/summary',
    id: 'getUsageSummary',
    family: 'usage',
    account: 'ignored',
    tag,
    summary: 'Get usage by operation and day',
    description: `Days are UTC days; the range ends with today. ${lag}`,
    query: Type.Object(
      {
        range: Type.Optional(
          oneOfStrings(usageRanges, { description: 'How far back. `30d` when left out.' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: UsageSummary,
    errors: [],
    overCap: 'allow',
    handle: async ({ services, principal, query }) => {
      const now = services.clock.now()
      const { range = '30d' } = query
      const last = toUtcDay(now)
      const first = Temporal.PlainDate.from(last)
        .subtract({ days: days[range] - 1 })
        .toString()
      const [used, rows] = await Promise.all([
        readQuotaUsage(services.db, principal, last),
        operationDays(services.db, principal, first, last),
      ])
      return toUsageSummary(toUsageTier(principal, used, now), rows, { range, first, last })
    },
  }),
]
