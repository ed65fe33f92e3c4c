import type { AuthContext, AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { grantedToken, keptToken, type AccessToken } from '../../connector-kit/auth/kept-token.ts'
import { grantsIn, mintWithin } from '../../connector-kit/auth/scarce-tokens.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { graphqlPath } from './graphql.ts'

/**
 * Expedia Group knows this server as a partner for Vrbo by this client. It gives no access to ids of Expedia.
 */
export interface PartnerClient {
  clientId: string
  clientSecret: string
}

const tokenCall = { method: 'POST', path: '/identity/oauth2/v3/token/' } as const
/** The vendor grants a hundred in five minutes; some are left to other programs of the client. */
const tokens = { atMost: 80, perSeconds: 300 }
const names = { token: 'access_token', lifeSeconds: 'expires_in' }

export function authOf({ clientId, clientSecret }: PartnerClient): AuthStrategy {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const strategy = keptToken({
    secrets: [clientSecret, basic],
    header: (token) => ({ authorization: `Bearer ${token}` }),
    expired: ({ status }) => status === 401,
    renew: async (text, context) => {
      const { token, grants } = await mintWithin(tokens, grantsIn(text), context, () =>
        askForToken(context, basic),
      )
      context.secret(token.token)
      return { ...token, grants }
    },
  })
  return {
    ...strategy,
    sign(request, context) {
      if (request.url.pathname === graphqlPath)
        request.headers.accept = 'application/graphql-response+json, application/json'
      return strategy.sign(request, context)
    },
  }
}

async function askForToken(context: AuthContext, basic: string): Promise<AccessToken> {
  const answer = await context.send({
    ...tokenCall,
    headers: {
      accept: 'application/json',
      authorization: basic,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    once: true,
  })
  if (answer.status >= 200 && answer.status < 300) return grantedToken(answer, tokenCall, names, context)
  // The server's own client is wrong, and no advertiser has to react.
  throw new VendorError('rejected', 'Expedia Group gives no token for the Vrbo client of this server', {
    status: answer.status,
    ...tokenCall,
  })
}
