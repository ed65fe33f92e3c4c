/** Worker and health checks share this SQL about an endpoint's batch of deliveries (docs/internals/deliveries.md). */
import { sql, type RawBuilder } from 'kysely'

/**
 * Whether delivery `o` is listed in a batch and has not finished. `coalesce` keeps the planner from the index of pending deliveries: while its
 * statistics say that nothing is pending, it would read all pending ones of the workspace.
 */
export const isListed = (
  ids: RawBuilder<unknown>,
  numbers: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`
  o.id = any(${ids}) and coalesce(o.state, '') = 'pending' and o.attempts + 1 = (${numbers})[array_position(${ids}, o.id)]`

/** Selects the deliveries that the batch `t` lists and that have not finished. */
export const stillUnderWay = sql`array(
  select o.id from deliveries o
  where o.workspace_id = t.workspace_id and ${isListed(sql`t.delivery_ids`, sql`t.numbers`)})`
