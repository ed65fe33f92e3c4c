/** Opens the act of a PMS write under its request's key. */
import { createHash } from 'node:crypto'
import { wholeWorkspace, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import {
  isUndone,
  keyReused,
  openHeld,
  restartChange,
  type HeldAct,
  type StoredAct,
  type ActHoldRequest,
} from '../../upstream/acts/public.ts'
import { intentOfKey } from './intent-queries.ts'
import { actKindOf, pmsKindOf, type PmsRequest } from './pms-request.ts'

/** The marker in the PMS's booking: 20 characters of a-z and 0-9, derived from the key. */
export function markerOf(scope: Scope, key: string): string {
  const digest = createHash('sha256').update(`booking:${scope.workspaceId}:${key}`).digest('hex')
  return BigInt(`0x${digest}`).toString(36).padStart(20, '0').slice(-20)
}

/** An act was started and not refused, so it is resolved on any later day. */
export async function isBegun(db: Queryable, scope: Scope, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false
  const act = await intentOfKey(db, wholeWorkspace(scope), key)
  return act !== undefined && !isUndone(act.state)
}

/** Stores the act, or finds the one stored under the key. */
export async function openBookingAct(
  services: Services,
  scope: Scope,
  { request, ...rest }: Omit<ActHoldRequest, 'kind' | 'state' | 'request'> & { request: PmsRequest },
): Promise<HeldAct | { settled: StoredAct }> {
  const wanted: ActHoldRequest = { ...rest, request, kind: actKindOf[request.kind], state: 'started' }
  const opened = await openHeld(services, scope, wanted)
  if ('settled' in opened) {
    if (pmsKindOf(opened.settled.kind) === undefined) throw keyReused()
    return opened
  }
  if (!isUndone(opened.act.state)) return opened
  try {
    await opened.move('restart', restartChange(wanted))
    return opened
  } catch (error) {
    await opened.end()
    throw error
  }
}
