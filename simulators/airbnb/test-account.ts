import type { TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, sender, type JsonRow } from '../kit/testing/open-simulator.ts'
import { apiVersion } from './desk.ts'

const allScopes = 'property_management,reservations_web_hooks,messages_read,messages_write'
export const redirectUri = 'https://app.example.com/back?tenant=1'

interface Tokens {
  access_token: string
  refresh_token: string
  expires_at: number
  user_id: string
}

export interface RunsAt {
  url: string
  partner: Record<string, string>
}

export const appOf = ({ partner }: RunsAt) => ({
  clientId: partner.AIRBNB_CLIENT_ID ?? '',
  clientSecret: partner.AIRBNB_CLIENT_SECRET ?? '',
})

/** Opens a simulator whose first host has granted `scope` to the app. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}, scope = allScopes) {
  let tokens: Tokens | undefined
  const account = await openSimulator(
    t,
    'airbnb',
    { listings: 6, reservations: 60, ...options, habits: { hosts: 3, ...options.habits } },
    {
      prefix: '/v2',
      headers: async (simulator) => {
        const hosts = simulator.operations.state(new Set(['hosts'])).hosts as { id: string }[]
        tokens = await connect(simulator, hosts[0]?.id ?? '', scope)
        return headersOf(simulator, tokens)
      },
    },
  )
  if (tokens === undefined) throw new Error('nobody connected')
  const { simulator } = account
  const { user_id } = tokens
  const listings = () => (account.state().listings ?? []) as (JsonRow & { id: string })[]
  return {
    ...account,
    tokens,
    hosts: () => account.state('hosts').hosts as JsonRow[],
    own: () => listings().filter(({ host_id }) => host_id === user_id),
    as: (other: Tokens) => sender(`${simulator.url}/v2`, headersOf(simulator, other)),
    connect: (host: string, requestedScopes = allScopes) => connect(simulator, host, requestedScopes),
    app: appSender(simulator),
  }
}

export const headersOf = (runs: RunsAt, { access_token }: Pick<Tokens, 'access_token'>) => ({
  'x-airbnb-api-key': appOf(runs).clientId,
  'x-airbnb-oauth-token': access_token,
  'x-airbnb-req-api-version': apiVersion,
})

/** Sends token requests as the app. */
function appSender(runs: RunsAt) {
  const { clientId, clientSecret } = appOf(runs)
  const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return sender(`${runs.url}/v2`, { authorization: `Basic ${pair}`, 'x-airbnb-req-api-version': apiVersion })
}

/** Sends the page's form as a browser does, and returns where it redirects. */
export async function submitConsent(
  runs: RunsAt,
  fields: Record<string, string>,
): Promise<{ status: number; back: URL | undefined; text: string }> {
  const form = { client_id: appOf(runs).clientId, redirect_uri: redirectUri, state: 'st 1', ...fields }
  const { status, headers, ...response } = await fetch(`${runs.url}/oauth2/auth`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  }).then(async (got) => ({ status: got.status, headers: got.headers, text: await got.text() }))
  const location = headers.get('location')
  return { status, back: location === null ? undefined : new URL(location), text: response.text }
}

/** Connects a host who allows everything requested. */
async function connect(simulator: RunsAt, host: string, scope: string): Promise<Tokens> {
  const ticks = Object.fromEntries(scope.split(',').map((one) => [`scope.${one}`, '1']))
  const { back } = await submitConsent(simulator, { host, decision: 'allow', ...ticks })
  const code = back?.searchParams.get('code')
  const path = '/oauth2/authorizations?_unwrapped=true'
  return (await appSender(simulator)<Tokens>('POST', path, { code })).body
}
