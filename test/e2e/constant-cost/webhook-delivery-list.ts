import { sql } from 'kysely'
import { rotateAttempts } from '../../../src/features/webhooks/retention.ts'
import { rowsOf as makerOf } from '../../api/rows.ts'
import type { Filled, FilledWorkspace, Filling, ProvenList } from './proven-list.ts'

/** All belong to one webhook, and each result is frequent; twenty concern a listing switched off since. */
async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  const make = makerOf(app.db, workspace.live)
  const [shown, hidden] = [await make.listing(), await make.listing()]
  const { body } = await app.post(
    '/v1/webhooks',
    { url: 'https://example.com/constant', events: ['*'] },
    { key: workspace.liveKey },
  )
  const webhook = body['id'] as string
  await rotateAttempts(app.services)
  const now = app.clock.now()
  await sql`
    insert into events (workspace_id, sequence, type, listing_id, data, created_at)
    select ${workspace.id}, n, 'reservation.updated', case when n <= 20 then ${hidden}::bigint else ${shown}::bigint end, '{}', ${now}
    from generate_series(1, ${size}::int) n`.execute(app.db)
  await sql`update workspace_heads set sequence = ${size} where workspace_id = ${workspace.id}`.execute(
    app.db,
  )
  await sql`
    insert into deliveries (workspace_id, webhook_id, event_sequence, state, attempts, next_attempt_at, created_at)
    select workspace_id, ${webhook}, sequence, 'succeeded', 1, ${now}, ${now} from events where workspace_id = ${workspace.id}`.execute(
    app.db,
  )
  await sql`
    insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, outcome, started_at, finished_at)
    select workspace_id, time_uuid(), id, webhook_id, event_sequence, 1,
           (array['accepted', 'accepted', 'failed', 'interrupted'])[1 + event_sequence % 4],
           ${now}::timestamptz - event_sequence % 14 * interval '1 day', ${now}
    from deliveries where workspace_id = ${workspace.id}`.execute(app.db)
  const options = { key: workspace.liveKey }
  await app.post('/v1/listings/status', { listingIds: [hidden], active: false }, options)
  return { webhook }
}

export const webhookDeliveryList: ProvenList = {
  id: 'listWebhookDeliveries',
  fill,
  params: { id: ({ webhook = '' }) => webhook },
  values: { status: ['all', 'success', 'failure'].map((status) => () => status) },
  pairs: [],
}
