/** People who are sent to a provider to allow something, and come back with its answer. */

/** As long as somebody takes who first has to find their password. */
const longestMs = 3_600_000
const prefix = 'connect-journey:'

interface Journey {
  sessionId: string
  startedAt: number
}

/** What the provider's page is to give back, so that nobody can be sent here with an answer that belongs to somebody else. */
export function startJourney(sessionId: string, now: number): string {
  forgetOld(now)
  const mark = crypto.randomUUID()
  localStorage.setItem(prefix + mark, JSON.stringify({ sessionId, startedAt: now } satisfies Journey))
  return mark
}

/** The session that somebody left from in this browser; each journey ends once. */
export function endJourney(mark: string, now: number): string | null {
  const journey = journeyAt(prefix + mark)
  localStorage.removeItem(prefix + mark)
  return journey !== null && isUnderWay(journey, now) ? journey.sessionId : null
}

const isUnderWay = ({ startedAt }: Journey, now: number) => now - startedAt < longestMs

function forgetOld(now: number): void {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
    const journey = journeyAt(key)
    if (journey === null || !isUnderWay(journey, now)) localStorage.removeItem(key)
  }
}

function journeyAt(key: string): Journey | null {
  try {
    const { sessionId, startedAt } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Journey>
    return typeof sessionId === 'string' && typeof startedAt === 'number' ? { sessionId, startedAt } : null
  } catch {
    return null
  }
}
