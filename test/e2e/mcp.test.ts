/** Agents at a real server: over HTTP and as a program on standard input and output, in both revisions. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectAgent, connectByCommand, eras, rowsOf, type Agent, type Era } from '../agents/agent-client.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const undo: (() => unknown)[] = []
let server: ServerProcess

describe('agents at a server', { concurrency: false }, () => {
  before(async () => {
    const database = await createTestDatabase()
    undo.push(database.drop)
    const folder = testFolder()
    undo.push(folder.remove)
    server = await startServerProcess(folder.folder, { DATABASE_URL: database.url })
    undo.push(server.stop)
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  const ways = {
    'over HTTP': connectAgent,
    'by the command': connectByCommand,
  }
  for (const [way, connect] of Object.entries(ways))
    for (const era of eras)
      it(`find what the API answers ${way} (${era})`, async () => {
        const agent = await connect({ url: server.baseUrl, key: server.keys.sandboxKey }, { era })
        await assertWorks(agent, era)
        await agent.close()
      })

  async function assertWorks(agent: Agent, era: Era): Promise<void> {
    assert.equal(agent.client.getNegotiatedProtocolVersion(), era)
    const { body } = await api<{ data: { id: string }[] }>(
      server,
      server.keys.sandboxKey,
      'GET',
      '/v1/listings?limit=10',
    )
    const listings = rowsOf((await agent.use('find_listings')).answer, 'listings')
    assert.deepEqual(
      listings.map(({ id }) => id),
      body.data.map(({ id }) => id),
    )
    const { answer } = await agent.use('search_docs', { query: 'cancel a reservation' })
    const pages = rowsOf(answer, 'results').map(({ page }) => String(page))
    assert.ok(pages.length > 0 && pages.every((page) => page.startsWith('/docs/')), pages.join(' '))
    const page = await agent.use('search_docs', { page: pages[0] })
    assert.match(String(page.answer['markdown']), /cancel/i)
    const code = await agent.use('explain', { error_code: 'listing_inactive' })
    assert.match(String(code.answer['error']), /listing_inactive/)
    const { prompts } = await agent.client.listPrompts()
    assert.deepEqual(prompts.map(({ name }) => name).toSorted(), [
      'morning_briefing',
      'prepare_cutover',
      'why_is_this_night_closed',
    ])
    const prompt = await agent.client.getPrompt({
      name: 'morning_briefing',
      arguments: { date: '2026-07-01' },
    })
    assert.match(JSON.stringify(prompt.messages), /2026-07-01/)
    const { contents } = await agent.client.readResource({ uri: 'lodgewire://docs/guides/agents' })
    assert.match(JSON.stringify(contents), /Let an agent work for you/)
  }

  it('are told when the key is wrong or the server is away', async () => {
    await assert.rejects(connectAgent({ url: server.baseUrl, key: 'sk_test_nobody' }), /401|authorization/i)
    const wrong = await connectByCommand({ url: server.baseUrl, key: 'sk_test_nobody' })
    assert.equal((await wrong.use('find_listings')).answer['code'], 'unauthorized')
    await wrong.close()
    const away = await connectByCommand({ url: 'http://127.0.0.1:1', key: 'sk_test_nobody' })
    assert.equal((await away.use('find_listings')).answer['code'], 'server_unreachable')
    await away.close()
  })

  it('are counted by the health of the server', async () => {
    const { status, body } = await api<Record<string, unknown>>(server, '', 'GET', '/v1/health/mcp')
    assert.equal(status, 200)
    assert.equal(body['status'], 'ok')
    const agent = await connectAgent({ url: server.baseUrl, key: server.keys.sandboxKey })
    assert.equal((await agent.client.listTools()).tools.length, body['tools'])
    await agent.close()
  })

  it('do not hold up the end of the server with a stream', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const response = await fetch(`${server.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.keys.sandboxKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: { _meta, notifications: { toolsListChanged: true } },
      }),
    })
    assert.equal(response.status, 200)
    assert.match(String(response.headers.get('content-type')), /text\/event-stream/)
    const begun = performance.now()
    const reading = response.text().catch(() => '')
    assert.equal(await server.stop(), 0)
    await reading
    assert.ok(performance.now() - begun < 10_000, 'the stream held up the end')
  })
})
