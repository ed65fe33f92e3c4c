/** The turn in which an endpoint's deliveries are sent (docs/internals/deliveries.md): what the worker and the health of the parts ask of it. */
import { sql } from 'kysely'

/** Deliveries that a turn `t` lists and that are not over. */
export const stillUnderWay = sql`array(
  select o.id from unnest(t.delivery_ids, t.numbers) as u (delivery_id, number)
  join deliveries o on o.workspace_id = t.workspace_id and o.id = u.delivery_id
  where o.state = 'pending' and o.attempts = u.number - 1)`
