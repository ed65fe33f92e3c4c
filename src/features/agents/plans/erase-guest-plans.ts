import type { GuestEraser } from '../../../services.ts'
import { erasePlans } from './queries.ts'

/** Plans live for minutes and may name anybody, so all of the workspace are blanked. */
export const eraseGuestPlans: GuestEraser = async (tx, scope) => {
  await erasePlans(tx, scope)
  return { counts: {} }
}
