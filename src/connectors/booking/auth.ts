import { fieldOf } from '../../connector-kit/answers.ts'
import type { AuthContext, AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { keptToken, type AccessToken } from '../../connector-kit/auth/kept-token.ts'
import { grantsIn, mintWithin } from '../../connector-kit/auth/scarce-tokens.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

/** Booking.com knows this server by one account for all properties. */
export interface MachineAccount {
  clientId: string
  clientSecret: string
}

const exchange = {
  method: 'POST',
  origin: 'https://connectivity-authentication.booking.com',
  path: '/token-based-authentication/exchange',
} as const
const tokenLifeMs = 3_600_000
/** The vendor grants thirty in an hour; a few are left to other programs of the account. */
const tokens = { atMost: 25, perSeconds: 3600 }

/** The path decides which form and version of an answer is requested; the first match counts. */
const headersByPath: readonly [path: RegExp, headers: Record<string, string>][] = [
  [/^\/hotels\/ota\//, { accept: 'application/xml', 'accept-version': '1.1' }],
  [
    /^\/hotels\/xml\/(roomrateavailability|derivedprices)/,
    { accept: 'application/xml', 'accept-version': '1.1' },
  ],
  [/^\/policy-api\//, { accept: 'application/xml' }],
  [/^\/messaging\//, { 'accept-version': '1.2' }],
  [/^\/hotels\/xml\//, { accept: 'application/xml' }],
]

export function authOf({ clientId, clientSecret }: MachineAccount): AuthStrategy {
  const strategy = keptToken({
    secrets: [clientSecret],
    header: (token) => ({ authorization: `Bearer ${token}` }),
    expired: ({ status }) => status === 401,
    renew: async (text, context) => {
      const ask = () => askForToken(context, { client_id: clientId, client_secret: clientSecret })
      const { token, grants } = await mintWithin(tokens, grantsIn(text), context, ask)
      return { ...token, grants }
    },
  })
  return {
    ...strategy,
    sign(request, context) {
      const [, headers] = headersByPath.find(([path]) => path.test(request.url.pathname)) ?? []
      Object.assign(request.headers, headers)
      return strategy.sign(request, context)
    },
  }
}

async function askForToken(context: AuthContext, body: object): Promise<AccessToken> {
  const { status, json } = await context.send({
    ...exchange,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    once: true,
  })
  const token = fieldOf(json, 'jwt')
  if (status >= 200 && status < 300 && typeof token === 'string')
    return { token, expiresAt: context.now().getTime() + tokenLifeMs }
  // The server's own account is wrong, and no property has to react.
  throw new VendorError('rejected', 'Booking.com gives no token for the machine account of this server', {
    status,
    method: exchange.method,
    path: exchange.path,
  })
}
