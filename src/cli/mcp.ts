/** `mcp` gives an agent on this machine the tools of a server, over standard input and output. */
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAgentServer, createFetchCaller } from '../features/agents/public.ts'
import { loadConfig } from '../platform/config.ts'
import { accessOptions, accessTo } from './api.ts'
import { action } from './command.ts'
import { stopRequested } from './signals.ts'

export const mcp = action({
  examples: ['mcp', 'mcp --server https://lodgewire.example --key sk_live_…'],
  more: 'LODGEWIRE_URL and LODGEWIRE_API_KEY stand for --server and --key, so that no key is in a list of processes.',
  options: accessOptions,
  async run({ server = process.env['LODGEWIRE_URL'], key = process.env['LODGEWIRE_API_KEY'], sandbox }) {
    const api = createFetchCaller(accessTo({ server, key, sandbox }, loadConfig().dataDir))
    // Standard output is the protocol's alone.
    const report = (error: Error) => process.stderr.write(`${error.message}\n`)
    const closing = once(process.stdin, 'close')
    const served = serveStdio(() => createAgentServer({ api, now: () => new Date() }), { onerror: report })
    await Promise.race([closing, stopRequested()])
    await served.close()
  },
})
