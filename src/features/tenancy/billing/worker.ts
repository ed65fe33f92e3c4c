/** Reads due accounts: at once after a notice, and periodically in case one was lost. */
import { randomUUID } from 'node:crypto'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { isBillingOn } from '../../../platform/settings/billing-settings.ts'
import { claimDueAccount, deleteNotices, dueAccounts } from './queries.ts'
import { claimEnd, syncSubscription, type BillingServices } from './sync-subscription.ts'

const everyMs = 2_000
/** Stripe allows a test account 25 calls a second, and each read is one call. */
const atOnce = 8
const forgetEveryMs = 3_600_000
/** Stripe retries a notice for three days, and a person can have it sent again for a month. */
const keptMs = 40 * 86_400_000

/** Returns whether more accounts may be due. */
export async function syncDueAccounts(services: BillingServices): Promise<boolean> {
  const { db, clock } = services
  const now = clock.now()
  const due = await dueAccounts(db, { now, limit: atOnce })
  await Promise.all(
    due.map(async (workspaceId) => {
      const claim = { claim: randomUUID(), now, until: claimEnd(now) }
      const account = await claimDueAccount(db, { workspaceId }, claim)
      if (account) await syncSubscription(services, account)
    }),
  )
  return due.length === atOnce
}

export function startBilling(services: BillingServices): BackgroundLoop {
  const { db, clock, log, config } = services
  if (!isBillingOn(config)) return { stop: async () => {}, wake: () => {} }
  let forgotAt = Number.NEGATIVE_INFINITY
  return startLoop({ everyMs, log, failed: 'subscriptions are not looked at for now' }, async () => {
    const more = await syncDueAccounts(services)
    if (clock.monotonicMs() - forgotAt > forgetEveryMs) {
      await deleteNotices(db, new Date(clock.now().getTime() - keptMs))
      forgotAt = clock.monotonicMs()
    }
    return more ? 0 : undefined
  })
}
