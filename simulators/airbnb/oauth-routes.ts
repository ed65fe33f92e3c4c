import type { FastifyInstance, FastifyReply } from 'fastify'
import { known } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { readObject } from '../kit/fields.ts'
import { textParam, type Query } from '../kit/query.ts'
import { refuse } from '../kit/server.ts'
import { demand, emptyAnswer, failure, notFound, unknownApp } from './answers.ts'
import { consentPage, errorPage, type ConsentRequest } from './consent-page.ts'
import type { Grants } from './grants.ts'
import type { Host } from './records.ts'
import { isScope, scopes, type Scope } from './vocabulary.ts'

type Hosts = ReadonlyMap<string, Host>
interface ConsentRefusal {
  error: string
  error_description: string
}

/** The browser pages stand outside the API. */
export function consentRoutes(app: FastifyInstance, hosts: Hosts, grants: Grants): void {
  app.get<{ Querystring: Query }>('/oauth2/auth', ({ query }, reply) => {
    const consentRequest = readAsked(query, grants)
    if (typeof consentRequest === 'string') return html(reply, 400, errorPage(consentRequest))
    return html(reply, 200, consentPage(consentRequest, consentRequest.scope.split(','), [...hosts.values()]))
  })

  app.post('/oauth2/auth', (request, reply) => {
    const form = readObject(request.body) as Record<string, string>
    const ticked = scopes.filter((scope) => form[`scope.${scope}`] !== undefined)
    const consentRequest = readAsked({ ...form, scope: ticked.join(',') || 'property_management' }, grants)
    const host = hosts.get(form.host ?? '')
    if (typeof consentRequest === 'string' || host === undefined) {
      return html(
        reply,
        400,
        errorPage(typeof consentRequest === 'string' ? consentRequest : 'Choose who you are.'),
      )
    }
    const answer =
      form.decision === 'allow' ? consent(grants, host, ticked) : refused('The host declined the request.')
    const back = new URL(consentRequest.redirect_uri)
    const parameters = { ...answer, ...(consentRequest.state === '' ? {} : { state: consentRequest.state }) }
    for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, String(value))
    return reply.redirect(back.href, 302)
  })
}

/** Returns the code after a host allows. One app manages a host's listings, and co-hosts have none to give. */
function consent(
  grants: Grants,
  host: Host,
  requestedScopes: readonly Scope[],
): ConsentRefusal | { code: string; scope: string } {
  if (requestedScopes.length === 0) return refused('No permission was given.')
  if (host.isCohost) return refused('Co-hosts cannot connect an account.')
  if (requestedScopes.includes('property_management') && host.managedBy !== null) {
    return refused(`The account is already connected to other software (${host.managedBy}).`)
  }
  return {
    code: grants.offer({ hostId: host.id, scopes: requestedScopes }),
    scope: requestedScopes.join(','),
  }
}

/** Exchanges codes for tokens, and describes a token. */
export function tokenRoutes(api: FastifyInstance, grants: Grants): void {
  api.addHook('preValidation', async (request) => (grants.isApp(request) ? undefined : refuse(unknownApp)))

  api.post<{ Querystring: Query }>('/oauth2/authorizations', ({ body, query }, reply) => {
    const form = readObject(body)
    const hasCode = form.code !== undefined
    demand(hasCode || form.refresh_token !== undefined, 'code is required.', 'missing_parameter')
    const tokens = hasCode
      ? grants.redeem(String(form.code))
      : grants.refresh(String(form.refresh_token), Number(form.reset_refresh_token) === 1)
    if (tokens === undefined) {
      refuse(failure(400, 'invalid_grant', `The ${hasCode ? 'code' : 'refresh token'} is not valid.`))
    }
    return reply.send(textParam(query, '_unwrapped') === 'true' ? tokens : { authorization: tokens })
  })

  api.get<{ Params: { token: string } }>('/oauth2/authorizations/:token', ({ params }) => ({
    valid: grants.grantOf(params.token) !== undefined,
  }))

  api.delete<{ Params: { token: string } }>('/oauth2/authorizations/:token', ({ params }, reply) =>
    grants.revoke(params.token) ? reply.send(emptyAnswer) : refuse(notFound),
  )
}

/** Lets a test consent without a browser. */
export function consentByControl(hosts: Hosts, grants: Grants, id: string, input: unknown): object {
  const host = known(hosts.get(id), `no host ${id}`)
  const { scope = scopes.join(','), allow = true, ...rest } = readObject(input)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new ControlError(`unknown field "${unknown}"; known are scope, allow`)
  const scopeNames = String(scope).split(',').filter(isScope)
  return allow === true ? consent(grants, host, scopeNames) : refused('The host declined the request.')
}

const refused = (error_description: string): ConsentRefusal => ({ error: 'access_denied', error_description })

/** Returns the app's request, or its mistake in words for the person at the page. */
function readAsked(query: Query, grants: Grants): ConsentRequest | string {
  const part = (name: string) => textParam(query, name) ?? ''
  const [client_id, redirect_uri, scope] = ['client_id', 'redirect_uri', 'scope'].map(part)
  if (client_id !== grants.clientId) return 'The application is not known.'
  if (!/^https?:$/.test(URL.parse(redirect_uri ?? '')?.protocol ?? ''))
    return 'The way back is not an address.'
  const scopes = (scope ?? '').split(/[ ,]+/).filter((word) => word !== '')
  const wrong = scopes.find((word) => !isScope(word))
  if (scopes.length === 0 || wrong !== undefined)
    return `The scope is not known: ${wrong ?? 'none was given'}.`
  return { client_id, redirect_uri: redirect_uri ?? '', scope: scopes.join(','), state: part('state') }
}

const html = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)
