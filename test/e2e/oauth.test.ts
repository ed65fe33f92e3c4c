/** An agent of the public client package is let in by a person at a browser, and sent away again. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  Client,
  IssuerMismatchError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { startAgentSite, type AgentSite } from '../agents/agent-site.ts'
import { freePort } from '../harness/free-port.ts'
import { openWindow, withoutChromium, type Looks, type WatchedPage } from './connect/chromium.ts'
import { assertReadable, heading, settled, startConsoleWorld, type ConsoleWorld } from './console/world.ts'

interface AgentMemory extends OAuthClientProvider {
  /** Where it sent the person last. */
  authorizationUrl: URL | null
  known: OAuthTokens | undefined
}

function newAgentMemory(site: AgentSite, issuer: string): AgentMemory {
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  let information: OAuthClientInformationMixed = { client_id: site.url, issuer }
  const memory: AgentMemory = {
    authorizationUrl: null,
    known: undefined,
    redirectUrl: new URL('/callback', site.url).href,
    clientMetadata: {
      client_name: 'Morning helper',
      redirect_uris: [new URL('/callback', site.url).href],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    state: () => 'the-state',
    clientInformation: () => information,
    saveClientInformation: (next) => void (information = next),
    tokens: () => memory.known,
    saveTokens: (next) => void (memory.known = next),
    redirectToAuthorization: (url) => void (memory.authorizationUrl = url),
    saveCodeVerifier: (next) => void (verifier = next),
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    saveDiscoveryState: (next) => void (discovery = next),
    invalidateCredentials: () => void (memory.known = undefined),
  }
  return memory
}

describe('an agent that is let in at the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let site: AgentSite
  before(async () => {
    site = await startAgentSite()
    // The session's cookie is for the name that the console has too.
    const port = String(await freePort())
    const publicUrl = `http://localhost:${port}`
    world = await startConsoleWorld({ ALLOW_PRIVATE_TARGETS: 'true', PORT: port, PUBLIC_URL: publicUrl })
    await world.makeOwner()
  })
  after(async () => {
    await world.stop()
    await site.close()
  })

  /** The address under which the server knows itself. */
  async function readResource(): Promise<{ resource: string; issuer: string }> {
    const answer = await fetch(`${world.origin()}/.well-known/oauth-protected-resource/mcp`)
    const { resource, authorization_servers: servers } = (await answer.json()) as {
      resource: string
      authorization_servers: string[]
    }
    return { resource, issuer: servers[0] ?? '' }
  }

  async function newAgent() {
    const { resource, issuer } = await readResource()
    const memory = newAgentMemory(site, issuer)
    const transport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: memory })
    const client = () => new Client({ name: 'test', version: '1' })
    return {
      memory,
      transport,
      async connect(): Promise<Client> {
        const connecting = client()
        await connecting.connect(transport())
        return connecting
      },
      /** Where it sends the person, who has not let it in yet. */
      async ask(): Promise<string> {
        await assert.rejects(client().connect(transport()), UnauthorizedError)
        return memory.authorizationUrl?.href ?? ''
      },
    }
  }

  async function openPage(looks: Looks = {}): Promise<WatchedPage> {
    const { issuer } = await readResource()
    const origins = [world.origin(), new URL(issuer).origin, new URL(site.url).origin]
    return openWindow(world.browser, origins, looks)
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(await world.printLink())
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function callbackOf(page: Page): Promise<URLSearchParams> {
    await page.waitForURL(/\/callback\?/)
    return new URL(page.url()).searchParams
  }

  const callText = async (client: Client, name: string): Promise<string> =>
    JSON.stringify(await client.callTool({ name, arguments: {} }))

  test('a person signs in first, sees who asks, lets it in, and ends it', async () => {
    const agent = await newAgent()
    const { page, context, complaints } = await openPage()
    await page.goto(await agent.ask())
    await heading(page).getByText('Sign in').waitFor()
    await signIn(page)
    await heading(page).getByText('Let an agent in').waitFor()
    await assertReadable(page, 'agent-consent')
    const shown = await page.locator('main').innerText()
    for (const words of ['Morning helper', new URL(site.url).host, 'live data'])
      assert.ok(shown.includes(words), `${words} in ${shown}`)
    await page.getByLabel('Guests', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Let it in' }).click()
    const answer = await callbackOf(page)
    assert.equal(answer.get('state'), 'the-state')
    const mixedUp = new URLSearchParams(answer)
    mixedUp.set('iss', 'https://evil.example')
    await assert.rejects(agent.transport().finishAuth(mixedUp), IssuerMismatchError)
    await agent.transport().finishAuth(answer)
    assert.match(agent.memory.known?.access_token ?? '', /^at_live_/)
    assert.doesNotMatch(agent.memory.known?.scope ?? '', /guests:read|:write/)
    const client = await agent.connect()
    assert.match(await callText(client, 'find_listings'), /"listings"/)

    const token = agent.memory.known?.access_token
    const outside = await fetch(`${world.origin()}/v1/listings`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(outside.status, 401)

    await page.goto(world.addressOf('/settings/sessions'))
    await page.getByText('Agent: Morning helper').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Agent: Morning helper' })
    await row.getByRole('button', { name: /^End/ }).click()
    await page.getByText('The session is over.').waitFor()
    await assert.rejects(callText(client, 'find_listings'), UnauthorizedError)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('in the sandbox, with limits, and by a refresh token after that', async () => {
    const agent = await newAgent()
    const { page, context, complaints } = await openPage({ width: 390 })
    await signIn(page)
    await page.locator('nav.side').waitFor({ state: 'attached' })
    await page.goto(await agent.ask())
    await page.locator('main').getByRole('button', { name: 'Go to the sandbox' }).click()
    await page.locator('main').getByText('(sandbox)').waitFor()
    await page.getByLabel('It may plan writes', { exact: false }).check()
    await page.getByLabel('Opening and closing nights').check()
    await page.getByLabel('At most so many a day').fill('3')
    await assertReadable(page, 'agent-consent-limits')
    await page.getByRole('button', { name: 'Let it in' }).click()
    await agent.transport().finishAuth(await callbackOf(page))
    const before = agent.memory.known
    assert.match(before?.access_token ?? '', /^at_test_/)
    assert.match(before?.scope ?? '', /plans:write/)
    assert.ok(before)
    // The client refreshes by itself when its token is refused.
    agent.memory.known = { ...before, access_token: 'at_test_spoiled' }
    const client = await agent.connect()
    assert.match(await callText(client, 'find_listings'), /"listings"/)
    assert.notEqual(agent.memory.known.refresh_token, before.refresh_token)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a person says no, and a wrong request leads nowhere', async () => {
    const agent = await newAgent()
    const { page, context } = await openPage({ locale: 'fr-FR' })
    await page.goto(await world.printLink())
    await page.locator('button.main').click()
    await page.locator('nav.side').waitFor()
    const address = new URL(await agent.ask())
    await page.goto(address.href)
    await assertReadable(page, 'agent-consent-fr')
    await page.getByRole('button', { name: 'Refuser' }).click()
    assert.equal((await callbackOf(page)).get('error'), 'access_denied')

    const elsewhere = new URL(address)
    elsewhere.searchParams.set('redirect_uri', 'https://evil.example/callback')
    await page.goto(elsewhere.href)
    await settled(page)
    await page.getByRole('alert').waitFor()
    assert.equal(new URL(page.url()).pathname, '/console/authorize')
    assert.equal(await page.locator('main form').count(), 0)

    const other = new URL(address)
    other.searchParams.set('resource', 'https://other.example/mcp')
    await page.goto(other.href)
    await page.locator('main').getByRole('button').click()
    assert.equal((await callbackOf(page)).get('error'), 'invalid_target')
    await context.close()
  })

  test('no other site decides for a person', async () => {
    const agent = await newAgent()
    const address = await agent.ask()
    const shell = await fetch(address)
    assert.match(shell.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    const { page, context } = await openPage()
    await signIn(page)
    await page.locator('nav.side').waitFor()
    await page.goto(site.url)
    const target = `${world.origin()}/v1/agent-authorizations`
    const request = new URL(address).search.slice(1)
    const status = await page.evaluate(
      `fetch(${JSON.stringify(target)}, { method: 'POST', credentials: 'include', mode: 'no-cors',
        headers: { 'content-type': 'text/plain' }, body: ${JSON.stringify(JSON.stringify({ request, approve: true }))} })
        .then(() => 'sent', () => 'refused')`,
    )
    assert.ok(['sent', 'refused'].includes(String(status)))
    await page.goto(world.addressOf('/settings/sessions'))
    await settled(page)
    assert.equal(await page.getByText('Agent: Morning helper').count(), 0)
    await context.close()
  })
})
