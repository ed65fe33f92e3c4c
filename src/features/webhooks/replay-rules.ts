/** How often a delivery may be sent again by hand. Pure. */

export const replayLimit = 3
export const replayWindowMinutes = 60
/** What is older is not sent again. */
export const replayableDays = 7

const windowMs = replayWindowMinutes * 60_000

/** Of the replays so far, those that still count. */
export function replaysInWindow(replayedAt: readonly Date[], now: Date): Date[] {
  return replayedAt.filter((at) => at.getTime() > now.getTime() - windowMs)
}

/** When the oldest of them stops counting. */
export function windowResetAt(counted: readonly Date[], now: Date): Date {
  return new Date(Math.min(now.getTime(), ...counted.map((at) => at.getTime())) + windowMs)
}

export function isReplayable(createdAt: Date, now: Date): boolean {
  return createdAt.getTime() > now.getTime() - replayableDays * 24 * 3_600_000
}
