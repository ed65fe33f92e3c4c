/** These examples of the service and of parts that many answers share are written by hand. */
import { ErrorEnvelope } from './error-envelope.ts'
import { at, account, entry, type ForbiddenExamples } from './examples.ts'
import { PlanNotice } from './plan-notice.ts'
import { ChannelHealth, Health, McpHealth, PartHealth } from './health.ts'
import { SandboxResetResult, SandboxSeedResult } from './sandbox.ts'
import { RecordAccount } from './shared.ts'
import { UsageSummary, UsageTier } from './usage.ts'

const error: ErrorEnvelope = {
  error: {
    code: 'unknown_params',
    message: 'check_in_from is not a parameter of this endpoint.',
    docs_url: 'http://127.0.0.1:4000/docs/errors/unknown_params',
    fix: 'Remove it.',
    request_id: 'req_1',
    field: 'check_in_from',
    value_received: '2026-06-01',
    did_you_mean: 'check_in_after',
    validParams: ['check_in_after'],
    endpoint: '/v1/reservations',
  },
}

export const serviceExamples = {
  ErrorEnvelope: entry(ErrorEnvelope, error),
  PlanNotice: entry(PlanNotice, {
    code: 'listings_held_back',
    listingsHeldBack: 4,
    activeListingLimit: 3,
    message: '4 listings are held back: 3 may be active on the free plan.',
    fix: 'Move to a larger plan and they become active by themselves.',
    billingUrl: 'http://127.0.0.1:4000/docs/guides/plans',
  }),
  RecordAccount: entry(RecordAccount, account),
  SandboxSeedResult: entry(SandboxSeedResult, {
    customerId: '900000001',
    seededAt: at,
    listings: [{ ref: 'sbx-listing-oceanview', id: '900000101' }],
    reservations: [],
    connections: [],
  }),
  SandboxResetResult: entry(SandboxResetResult, {
    customerId: '900000001',
    resetAt: at,
    deleted: { listings: 3, reservations: 5, connections: 2 },
  }),
  UsageTier: entry(UsageTier, {
    tier: 'free',
    limits: {
      dailyRequests: 2000,
      monthlyRequests: 1000,
      dailyAiRequests: 10,
      burstRequests: 600,
      activeListings: 3,
      dynamicPricingListings: null,
    },
    used: { daily: 120, monthly: 400, dailyAi: 0, activeListings: 2 },
    remaining: { daily: 1880, monthly: 600, dailyAi: 10, activeListings: 1 },
    dailyResetsAt: at,
    resetsAt: at,
  }),
  UsageSummary: entry(UsageSummary, {
    tier: 'custom',
    limits: {
      dailyRequests: null,
      monthlyRequests: null,
      dailyAiRequests: null,
      burstRequests: 600,
      activeListings: null,
    },
    used: { daily: 120, monthly: 400, dailyAi: 0, activeListings: 2 },
    remaining: { daily: null, monthly: null, dailyAi: null, activeListings: null },
    dailyResetsAt: at,
    resetsAt: at,
    breakdown: [
      {
        operationId: 'listReservations',
        requestCount: 120,
        errorCount: 3,
        errorRate: 2.5,
        avgLatencyMs: 12,
        p50LatencyMs: 9,
        p95LatencyMs: 31,
        p99LatencyMs: 84,
      },
    ],
    timeline: [{ day: '2026-05-14', requestCount: 120, errorCount: 3 }],
    statusDistribution: { '2xx': 117, '3xx': 0, '4xx': 3, '5xx': 0 },
    totals: {
      requests: 120,
      errors: 3,
      avgLatencyMs: 12,
      p50LatencyMs: 9,
      p95LatencyMs: 31,
      p99LatencyMs: 84,
    },
    range: '7d',
  }),
  PartHealth: entry(PartHealth, { status: 'ok', message: 'Deliveries are sent when they are due.' }),
  McpHealth: entry(McpHealth, {
    status: 'ok',
    message: 'Agents are answered at /mcp.',
    revisions: ['2026-07-28', '2025-11-25'],
    tools: 23,
  }),
  ChannelHealth: entry(ChannelHealth, {
    status: 'ok',
    message: 'Accounts are read and written.',
    refresh_attempts_24h: 48,
    refresh_rejections_24h: 0,
  }),
  Health: entry(Health, { status: 'ok', version: '0.1.0' }),
}

export const serviceRefused: ForbiddenExamples = {
  'an unknown error code': { schema: ErrorEnvelope, value: { error: { ...error.error, code: 'notFound' } } },
}
