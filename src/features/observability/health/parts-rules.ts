/** Judges the health of each part. Pure. */
import type { HealthStatus } from '../../../contract/health.ts'
import type { ChannelCounts, PushCounts, RenewalCounts, VrboCounts, WebhookCounts } from './parts-queries.ts'

const minuteMs = 60_000

export interface PartVerdict {
  status: HealthStatus
  message: string
}

const ok = (message: string): PartVerdict => ({ status: 'ok', message })
const degraded = (message: string): PartVerdict => ({ status: 'degraded', message })
const down = (message: string): PartVerdict => ({ status: 'down', message })

export const databaseDownVerdict: PartVerdict = down('The database does not answer.')

/** An account counts as failing after this many failed turns in a row. */
export const failedTurns = 3
/** This few rejections mean owners who withdrew access. */
const fewRejections = 5
/** Sold nights go first, so when a night waits this long, all nights are late. */
const latestMs = 180 * minuteMs

export function judgeAuth(lately: RenewalCounts): PartVerdict {
  return lately.rejections >= fewRejections && lately.rejections * 2 >= lately.attempts
    ? degraded('Keys are checked. Providers refuse most of the access that is asked for anew.')
    : ok('Keys are checked, and access to providers is renewed.')
}

export function judgeWebhooks({ stalled, oldest_due }: WebhookCounts, now: Date): PartVerdict {
  if (stalled === 0 || oldest_due === null) return ok('Deliveries are sent when they are due.')
  return now.getTime() - oldest_due.getTime() >= stoppedAfterMs
    ? down('Deliveries are not sent.')
    : degraded('Deliveries are sent late.')
}

/** A worker takes a due delivery within a second unless it is busy. */
export const stalledAfterMs = 10_000
/** By then a worker without notifications has polled, and the claims of a killed one have expired. */
const stoppedAfterMs = minuteMs

/**
 * Fewer nights prove nothing (interface/platform.md §1); the share is our choice, because the interface names
 * none.
 */
const judgedPushes = { finished: 50, failed: 5 }
const failedShare = 1 / 10
export const pushWindowHours = 3

const pushesFail = ({ finished, failed }: PushCounts): boolean =>
  finished >= judgedPushes.finished && failed >= judgedPushes.failed && failed >= finished * failedShare

/** The interface calls an inbox late after half an hour (interface/platform.md §1). */
export const inboxLateAfterMs = 30 * minuteMs

/** Vrbo's own rules take precedence over those for every channel. */
export function judgeVrbo({ signed_out, inbox_late }: VrboCounts, other: PartVerdict): PartVerdict {
  if (other.status === 'down') return other
  if (signed_out > 0) return down('An account has to be connected again.')
  return inbox_late > 0 ? degraded('An inbox was not read for half an hour.') : other
}

export const waitedMinutes = (oldestDue: Date | null, now: Date): number =>
  oldestDue === null ? 0 : Math.max(0, Math.floor((now.getTime() - oldestDue.getTime()) / minuteMs))

export function judgeChannel(
  { accounts, failing, oldest_due }: ChannelCounts,
  { lately, pushes }: { lately: RenewalCounts; pushes: PushCounts },
  now: Date,
): PartVerdict {
  if (accounts > 0 && failing === accounts) return down('No account can be read.')
  if (lately.rejections >= fewRejections && lately.rejections * 2 >= lately.attempts)
    return degraded('Access is refused for most of the accounts that ask for it anew.')
  if (failing * 5 >= accounts && failing > 1) return degraded('Some of the accounts cannot be read.')
  if (pushesFail(pushes)) return degraded('Many of the nights that are written are not taken.')
  if (oldest_due !== null && now.getTime() - oldest_due.getTime() > latestMs)
    return degraded('Nights wait for more than three hours to be written.')
  return ok('Accounts are read and written.')
}
