/** For agents that ask models of their own: what they may use, and what they used. */
import { AgentQuota, AgentUsageBody, AgentUsageRecorded } from '../../../contract/ai.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { route } from '../../route.ts'
import { addAiUse, readAiQuota, toUtcDay, insertModelUse } from '../../tenancy/public.ts'
import { tokensOfDay } from './usage-queries.ts'

export const agentRoutes = [
  route({
    method: 'GET',
    url: '/v1/agent/quota',
    id: 'getAgentQuota',
    family: 'ai',
    account: 'ignored',
    tag: 'AI',
    summary: 'Get what is left of the day’s AI operations',
    description:
      'Operations done here and those reported with `POST /v1/agent/usage`, of the UTC day. 429 with `Retry-After` once none is left. Counts are written down every few seconds, so the latest may be missing.',
    reply: AgentQuota,
    errors: [],
    handle: async ({ services, principal }) => {
      const now = services.clock.now()
      const [{ used, limit, remaining, resetAt }, tokens] = await Promise.all([
        readAiQuota(services.db, principal, now),
        tokensOfDay(services.db, principal, toUtcDay(now)),
      ])
      return {
        tier: principal.plan,
        calls: { used, limit, remaining },
        tokens: { used: tokens, limit: null, remaining: null },
        resetAt: resetAt.toISOString(),
      }
    },
  }),
  route({
    method: 'POST',
    url: '/v1/agent/usage',
    id: 'reportAgentUsage',
    family: 'ai',
    account: 'ignored',
    tag: 'AI',
    summary: 'Report a use of a model',
    description:
      'A call of a model that was made elsewhere for this workspace: it counts as an AI operation of the day, once for each `request_id`, also past the limit.',
    body: AgentUsageBody,
    reply: AgentUsageRecorded,
    errors: [],
    handle: (context) => {
      const { services, principal, body } = context
      const countedFor = { workspaceId: principal.workspaceId }
      const now = services.clock.now()
      const { request_id: id, model, tokens_in: tokensIn, tokens_out: tokensOut } = body
      return writeOnce(context, async (tx) => {
        const recorded = await insertModelUse(tx, countedFor, {
          ...{ source: 'reported', id, day: toUtcDay(now), operation: null, model, tokensIn, tokensOut },
          ...{ latencyMs: body.latency_ms ?? null, fallback: body.fallback ?? null },
          ...{ projectId: body.project_id ?? null, now },
        })
        if (recorded) await addAiUse(tx, countedFor, toUtcDay(now))
        return { requestId: id, recorded }
      })
    },
  }),
]
