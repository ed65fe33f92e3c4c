/** Loads only undici's sending parts. Its index also loads caches, WebSockets, mocks and `fetch`: 70 files and 5 MB. */
import { createRequire } from 'node:module'
import type { Agent as AgentClass, Dispatcher } from 'undici'

type Request = (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>

const load = createRequire(import.meta.url)

export const Agent = load('undici/lib/dispatcher/agent.js') as typeof AgentClass
export type Agent = AgentClass

const request = load('undici/lib/api/api-request.js') as Request

/** Sends one request with its own streams and time limits; `url` names the server as well. */
export const send = (
  agent: Agent,
  { url, ...options }: Omit<Dispatcher.RequestOptions, 'path'> & { url: URL },
): Promise<Dispatcher.ResponseData> =>
  request.call(agent, { ...options, origin: url.origin, path: `${url.pathname}${url.search}` })
