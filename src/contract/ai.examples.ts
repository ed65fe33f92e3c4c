/** These examples of AI operations are written by hand. */
import {
  AgentQuota,
  AgentUsageBody,
  AgentUsageRecorded,
  AiBody,
  AiResult,
  GenerateContentBody,
  GeneratedContent,
} from './ai.ts'
import { entry } from './examples.ts'

const used = { operationId: 'op_0197f2c4', model: 'gpt-5-mini', tokensUsed: 412 }

export const aiExamples = {
  AiBody: entry(
    AiBody,
    { operation: 'respond-to-guest', input: { conversationId: '73' } },
    { operation: 'price-suggestion', input: { listingId: '12', date: '2026-07-04' } },
  ),
  AiResult: entry(
    AiResult,
    { ...used, operation: 'respond-to-guest', result: 'You are welcome from 15:00.', confidence: 0.8 },
    { ...used, operation: 'price-suggestion', result: '128.50', currency: 'EUR', confidence: 0.4 },
  ),
  GenerateContentBody: entry(GenerateContentBody, { style: 'concise', persist: false }, {}),
  GeneratedContent: entry(GeneratedContent, {
    ...{ listingId: '12', persisted: true, operationId: used.operationId },
    content: {
      ...{ name: 'Sea view flat', title: 'Sea view flat', summary: 'A bright flat.', description: 'A flat.' },
      ...{ space: null, guestAccess: null, neighborhoodOverview: null, gettingAround: null, transit: null },
      ...{ houseRules: null, additionalRules: null, notes: null, interactionWithGuests: null },
      amenities: ['wifi'],
    },
  }),
  AgentQuota: entry(AgentQuota, {
    tier: 'starter',
    calls: { used: 12, limit: 1000, remaining: 988 },
    tokens: { used: 4_310, limit: null, remaining: null },
    resetAt: '2026-05-15T00:00:00.000Z',
  }),
  AgentUsageBody: entry(AgentUsageBody, {
    ...{ request_id: 'call-7f3a', tokens_in: 310, tokens_out: 82, model: 'gpt-5-mini', latency_ms: 900 },
  }),
  AgentUsageRecorded: entry(AgentUsageRecorded, { requestId: 'call-7f3a', recorded: true }),
}
