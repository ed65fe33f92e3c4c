/** These examples of connections and their sync are written by hand. */
import {
  Connection,
  CredentialsBody,
  CredentialsResult,
  DisconnectResult,
  ProviderConnection,
} from './connection.ts'
import { at, entry, type ForbiddenExamples } from './examples.ts'
import { Reconciliation, ReconciliationQueued, SyncFailure, SyncRun } from './sync.ts'
import { WritePolicyBody, WritePolicyResult } from './write-policy.ts'

const connection: Connection = {
  id: '3',
  provider: 'hostaway',
  status: 'needs_permissions',
  externalAccountId: '64127',
  createdAt: at,
  host: null,
  action: { required: true, reason: 'reauth_required', message: 'Enter the API key again.' },
  fixUrl: 'http://127.0.0.1:4000/v1/connect/resume?t=abc',
  accessTrouble: null,
  deprecations: [],
}

const writePolicy = {
  calendar: { availability: true, rates: true, restrictions: true },
  reservations: { website: true, dashboard: true, api: true },
}

const providerConnection: ProviderConnection = {
  connected: true,
  provider: 'hostaway',
  id: '3',
  status: 'active',
  externalAccountId: '64127',
  createdAt: at,
  host: null,
  accounts: [
    {
      externalAccountId: '64127',
      name: 'Harbour Stays',
      pictureUrl: null,
      status: 'active',
      connected: true,
    },
  ],
  writePolicy,
  import: {
    status: 'running',
    startedAt: at,
    finishedAt: null,
    estimatedEndAt: '2026-05-14T09:36:00.000Z',
    results: [
      { entityType: 'reservations', expected: 600, processed: 200, changed: 200, errors: 0, done: false },
      { entityType: 'messages', expected: null, processed: 0, changed: 0, errors: 0, done: false },
    ],
  },
  dataFreshness: {
    lastSyncedAt: at,
    stale: false,
    accounts: [{ accountId: '64127', accountName: 'Harbour Stays', lastSyncedAt: at, stale: false }],
  },
  action: null,
}

const credentialsResult: CredentialsResult = {
  ok: true,
  provider: 'hostaway',
  connected: true,
  pmsConnectionId: '3',
  created: true,
  accountInfo: { externalAccountId: '64127', accountName: 'Harbour Stays' },
  writePolicy,
  firstSync: { queued: true },
  webhooks: { registered: false, error: 'The public address is not reachable.' },
}

const syncRun: SyncRun = {
  id: '77',
  connection_id: '3',
  kind: 'incremental',
  strategy: 'updated-since',
  state: 'partial',
  started_at: at,
  finished_at: '2026-05-14T09:30:04.000Z',
  estimated_end_at: null,
  duration_ms: 4000,
  upstream_calls: 3,
  retries: 1,
  entities: [
    {
      entity: 'reservations',
      window: { since: '2026-05-14T09:28:00.000Z', from: null, to: null },
      expected: 2,
      seen: 2,
      changed: 1,
      failed: 1,
      done: true,
    },
    { entity: 'listings', window: null, expected: null, seen: 0, changed: 0, failed: 0, done: true },
  ],
  errors: [
    {
      at,
      entity: 'reservations',
      external_id: '31177',
      message: 'arrivalDate is no date',
      answer: null,
      calls: [
        {
          method: 'GET',
          path: '/v1/reservations',
          status: 429,
          duration_ms: 120,
          retries: 0,
          failure: 'rate_limited',
        },
      ],
    },
  ],
}

const proof = {
  run_id: '78',
  state: 'completed' as const,
  proven: true,
  from: '2026-05-13',
  started_at: at,
  finished_at: '2026-05-14T09:31:10.000Z',
  stays_compared: 412,
  stays_drifted: 1,
  stays_missing_here: 0,
  stays_gone_upstream: 0,
  stays_mended: 1,
  stays_unread: 0,
  fields_differed: 1,
  digest: 'c'.repeat(64),
  upstream_digest: 'c'.repeat(64),
}

const reconciliation: Reconciliation = {
  connection_id: '3',
  provider: 'hostaway',
  external_account_id: '64127',
  next_at: '2026-05-15T09:30:00.000Z',
  latest: {
    ...proof,
    differences: [
      {
        external_id: '31177',
        kind: 'drift',
        field: 'check_out',
        ours: '2026-06-02',
        theirs: '2026-06-03',
        mended: true,
      },
    ],
  },
  last_proven_at: '2026-05-14T09:31:10.000Z',
  history: [proof],
}

const syncFailure: SyncFailure = {
  id: '0b6a3c1e-5f0f-4d53-9a3b-0d8a6a2f5d12',
  connection_id: '3',
  entity: 'reservations',
  external_id: '31177',
  severity: 'failure',
  message: 'arrivalDate is no date',
  fields: [],
  excerpt: null,
  attempts: 2,
  first_at: at,
  last_at: at,
}

export const connectionExamples = {
  Connection: entry(Connection, connection),
  ProviderConnection: entry(ProviderConnection, providerConnection, {
    connected: false,
    provider: 'hostaway',
  }),
  CredentialsBody: entry(CredentialsBody, {
    credentials: { accountId: '64127', apiKey: 'secret' },
    writePolicy: { reservations: { api: false } },
  }),
  CredentialsResult: entry(CredentialsResult, credentialsResult),
  WritePolicyBody: entry(WritePolicyBody, { reservations: { api: false } }),
  WritePolicyResult: entry(WritePolicyResult, { provider: 'hostaway', writePolicy, defaults: writePolicy }),
  Reconciliation: entry(Reconciliation, reconciliation),
  ReconciliationQueued: entry(ReconciliationQueued, {
    connection_id: '3',
    queued: true,
    requested_at: at,
  }),
  SyncRun: entry(SyncRun, syncRun),
  SyncFailure: entry(SyncFailure, syncFailure),
  DisconnectResult: entry(DisconnectResult, {
    disconnected: true,
    provider: 'hostaway',
    accountId: '64127',
    listingsDeactivated: ['4812'],
  }),
}

export const connectionRefused: ForbiddenExamples = {
  'an unknown switch in a write policy': {
    schema: CredentialsBody,
    value: { credentials: {}, writePolicy: { calendar: { colour: true } } },
  },
}
