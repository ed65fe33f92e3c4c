/**
 * Of undici what sends requests. Its front door loads caches, WebSockets, stand-ins for tests and a `fetch` of its own as well: 70 files
 * and 5 MB that nothing here uses.
 */
import { createRequire } from 'node:module'
import type { Agent as AgentClass, Dispatcher } from 'undici'

type Request = (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>

const load = createRequire(import.meta.url)

export const Agent = load('undici/lib/dispatcher/agent.js') as typeof AgentClass
export type Agent = AgentClass

const request = load('undici/lib/api/api-request.js') as Request

/** One request by its own streams and time limits; `url` names the server too. */
export const send = (
  agent: Agent,
  { url, ...options }: Omit<Dispatcher.RequestOptions, 'path'> & { url: URL },
): Promise<Dispatcher.ResponseData> =>
  request.call(agent, { ...options, origin: url.origin, path: `${url.pathname}${url.search}` })
