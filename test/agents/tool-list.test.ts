import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Tool } from '@modelcontextprotocol/client'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { connectAgent, eras } from './agent-client.ts'

/** A model pays for the list in every conversation. */
const mostTokens = 12_000
/** JSON has about four characters to a token. */
const charactersOfToken = 4

describe('the list of tools', () => {
  let app: TestApp
  let url: string
  before(async () => {
    app = await startTestApp()
    url = await app.listen()
  })
  after(() => app.close())

  async function listIn(era: (typeof eras)[number]): Promise<Tool[]> {
    const agent = await connectAgent({ url, key: app.liveKey }, { era })
    const { tools } = await agent.client.listTools()
    await agent.close()
    return tools
  }

  it('is the same in both revisions', async () => {
    const [newer, older] = await Promise.all(eras.map(listIn))
    assert.deepEqual(newer, older)
  })

  it(`has at most ${mostTokens} tokens`, async () => {
    const tools = await listIn('2026-07-28')
    const tokens = Math.ceil(JSON.stringify({ tools }).length / charactersOfToken)
    console.log(
      `# ${tools.length} tools, ${tokens} tokens (characters / ${charactersOfToken}) of ${mostTokens}`,
    )
    assert.ok(tokens <= mostTokens, String(tokens))
  })

  it('says of every tool what it takes, what it answers and what it does', async () => {
    for (const tool of await listIn('2026-07-28')) {
      assert.match(tool.name, /^[a-z]+(_[a-z]+)*$/)
      assert.ok(tool.title && tool.description && tool.description.length <= 300, tool.name)
      assert.equal(tool.inputSchema['additionalProperties'], false, tool.name)
      assert.ok(tool.outputSchema?.properties, tool.name)
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {}
      for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint])
        assert.equal(typeof hint, 'boolean', tool.name)
      assert.ok(!(readOnlyHint && destructiveHint), tool.name)
    }
  })

  it('refuses an argument that a tool does not have', async () => {
    const agent = await connectAgent({ url, key: app.liveKey })
    const { isError, text } = await agent.use('find_stays', { listing: '1' })
    assert.equal(isError, true)
    assert.match(text, /additional properties/)
    await agent.close()
  })
})
