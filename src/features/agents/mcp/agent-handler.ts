/** The handler of both revisions, and the question that tells whether it answers. Imported at the first request only. */
import { createMcpHandler, type McpHttpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import type { Services } from '../../../services.ts'
import { serverVersion } from '../../../platform/version.ts'
import type { ApiCaller } from '../tools/api-caller.ts'
import { createAgentServer } from './agent-server.ts'

/** A stream of notifications holds a connection, and nothing here ever changes a list. */
const mostStreams = 50

/** The SDK hands this through to the factory untouched. */
const callerOf = (authInfo: { extra?: Record<string, unknown> } | undefined) =>
  authInfo?.extra?.['api'] as ApiCaller

export interface AgentHandler {
  answer(request: Request, agent: { api: ApiCaller; keyId: string }): Promise<Response>
  /** Returns the revisions that a client is told, the newest first. */
  readRevisions(): Promise<string[]>
  close(): Promise<void>
}

const newest = '2026-07-28'
/** Served by the same endpoint to clients that begin with `initialize`. */
const older = '2025-11-25'

/** A client of the newest revision asks this first. */
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

async function readRevisions(handler: McpHttpHandler): Promise<string[]> {
  const response = await handler.fetch(discoverRequest())
  const { result } = (await response.json()) as { result?: { supportedVersions?: string[] } }
  const revisions = result?.supportedVersions ?? []
  return response.ok && revisions.includes(newest) ? [...new Set([...revisions, older])] : []
}

export function createAgentHandler(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  maxRequestBodySize: number,
): AgentHandler {
  const factory: McpServerFactory = ({ authInfo }) =>
    createAgentServer({ api: callerOf(authInfo), now: () => clock.now() }, log)
  const handler = createMcpHandler(factory, {
    maxRequestBodySize,
    maxSubscriptions: mostStreams,
    onerror: (error) => log.debug({ err: error }, 'an agent was refused'),
  })
  return {
    answer: (request, { api, keyId }) =>
      handler.fetch(request, { authInfo: { token: '', clientId: keyId, scopes: [], extra: { api } } }),
    readRevisions: () => readRevisions(handler),
    close: () => handler.close(),
  }
}
