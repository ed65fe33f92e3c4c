/** Worker and health checks share this SQL about an endpoint's batch of deliveries (docs/internals/deliveries.md). */
import { sql } from 'kysely'

/** Selects the deliveries that the batch `t` lists and that have not finished. */
export const stillUnderWay = sql`array(
  select o.id from unnest(t.delivery_ids, t.numbers) as u (delivery_id, number)
  join deliveries o on o.workspace_id = t.workspace_id and o.id = u.delivery_id
  where o.state = 'pending' and o.attempts = u.number - 1)`
