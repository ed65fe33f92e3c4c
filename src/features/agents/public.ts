/** What language models use: the MCP server with its tools over the public API. */
export { registerMcpEndpoint } from './mcp/endpoint.ts'
export { createAgentServer } from './mcp/agent-server.ts'
export { createFetchCaller } from './mcp/fetch-caller.ts'
export { mcpHealthRoutes } from './mcp/health-routes.ts'
