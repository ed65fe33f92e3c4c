/** Serves what clients of OAuth read and call: metadata, tokens and revocation, in the words of their RFCs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../../services.ts'
import { accessTokenSeconds, endAgentSession, exchangeAgentSecret } from '../../tenancy/public.ts'
import {
  resourceMetadata,
  resourceMetadataPaths,
  resourceOf,
  serverMetadata,
  serverMetadataPaths,
} from './server-metadata.ts'

const largestForm = 16 * 1024

class TokenRefusal extends Error {
  override name = 'TokenRefusal'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Refuses a form that gives a field twice, as one reader takes the first and another the last. */
function formOf({ headers, body }: FastifyRequest): URLSearchParams {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new TokenRefusal('invalid_request', 'Send a form: application/x-www-form-urlencoded.')
  const form = new URLSearchParams(String(body))
  const names = [...form.keys()]
  if (new Set(names).size < names.length)
    throw new TokenRefusal('invalid_request', 'A field of the form is given more than once.')
  return form
}

function fieldOf(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value === null || value === '') throw new TokenRefusal('invalid_request', `\`${name}\` is missing.`)
  return value
}

function codeIn(form: URLSearchParams): { redirectUri: string; verifier: string } {
  const verifier = fieldOf(form, 'code_verifier')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier))
    throw new TokenRefusal(
      'invalid_request',
      '`code_verifier` has 43 to 128 letters, digits, `-`, `.`, `_`, `~`.',
    )
  return { redirectUri: fieldOf(form, 'redirect_uri'), verifier }
}

async function giveTokens({ db, clock, publicUrl }: Services, form: URLSearchParams) {
  const grantType = fieldOf(form, 'grant_type')
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    throw new TokenRefusal(
      'unsupported_grant_type',
      'Only authorization_code and refresh_token are supported.',
    )
  const isCode = grantType === 'authorization_code'
  const resource = form.get('resource')
  if (resource === null ? isCode : resource !== resourceOf(publicUrl))
    throw new TokenRefusal('invalid_target', `\`resource\` is ${resourceOf(publicUrl)}.`)
  const exchange = {
    client: fieldOf(form, 'client_id'),
    secret: fieldOf(form, isCode ? 'code' : 'refresh_token'),
    code: isCode ? codeIn(form) : null,
    now: clock.now(),
  }
  const tokens = await db.transaction().execute((tx) => exchangeAgentSecret(tx, exchange))
  if (!tokens)
    throw new TokenRefusal('invalid_grant', 'This was used, has ended, or was given to somebody else.')
  return {
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: tokens.refreshToken,
    scope: tokens.scopes.join(' '),
  }
}

async function revoke({ db, clock }: Services, form: URLSearchParams) {
  const end = { token: fieldOf(form, 'token'), client: fieldOf(form, 'client_id'), now: clock.now() }
  await db.transaction().execute((tx) => endAgentSession(tx, end))
  return {}
}

const answering =
  (services: Services, answer: (services: Services, form: URLSearchParams) => Promise<object>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('cache-control', 'no-store')
    try {
      return await answer(services, formOf(request))
    } catch (error) {
      if (!(error instanceof TokenRefusal)) throw error
      return reply.code(400).send({ error: error.code, error_description: error.message })
    }
  }

export async function registerOAuthEndpoints(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestForm }, (_request, body, done) =>
    done(null, body),
  )
  for (const path of resourceMetadataPaths) app.get(path, async () => resourceMetadata(services.publicUrl))
  for (const path of serverMetadataPaths) app.get(path, async () => serverMetadata(services.publicUrl))
  app.post('/oauth/token', answering(services, giveTokens))
  app.post('/oauth/revoke', answering(services, revoke))
}
