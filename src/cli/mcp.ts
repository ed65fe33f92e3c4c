/** `mcp` gives an agent on this machine the tools of a server, over standard input and output. */
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAgentServer } from '../features/agents/mcp/agent-server.ts'
import { createFetchCaller } from '../features/agents/mcp/fetch-caller.ts'
import { findServerAccess, serverOptions } from './client/server-access.ts'
import { action } from './command.ts'
import { stopRequested } from './signals.ts'

export const mcp = action({
  examples: ['mcp', 'mcp --profile staging'],
  more: 'A program that speaks the Model Context Protocol starts this command and talks to it.',
  options: serverOptions,
  async run(values) {
    const { server: baseUrl, key } = await findServerAccess(values)
    const api = createFetchCaller({ baseUrl, key })
    // Standard output is the protocol's alone.
    const report = (error: Error) => process.stderr.write(`${error.message}\n`)
    const closing = once(process.stdin, 'close')
    const served = serveStdio(() => createAgentServer({ api, now: () => new Date() }), { onerror: report })
    await Promise.race([closing, stopRequested()])
    await served.close()
  },
})
