import { sql } from 'kysely'
import type { Filled, FilledWorkspace, Filling, ProvenList } from './proven-list.ts'

/**
 * Equally many lie in this hour at each size. The others have twelve times of a month, outside hours in which a range
 * begins.
 */
async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  await sql`
    insert into request_log (workspace_id, id, request_id, key_id, method, path, operation_id, status, latency_ms, created_at)
    select ${workspace.id}, gen_random_uuid(), 'request-' || n, 1, 'GET', '/v1/listings',
      (array['listListings', 'listGuests', 'getListing', 'listReviews', 'getGuest'])[1 + n % 5],
      (array[200, 304, 404, 503])[1 + (n / 5) % 4], 12,
      ${app.clock.now()}::timestamptz - n * interval '1 millisecond' - case when n < 200 then interval '10 minutes' else
        (array[2, 5, 9, 20, 30, 50, 90, 130, 200, 300, 500, 700])[1 + (n / 20) % 12] * interval '1 hour' end
    from generate_series(1, ${size}::int) n`.execute(app.db)
  return {}
}

export const requestList: ProvenList = {
  id: 'listUsageLogs',
  fill,
  values: {
    range: ['1h', '24h', '7d', '30d'].map((range) => () => range),
    operation: [() => 'listGuests', () => 'listGuests,getListing', () => 'listMembers'],
    status: [() => '2xx', () => '5xx'],
  },
  pairs: [
    ['operation', 'status'],
    ['range', 'operation'],
    ['range', 'status'],
  ],
  growing: [{ filter: 'q', why: 'a text is looked for in every line of the range' }],
}
