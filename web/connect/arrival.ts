/** A person whom a provider's page sent back here. */
import { endJourney } from './journey.ts'

export interface Arrival {
  /** null when nobody left from this browser: then there is no session to go on with. */
  sessionId: string | null
  provider: string
  /** What the account is connected with; null when the provider gave none. */
  code: string | null
  /** What was allowed, where the provider says it. */
  scope: string | null
  problem: 'access_denied' | 'consent_failed'
}

/** What cannot be names of permissions is not worth failing for: the account is connected without it. */
const scopeIn = (given: string | null) => (/^[\w., +:-]{1,400}$/.test(given ?? '') ? given : null)

const isSession = (part: string) => part.startsWith('cs_')

/** null: this is the page of a session. The last part of the address is the provider's id otherwise. */
export function arrivalAt(lastPart: string, query: URLSearchParams, now: number): Arrival | null {
  if (isSession(lastPart)) return null
  return {
    sessionId: endJourney(query.get('state') ?? '', now),
    provider: lastPart,
    code: query.get('code'),
    scope: scopeIn(query.get('scope')),
    problem: query.get('error') === 'access_denied' ? 'access_denied' : 'consent_failed',
  }
}
