import type { Answer } from '../answer.ts'
import type { AuthContext, AuthStrategy } from './auth.ts'

/** What the vendor has given, and is kept. */
export interface TokenGrant {
  token: string
  /** Milliseconds since 1970; null when the vendor does not say. */
  expiresAt: number | null
  /** What the next token is asked for with; some vendors give another one every time. */
  refreshToken?: string
}

export interface RefreshTokenOptions {
  secrets: string[]
  /** Adds the token to the headers of a call. */
  header(token: string): Record<string, string>
  /** What the vendor answers when a token is no longer accepted. */
  expired(answer: Answer): boolean
  /** Asks for a token; `refreshToken` is the last one given, null as long as there was none. */
  grant(refreshToken: string | null, context: AuthContext): Promise<TokenGrant>
}

/** A token is replaced this long before it ends, so that it does not end on its way. */
const leewayMs = 60_000

/**
 * Access tokens that are renewed with a refresh token, both kept in the session: one token for everybody, asked for
 * under the session's lock. A grant is stored before it is used, and an answer without a new refresh token keeps the
 * one before.
 */
export function refreshedToken(options: RefreshTokenOptions): AuthStrategy {
  let known: TokenGrant | null = null
  let renewal: Promise<TokenGrant> | null = null

  const usable = (grant: TokenGrant | null, refused: string | null, context: AuthContext): boolean =>
    grant !== null &&
    grant.token !== refused &&
    (grant.expiresAt ?? Infinity) - leewayMs > context.now().getTime()

  const renewOnce = (refused: string | null, context: AuthContext): Promise<TokenGrant> =>
    context.session.lock(async () => {
      const stored = readGrant(await context.session.load())
      // Somebody else was faster.
      if (stored !== null && usable(stored, refused, context)) return stored
      const before = stored?.refreshToken
      if (before !== undefined) context.secret(before)
      const fresh = await options.grant(before ?? null, context)
      const grant = before === undefined ? fresh : { refreshToken: before, ...fresh }
      for (const secret of [grant.token, grant.refreshToken]) if (secret !== undefined) context.secret(secret)
      await context.session.save(JSON.stringify(grant))
      return grant
    })

  const obtain = async (refused: string | null, context: AuthContext): Promise<string> => {
    if (known === null && refused === null) known = readGrant(await context.session.load())
    if (!usable(known, refused, context)) {
      renewal ??= renewOnce(refused, context).finally(() => (renewal = null))
      known = await renewal
    }
    const token = known?.token ?? ''
    context.secret(token)
    return token
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

function readGrant(text: string | null): TokenGrant | null {
  try {
    const { token, expiresAt, refreshToken } = JSON.parse(text ?? 'null') as Partial<TokenGrant>
    if (typeof token !== 'string') return null
    return {
      token,
      expiresAt: typeof expiresAt === 'number' ? expiresAt : null,
      ...(typeof refreshToken === 'string' ? { refreshToken } : {}),
    }
  } catch {
    // A stored text that cannot be read is as good as none.
    return null
  }
}
