/** Lets a request wait briefly for the nights it sent, so that it can answer their fate; the worker goes on without it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { pushOutcomes, type PushOutcome } from '../selling/progress-queries.ts'

const longestWaitMs = 4_000
const firstPauseMs = 40
const longestPauseMs = 500

export interface PushTally {
  /** Listings kept in a PMS. */
  attempted: number
  /** Of them, those whose nights the PMS now shows. */
  succeeded: number
  /** Of them, those with a night refused or not sendable. */
  failed: number
  /** Of the failed ones, those whose account must be connected again. */
  authErrors: number
}

export const nothingSent: PushTally = { attempted: 0, succeeded: 0, failed: 0, authErrors: 0 }

export interface AwaitedPushes {
  sent: PushTally
  warning: string | undefined
  /** Why nothing at all was accepted; undefined where anything was, or may still be. */
  refusal: string | undefined
}

export async function awaitPushes(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
  dates: readonly string[],
): Promise<AwaitedPushes> {
  if (listingIds.length === 0) return { sent: nothingSent, warning: undefined, refusal: undefined }
  const deadline = performance.now() + longestWaitMs
  let pauseMs = firstPauseMs
  for (;;) {
    const outcomes = await pushOutcomes(db, scope, listingIds, dates)
    const isDone = outcomes.every(({ open }) => open === 0)
    if (isDone || performance.now() + pauseMs > deadline) {
      return { sent: countSent(outcomes), warning: warningOf(outcomes), refusal: refusalOf(outcomes) }
    }
    await pause(pauseMs)
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)
  }
}

const hasFailed = ({ refused, failed }: PushOutcome) => refused + failed > 0

function countSent(outcomes: readonly PushOutcome[]): PushTally {
  return {
    attempted: outcomes.length,
    succeeded: outcomes.filter((outcome) => outcome.open === 0 && !hasFailed(outcome)).length,
    failed: outcomes.filter(hasFailed).length,
    authErrors: outcomes.filter(({ unauthorized }) => unauthorized > 0).length,
  }
}

const reasonOf = ({ error }: PushOutcome) => error?.replace(/\.$/, '') ?? 'no reason given'

function refusalOf(outcomes: readonly PushOutcome[]): string | undefined {
  const [first] = outcomes
  return first && outcomes.every(({ nights, refused }) => refused === nights) ? reasonOf(first) : undefined
}

function warningOf(outcomes: readonly PushOutcome[]): string | undefined {
  const wrong = outcomes.filter(hasFailed)
  const [first] = wrong
  if (!first) return undefined
  const nights = first.refused + first.failed
  const others = wrong.length > 1 ? ` The same or other trouble with ${wrong.length - 1} more.` : ''
  const [counted, were] = nights === 1 ? ['1 night', 'was'] : [`${nights} nights`, 'were']
  const what = first.failed > 0 ? 'could not be sent and will be tried again' : `${were} refused`
  return `Listing ${first.listingId}: ${counted} ${what}: ${reasonOf(first)}.${others}`
}
