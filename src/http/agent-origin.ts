/**
 * Marks requests that the MCP endpoint makes in this process. No header can pretend it: `getStore()` is undefined for every request that
 * came from outside.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Holds the id of the agent's request while the API is called on its behalf. */
export const agentOrigin = new AsyncLocalStorage<string>()
