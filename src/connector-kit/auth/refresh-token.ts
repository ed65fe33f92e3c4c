import type { VendorAnswer } from '../answer.ts'
import type { AuthContext, AuthStrategy } from './auth.ts'
import { keptToken, storedFields, type AccessToken } from './kept-token.ts'

/** What the vendor has given, and is kept. */
export interface TokenGrant extends AccessToken {
  /** What the next token is asked for with; some vendors give another one every time. */
  refreshToken?: string
}

export interface RefreshTokenOptions {
  secrets: string[]
  /** Adds the token to the headers of a call. */
  header(token: string): Record<string, string>
  /** What the vendor answers when a token is no longer accepted. */
  expired(answer: VendorAnswer): boolean
  /** Asks for a token; `refreshToken` is the last one given, null as long as there was none. */
  grant(refreshToken: string | null, context: AuthContext): Promise<TokenGrant>
}

/**
 * Access tokens that are renewed with a refresh token, both kept in the session. A grant is stored before it is used, and an
 * answer without a new refresh token keeps the one before.
 */
export function refreshedToken({ grant, ...options }: RefreshTokenOptions): AuthStrategy {
  return keptToken({
    ...options,
    renew: async (text, context) => {
      const { token, refreshToken } = storedFields(text)
      const before = typeof token === 'string' && typeof refreshToken === 'string' ? refreshToken : null
      if (before !== null) context.secret(before)
      const fresh = await grant(before, context)
      const kept = before === null ? fresh : { refreshToken: before, ...fresh }
      for (const secret of [kept.token, kept.refreshToken]) if (secret !== undefined) context.secret(secret)
      return kept
    },
  })
}
