import type { Answer } from '../answer.ts'
import { VendorError } from '../vendor-error.ts'
import type { AuthContext, AuthStrategy } from './auth.ts'
import { grantsIn, mintWithin } from './scarce-tokens.ts'
import type { GrantLimit } from './scarce-tokens.ts'

export interface ClientCredentialsOptions {
  tokenPath: string
  clientId: string
  clientSecret: string
  scope?: string
  /** What the vendor answers when a token is no longer accepted. */
  expired(answer: Answer): boolean
  /** Some vendors accept a new token only a moment after they gave it. */
  settleMs?: number
  /** How many tokens the vendor gives out, where they are few. */
  grants?: GrantLimit
}

interface Token {
  token: string
  /** Milliseconds since 1970; null when the vendor does not say. */
  expiresAt: number | null
}

/** A token is replaced this long before it ends, so that it does not end on its way. */
const leewayMs = 60_000

/**
 * OAuth client credentials with one token for everybody: it is read from the session, made under the session's lock
 * when there is none or it ended, and replaced once when the vendor refuses it.
 */
export function oauthClientCredentials(options: ClientCredentialsOptions): AuthStrategy {
  let known: Token | null = null
  let renewal: Promise<Token> | null = null

  const usable = (token: Token | null, refused: string | null, nowMs: number): token is Token =>
    token !== null && token.token !== refused && (token.expiresAt ?? Infinity) - leewayMs > nowMs

  const renewOnce = async (refused: string | null, context: AuthContext): Promise<Token> => {
    return context.session.lock(async () => {
      const text = await context.session.load()
      const stored = readToken(text)
      // Somebody else was faster.
      if (usable(stored, refused, context.now().getTime())) return stored
      const ask = () => mint(options, context)
      const { token: fresh, grants } =
        options.grants === undefined
          ? { token: await ask(), grants: undefined }
          : await mintWithin(options.grants, grantsIn(text), context, ask)
      context.secret(fresh.token)
      await context.sleep(options.settleMs ?? 0)
      await context.session.save(JSON.stringify({ ...fresh, grants }))
      return fresh
    })
  }

  const obtain = async (refused: string | null, context: AuthContext): Promise<Token> => {
    const nowMs = context.now().getTime()
    if (usable(known, refused, nowMs)) return known
    if (known === null && refused === null) {
      const stored = readToken(await context.session.load())
      if (usable(stored, null, nowMs)) known = stored
    }
    if (!usable(known, refused, nowMs)) {
      renewal ??= renewOnce(refused, context).finally(() => (renewal = null))
      known = await renewal
    }
    context.secret(known.token)
    return known
  }

  return {
    secrets: [options.clientSecret],
    async sign(request, context) {
      const { token } = await obtain(null, context)
      request.headers.authorization = `Bearer ${token}`
      return token
    },
    refuses: options.expired,
    async renew(used, context) {
      await obtain(used, context)
    },
  }
}

async function mint(options: ClientCredentialsOptions, context: AuthContext): Promise<Token> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: options.clientId,
    client_secret: options.clientSecret,
    ...(options.scope === undefined ? {} : { scope: options.scope }),
  })
  const answer = await context.send({
    method: 'POST',
    path: options.tokenPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    once: options.grants !== undefined,
  })
  const grant = (answer.json ?? {}) as { access_token?: unknown; expires_in?: unknown }
  if (answer.status >= 200 && answer.status < 300 && typeof grant.access_token === 'string') {
    const lifeMs = typeof grant.expires_in === 'number' ? grant.expires_in * 1000 : null
    return { token: grant.access_token, expiresAt: lifeMs === null ? null : context.now().getTime() + lifeMs }
  }
  throw new VendorError(
    'credentials',
    `POST ${options.tokenPath}: the vendor gives no token for these credentials`,
    {
      status: answer.status,
      method: 'POST',
      path: options.tokenPath,
    },
  )
}

function readToken(text: string | null): Token | null {
  if (text === null) return null
  try {
    const { token, expiresAt } = JSON.parse(text) as Partial<Token>
    return typeof token === 'string' ? { token, expiresAt: expiresAt ?? null } : null
  } catch {
    // A stored text that cannot be read is as good as none: a new token takes its place.
    return null
  }
}
