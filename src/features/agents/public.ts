/** What language models use: the MCP server with its tools over the public API, and plans that make writes safe. */
export { registerMcpEndpoint } from './mcp/endpoint.ts'
export { mcpHealthRoutes } from './mcp/health-routes.ts'
export { startPlanCleanup } from './plans/cleanup.ts'
export { eraseGuestPlans } from './plans/erase-guest-plans.ts'
export { planRoutes } from './plans/routes.ts'
export { registerOAuthEndpoints } from './oauth/endpoints.ts'
export { authorizationRoutes } from './oauth/routes.ts'
