/** Reconciles accounts after a restore. Without one it does nothing. */
import { setTimeout as pause } from 'node:timers/promises'
import { startLoop, type BackgroundLoop } from '../../platform/background-loop.ts'
import { notifyWork } from '../../platform/due-work/work-notices.ts'
import { readRecoveryState, recoveryState } from '../../platform/recovery-state.ts'
import type { Services } from '../../services.ts'
import { createPgBudget } from '../../upstream/budget.ts'
import type { SyncEnvironment } from '../../upstream/client.ts'
import { claimDueAccounts, endRecovery } from './account-queries.ts'
import { reconcileAccount } from './reconcile-account.ts'

const lookEveryMs = 500
const mostAtOnce = 8
/** A comparison of many listings takes longer; doing it twice at once does no harm. */
const leaseMs = 15_000

export function startRecovery(services: Services): BackgroundLoop {
  const { db, clock, log } = services
  const stopping = new AbortController()
  const { signal } = stopping
  const sleep = (ms: number) => pause(ms, undefined, { signal })
  const environment: SyncEnvironment = {
    services,
    signal,
    sleep,
    budget: createPgBudget({ db, now: () => performance.now(), sleep }),
    random: Math.random,
  }
  const round = async (): Promise<void> => {
    const { isReconciling, declaredAt } = recoveryState()
    if (!isReconciling || declaredAt === null) return
    const now = clock.now()
    const until = new Date(now.getTime() + leaseMs)
    const due = await claimDueAccounts(db, { now, until, limit: mostAtOnce })
    await Promise.all(
      due.map((account) =>
        reconcileAccount(environment, account, declaredAt).catch((err: unknown) => {
          if (!signal.aborted)
            log.warn({ err, connection: account.connection_id }, 'an account was not reconciled yet')
        }),
      ),
    )
    if (await endRecovery(db, clock.now())) {
      await notifyWork(db, 'recovery')
      log.info('every account was reconciled after the restore')
    }
    await readRecoveryState(db)
  }
  const loop = startLoop({ everyMs: lookEveryMs, log, failed: 'accounts were not reconciled' }, round)
  return {
    wake: loop.wake,
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
