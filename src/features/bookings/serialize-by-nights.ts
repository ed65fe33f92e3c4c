/** Callers who want the same nights of a home ask its PMS one after the other, so that the others learn here what the first got. */
import { ApiError } from '../../platform/api-error.ts'
import { currentPatience } from '../../platform/request-patience.ts'
import type { Scope } from '../../platform/tenant.ts'
import { answerInTime } from '../../upstream/patience.ts'
import type { NightStretch } from '../../records/reservations/sold-night-queries.ts'

interface TurnCaller extends NightStretch {
  ended: Promise<void>
}

/** Of this process, by workspace and listing. */
const callers = new Map<string, Set<TurnCaller>>()

/** Seconds: whoever goes first is answered by then. */
const comeBackAfter = 5

const overlap = (a: NightStretch, b: NightStretch) => a.checkIn < b.checkOut && b.checkIn < a.checkOut

export async function serializeByNights<R>(
  { scope, provider }: { scope: Scope; provider: string },
  stretch: NightStretch,
  work: () => Promise<R>,
): Promise<R> {
  const home = `${scope.workspaceId}:${stretch.listingId}`
  const ofHome = callers.get(home) ?? new Set<TurnCaller>()
  callers.set(home, ofHome)
  const before = [...ofHome].filter((other) => overlap(other, stretch)).map(({ ended }) => ended)
  const ending = Promise.withResolvers<void>()
  const caller = { ...stretch, ended: ending.promise }
  ofHome.add(caller)
  try {
    if (before.length > 0 && (await isTooLong(Promise.all(before)))) throw tooMany(provider)
    return await work()
  } finally {
    ofHome.delete(caller)
    if (ofHome.size === 0) callers.delete(home)
    ending.resolve()
  }
}

async function isTooLong(others: Promise<unknown>): Promise<boolean> {
  const patience = currentPatience()
  if (!patience) return (await others) === undefined
  return (await answerInTime(others, patience.roomMs())) === 'no time'
}

const tooMany = (provider: string) =>
  new ApiError(
    'service_unavailable',
    `Others are booking these nights at ${provider} now; nothing was done.`,
    { provider, retry_after: comeBackAfter },
  )
