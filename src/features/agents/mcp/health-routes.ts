import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { McpHealth } from '../../../contract/health.ts'
import { once } from '../../../platform/once.ts'
import { serverVersion } from '../../../platform/version.ts'
import { route } from '../../route.ts'
import { toolTable } from '../tools/tool-table.ts'
import { createAgentServer } from './agent-server.ts'
import { ApiRefusal, type ApiCaller } from '../tools/api-caller.ts'

/** A look at the health calls no tool. */
const noCaller: ApiCaller = {
  send: () => Promise.reject(new ApiRefusal({ message: 'Nobody is signed in.' })),
}

const newest = '2026-07-28'
/** Served by the same endpoint to clients that begin with `initialize`. */
const older = '2025-11-25'

const handlerOfProbe = once(() =>
  createMcpHandler(() => createAgentServer({ api: noCaller, now: () => new Date() })),
)

/** What a client of the newest revision asks first. */
function discoverRequest(): Request {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': newest,
    'io.modelcontextprotocol/clientInfo': { name: 'health', version: serverVersion },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': newest,
      'mcp-method': 'server/discover',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } }),
  })
}

async function readMcpHealth(handler: McpHttpHandler): Promise<McpHealth> {
  const response = await handler.fetch(discoverRequest())
  const { result } = (await response.json()) as { result?: { supportedVersions?: string[] } }
  const revisions = result?.supportedVersions ?? []
  if (!response.ok || !revisions.includes(newest))
    return { status: 'down', message: 'Agents are not answered at /mcp.', revisions: [], tools: 0 }
  return {
    status: 'ok',
    message: 'Agents are answered at /mcp.',
    revisions: [...new Set([...revisions, older])],
    tools: toolTable.length,
  }
}

export const mcpHealthRoutes = [
  route({
    method: 'GET',
    url: '/v1/health/mcp',
    id: 'getMcpHealth',
    tag: 'Health',
    summary: 'Are agents served?',
    description:
      'Asks the MCP server of this process what an agent asks first. 200 whatever the status is. Needs no key and is never limited.',
    auth: 'none',
    overCap: 'allow',
    noStore: true,
    reply: McpHealth,
    errors: [],
    handle: async () => readMcpHealth(handlerOfProbe()),
  }),
]
