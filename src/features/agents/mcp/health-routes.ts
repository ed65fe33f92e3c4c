import { McpHealth } from '../../../contract/health.ts'
import { route } from '../../route.ts'
import { toolTable } from '../tools/tool-table.ts'
import { handlerLoader } from './load-handler.ts'

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
    handle: async ({ services }): Promise<McpHealth> => {
      const handler = await handlerLoader(services)()
      const revisions = await handler.readRevisions()
      await handler.close()
      return revisions.length > 0
        ? { status: 'ok', message: 'Agents are answered at /mcp.', revisions, tools: toolTable.length }
        : { status: 'down', message: 'Agents are not answered at /mcp.', revisions, tools: 0 }
    },
  }),
]
