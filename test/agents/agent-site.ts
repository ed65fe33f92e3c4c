/** The web site of an agent: it serves the document that names the agent. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AgentSite {
  url: string
  /** What the site answers from now on, under `/client.json`. */
  document: Record<string, unknown>
  cacheControl: string
  reads: number
  /** Answers in place of the document. */
  answer: RequestListener | null
  close(): Promise<void>
}

export async function startAgentSite(): Promise<AgentSite> {
  const server = createServer((request, response) => {
    site.reads += 1
    if (site.answer) {
      site.answer(request, response)
      return
    }
    response.setHeader('content-type', 'application/json')
    response.setHeader('cache-control', site.cacheControl)
    response.end(JSON.stringify(site.document))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/client.json`
  const site: AgentSite = {
    url,
    document: {
      client_id: url,
      client_name: 'Morning helper',
      redirect_uris: ['https://agent.example.com/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    cacheControl: 'no-store',
    reads: 0,
    answer: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return site
}
