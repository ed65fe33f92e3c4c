import type { VendorAnswer } from '../answer.ts'
import type { AuthContext, AuthStrategy } from './auth.ts'
import { keptToken, storedFields, type AccessToken } from './kept-token.ts'

/** A token grant is stored in this form. */
export interface TokenGrant extends AccessToken {
  /** This requests the next token; some vendors replace it each time. */
  refreshToken?: string
}

export interface RefreshTokenOptions {
  secrets: string[]
  /** Makes the headers that carry the token. */
  header(token: string): Record<string, string>
  /** True when the answer means that the token has expired. */
  expired(answer: VendorAnswer): boolean
  /** Requests a token with the last refresh token, or null if there was none. */
  grant(refreshToken: string | null, context: AuthContext): Promise<TokenGrant>
}

/**
 * Renews access tokens with a refresh token. Both are stored before use; without a new refresh token the old
 * one stays.
 */
export function refreshedToken({ grant, ...options }: RefreshTokenOptions): AuthStrategy {
  return keptToken({
    ...options,
    renew: async (text, context) => {
      const { token, refreshToken } = storedFields(text)
      const before = typeof token === 'string' && typeof refreshToken === 'string' ? refreshToken : null
      if (before !== null) context.secret(before)
      const fresh = await grant(before, context)
      const grantToStore = before === null ? fresh : { refreshToken: before, ...fresh }
      for (const secret of [grantToStore.token, grantToStore.refreshToken])
        if (secret !== undefined) context.secret(secret)
      return grantToStore
    },
  })
}
