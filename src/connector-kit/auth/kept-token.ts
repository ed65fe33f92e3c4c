/**
 * Keeps access tokens in the session, where all calls share them. A token is requested under the session's
 * lock, and renewed once when the vendor rejects it.
 */
import type { VendorAnswer } from '../answer.ts'
import { VendorError } from '../vendor-error.ts'
import { clockFault } from '../clock-fault.ts'
import type { AuthContext, AuthStrategy } from './auth.ts'

export interface AccessToken {
  token: string
  /** The moment is in milliseconds since 1970; null when the vendor does not say. */
  expiresAt: number | null
}

export interface KeptTokenOptions<T extends AccessToken> {
  secrets: string[]
  /** Makes the headers that carry the token. */
  header(token: string): Record<string, string>
  /** True when the answer means that the token has expired. */
  expired(answer: VendorAnswer): boolean
  /** Requests a token and returns what to store; `text` is the session as stored so far. */
  renew(text: string | null, context: AuthContext): Promise<T>
}

/** A token is renewed this long before it ends, so that it cannot expire in transit. */
const leewayMs = 60_000

export function keptToken<T extends AccessToken>(options: KeptTokenOptions<T>): AuthStrategy {
  let current: AccessToken | null = null
  let renewal: Promise<AccessToken> | null = null

  const usable = (
    token: AccessToken | null,
    refused: string | null,
    context: AuthContext,
  ): token is AccessToken =>
    token !== null &&
    token.token !== refused &&
    (token.expiresAt ?? Infinity) - leewayMs > context.now().getTime()

  const renewOnce = (refused: string | null, context: AuthContext): Promise<AccessToken> =>
    context.session.lock(async () => {
      const text = await context.session.load()
      const stored = readToken(text)
      // Another process has renewed it meanwhile.
      if (usable(stored, refused, context)) return stored
      const fresh = await options.renew(text, context)
      await context.session.save(JSON.stringify(fresh))
      return fresh
    })

  const obtain = async (refused: string | null, context: AuthContext): Promise<string> => {
    if (current === null && refused === null) current = readToken(await context.session.load())
    if (!usable(current, refused, context)) {
      renewal ??= renewOnce(refused, context).finally(() => (renewal = null))
      current = await renewal
    }
    context.secret(current.token)
    return current.token
  }

  return {
    secrets: options.secrets,
    async sign(request, context) {
      const token = await obtain(null, context)
      Object.assign(request.headers, options.header(token))
      return token
    },
    refuses: options.expired,
    async renew(used, context) {
      await obtain(used, context)
    },
  }
}

/** Reads the stored token; an unreadable one counts as missing. */
function readToken(text: string | null): AccessToken | null {
  const { token, expiresAt } = storedFields(text)
  if (typeof token !== 'string') return null
  return { token, expiresAt: typeof expiresAt === 'number' ? expiresAt : null }
}

export function storedFields(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? 'null') ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Reads a token endpoint's answer under the vendor's field names. */
export function grantedToken(
  answer: VendorAnswer,
  { method, path }: { method: string; path: string },
  names: { token: string; lifeSeconds: string },
  { now }: AuthContext,
): AccessToken {
  const grant = (answer.json ?? {}) as Record<string, unknown>
  const [token, life] = [grant[names.token], grant[names.lifeSeconds]]
  if (answer.status >= 200 && answer.status < 300 && typeof token === 'string') {
    return { token, expiresAt: typeof life === 'number' ? now().getTime() + life * 1000 : null }
  }
  throw noToken(answer, { method, path }, 'the vendor gives no token for these credentials', now())
}

/** Token endpoints reject credentials with these statuses; others say nothing about them. */
const refusalStatuses = new Set([400, 401, 403, 422])

/** Without a token, either the credentials were rejected or the answer is unreadable. */
export function noToken(
  answer: VendorAnswer,
  { method, path }: { method: string; path: string },
  words: string,
  now: Date,
): VendorError {
  const { status, json } = answer
  const isRefusedWith200 = status >= 200 && status < 300 && saysRefused(json)
  const details = { status, method, path }
  if (!refusalStatuses.has(status) && !isRefusedWith200)
    return new VendorError('malformed', `${method} ${path}: ${words}`, details)
  const wrongClock = clockFault(answer, now.getTime())
  if (wrongClock === undefined) return new VendorError('credentials', `${method} ${path}: ${words}`, details)
  const { kind, clockAheadMs } = wrongClock
  return new VendorError(kind, `${method} ${path}: ${words}: ${wrongClock.words}`, {
    ...details,
    clockAheadMs,
  })
}

/** Some vendors reject credentials with status 200. */
function saysRefused(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  const { error, success, status, errors, message } = json as Record<string, unknown>
  return [error, errors, message].some((field) => field != null) || success === false || status === 'fail'
}
