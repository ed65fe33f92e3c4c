/** Forgets guests past their retention, a few at a time, each in its own transaction. */
import { targetOf, writeAuditLine } from '../../../platform/audit.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { isDatabaseUnavailable } from '../../../platform/database-outage.ts'
import type { Services } from '../../../services.ts'
import { forgetGuest } from '../forget-guest.ts'
import {
  updateRetentionLook,
  isStillDue,
  retentionScan,
  claimRetentionLook,
  type RetentionLook,
} from './queries.ts'
import { lastDayKept } from './rules.ts'

const everyMs = 60_000
/** Guests that one look checks, and the most it forgets. */
const seenAtOnce = 500
export const maxForgottenPerLook = 50
/** After this time another process takes over from one that died. */
const leaseMs = 300_000
const againMs = 24 * 3_600_000

type GuestRetentionDeps = Pick<Services, 'db' | 'clock' | 'vault' | 'objects' | 'guestErasers' | 'log'>

/** Returns whether the guest was forgotten; a new booking prevents it. */
async function forgetIfDue(
  deps: GuestRetentionDeps,
  look: RetentionLook,
  id: string,
  before: string,
): Promise<boolean> {
  const scope = { workspaceId: look.workspace_id }
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const unless = async () => !(await isStillDue(tx, scope, id, before))
    const forgotten = await forgetGuest(tx, scope, id, { now, reason: 'retention', unless }, deps)
    if (!forgotten) return false
    const details = { months: look.guest_months }
    const line = { action: 'retention.forgetGuest', actor: { kind: 'system' as const }, details }
    await writeAuditLine(tx, scope, { ...line, targets: [targetOf('guest', id)] }, now)
    return true
  })
}

/** A guest that cannot be forgotten does not block others; the next look tries again. */
async function forgetOrLog(
  deps: GuestRetentionDeps,
  look: RetentionLook,
  id: string,
  before: string,
): Promise<boolean> {
  try {
    return await forgetIfDue(deps, look, id, before)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    deps.log.error({ err: error, guest: id }, 'a guest whose time is over could not be forgotten')
    return false
  }
}

/** Checks one workspace. Returns how many guests were forgotten; null if no workspace is due. */
export async function runRetentionLook(
  deps: GuestRetentionDeps,
  stopped = () => false,
): Promise<number | null> {
  const { db, clock } = deps
  const now = clock.now()
  const taken = new Date(now.getTime() + leaseMs)
  const look = await claimRetentionLook(db, now, taken)
  if (!look) return null
  const before = lastDayKept(now, look.guest_months)
  const { seen, last, due } = await retentionScan(db, look, before, seenAtOnce)
  let forgotten = 0
  let lookedTo = look.looked_to
  for (const id of due.slice(0, maxForgottenPerLook)) {
    if (stopped()) break
    if (await forgetOrLog(deps, look, id, before)) forgotten += 1
    lookedTo = id
  }
  const isThrough = !stopped() && due.length <= maxForgottenPerLook
  const isEnd = isThrough && seen < seenAtOnce
  await updateRetentionLook(db, look, {
    lookedTo: isEnd ? '0' : isThrough ? (last ?? lookedTo) : lookedTo,
    nextLookAt: isEnd ? new Date(now.getTime() + againMs) : now,
    taken,
  })
  return forgotten
}

/** Any number of processes may run it. */
export function startGuestRetention(services: GuestRetentionDeps): BackgroundLoop {
  const { log } = services
  const failed = 'guests whose time is over are kept for now'
  return startLoop({ everyMs, log, failed }, async (signal) => {
    for (;;) {
      const forgotten = await runRetentionLook(services, () => signal.aborted)
      if (forgotten === null || signal.aborted) return
      if (forgotten > 0) log.info({ guests: forgotten }, 'guests whose time was over are forgotten')
    }
  })
}
