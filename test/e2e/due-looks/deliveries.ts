/** Deliveries owed to webhooks. */
import { sql } from 'kysely'
import { claimDueDeliveries, nextDeliveryDue } from '../../../src/features/webhooks/delivery/claim-queries.ts'
import type {
  ClaimHolder,
  ClaimCapacity,
} from '../../../src/features/webhooks/delivery/open-endpoints-sql.ts'
import type { DeliveryLease } from '../../../src/features/webhooks/delivery/claimed-delivery.ts'
import { releaseDeliveryLeases } from '../../../src/features/webhooks/delivery/delivery-lease-queries.ts'
import type { DeliveryLook } from '../../../src/features/webhooks/delivery/look-planner.ts'
import { stuckChains } from '../../../src/features/webhooks/delivery/chain-queries.ts'
import { releaseEndpointLeases } from '../../../src/features/webhooks/delivery/endpoint-lease-queries.ts'
import { minutesAfter, perWorkspace, type DueLook } from './due-look.ts'

const places: ClaimCapacity = {
  total: 64,
  perEndpoint: 8,
  perFailingEndpoint: 1,
  workspaceRooms: [],
  rooms: [],
}
const holder: ClaimHolder = { id: '00000000-0000-4000-8000-000000000000', has: [] }
const everywhere = (now: Date): DeliveryLook => ({
  everywhere: true,
  onward: false,
  hot: [],
  told: [],
  toldSince: now,
})
const lease = (now: Date): DeliveryLease => ({ now, until: minutesAfter(now, 1) })

export const deliveries: DueLook[] = [
  {
    name: 'deliveries to claim',
    file: 'src/features/webhooks/delivery/claim-queries.ts',
    // Each workspace has an endpoint with sent deliveries, a coming retry, and what waits behind it. Every fourth is
    // paused with pending deliveries.
    fill: ({ places: at, workspaces, now }) => [
      sql`
        insert into webhooks (workspace_id, id, url, events, api_version, status, secret, secret_key_id, secret_masked, ordered)
        select workspace_id, lpad(n::text, 32, '0')::uuid, 'https://example.com', '{*}', '2026-01-01',
               case when n % 4 = 0 then 'paused' else 'active' end, 'x', 'k', 'x', true from ${workspaces} w`,
      sql`
        insert into events (workspace_id, sequence, type, data, created_at)
        select workspace_id, 1 + n % ${perWorkspace}::int, 'reservation.updated', '{}', ${now}::timestamptz - interval '40 days' from ${at} p`,
      sql`
        insert into deliveries (workspace_id, webhook_id, event_sequence, state, order_key, attempts, next_attempt_at, created_at)
        select workspace_id, lpad((n / ${perWorkspace}::int)::text, 32, '0')::uuid, 1 + n % ${perWorkspace}::int,
               case when n % 2 = 1 and n % 25 > 0 then 'succeeded' when n % 25 = 0 then 'pending' else 'waiting' end, 'listing:' || n / 25, 1,
               ${now}::timestamptz + case when n / ${perWorkspace}::int % 4 = 0 then -1 else 1 end * interval '1 hour', ${now}
        from ${at} p`,
      sql`
        insert into delivery_turns (workspace_id, webhook_id, holder, until, version, delivery_ids, numbers, claimed_at)
        select workspace_id, lpad(n::text, 32, '0')::uuid, ${holder.id}::uuid, ${now}::timestamptz - interval '1 day', 3, '{}', '{}', '{}'
        from ${workspaces} w`,
    ],
    look: ({ db, clock }) =>
      claimDueDeliveries(db, places, everywhere(clock.now()), holder, lease(clock.now()), true),
    // The endpoint, its lease, and its first delivery.
    foreach: { one: 'endpoint with something pending', of: 'workspaces', rows: 8 },
  },
  {
    name: 'when the next delivery is due',
    file: 'src/features/webhooks/delivery/claim-queries.ts',
    fill: () => [],
    look: ({ db, clock }) =>
      nextDeliveryDue(db, places, everywhere(clock.now()), holder, lease(clock.now()), true),
    foreach: { one: 'endpoint with something pending', of: 'workspaces', rows: 8 },
  },
  {
    name: 'deliveries whose lease is over',
    file: 'src/features/webhooks/delivery/delivery-lease-queries.ts',
    fill: () => [],
    look: ({ db, clock }) => releaseDeliveryLeases(db, clock.now()),
  },
  {
    name: 'turns of processes that were killed',
    file: 'src/features/webhooks/delivery/endpoint-lease-queries.ts',
    fill: () => [],
    look: ({ db, clock }) => releaseEndpointLeases(db, lease(clock.now())),
    foreach: { one: 'endpoint', of: 'workspaces', rows: 1 },
  },
  {
    name: 'chains that wait for nothing',
    file: 'src/features/webhooks/delivery/chain-queries.ts',
    fill: () => [],
    look: ({ db }) => stuckChains(db),
    // The endpoint and its first waiting delivery, then the endpoint again, and for each of its four chains the first
    // waiting delivery with its predecessor.
    foreach: { one: 'endpoint with four chains', of: 'workspaces', rows: 17 },
  },
]
