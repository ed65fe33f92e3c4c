/** What a person is told of a problem, and what they can do about it. */
import type { Problem } from './api.ts'
import type { TextKey } from './text-en.ts'
import type { Words } from './text.ts'

export type Trouble =
  | 'credentials'
  | 'refused'
  | 'answer'
  | 'sandbox'
  | 'field'
  | 'vendor'
  | 'unavailable'
  | 'account'
  | 'elsewhere'
  | 'designation'
  | 'mapping'
  | 'busy'
  | 'offline'
  | 'server'

const troubles = new Map<string, Trouble>([
  ['access_denied', 'refused'],
  ['consent_failed', 'answer'],
  ['invalid_credentials', 'credentials'],
  ['forbidden', 'sandbox'],
  ['invalid_body', 'field'],
  ['invalid_params', 'field'],
  ['network_error', 'vendor'],
  ['upstream_error', 'vendor'],
  ['pms_unavailable', 'vendor'],
  ['provider_unavailable', 'unavailable'],
  ['invalid_provider', 'unavailable'],
  ['bad_account', 'account'],
  ['designation_required', 'designation'],
  ['invalid_state', 'mapping'],
  ['listing_inactive', 'mapping'],
  ['pms_writes_off', 'mapping'],
  ['channel_not_supported', 'mapping'],
  ['rate_limit_exceeded', 'busy'],
  ['offline', 'offline'],
])

/** Credentials that are right, but not for this. */
const accountTroubles = new Map<string, Trouble>([
  ['other_account', 'account'],
  ['connected_elsewhere', 'elsewhere'],
  ['not_designated', 'designation'],
])

export const troubleOf = ({ code, reason }: Problem): Trouble =>
  accountTroubles.get(reason ?? '') ?? troubles.get(code) ?? 'server'

/** The session itself is over: what the page shows is decided by reading it again. */
const sessionCodes = new Set(['session_terminal', 'session_expired', 'not_found'])
export const endsSession = ({ code }: Problem): boolean => sessionCodes.has(code)

export interface Explained {
  title: string
  body: string
  reference: string | null
}

export function explain(
  problem: Problem,
  words: Words,
  names: { provider: string; host: string },
): Explained {
  const trouble = troubleOf(problem)
  const title = words.text(`error.${trouble}.title` satisfies TextKey, names)
  const body =
    trouble === 'busy'
      ? words.counted('error.busy.body', problem.retryAfter ?? 60)
      : words.text(`error.${trouble}.body` satisfies TextKey, names)
  const reference =
    trouble === 'server' && problem.requestId !== null
      ? words.text('error.reference', { id: problem.requestId })
      : null
  return { title, body, reference }
}
