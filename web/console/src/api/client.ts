/** The typed client: every call the console makes goes through here, to the public API and nowhere else. */
import createClient, { type Middleware } from 'openapi-fetch'
import { serverRoot } from '../server-root.ts'
import { ApiProblem, isPassing, offlineProblem, problemOf } from './api-problem.ts'
import type { paths } from './schema.ts'
import { keyOfWrite, settleWriteKey } from './write-keys.ts'

/** The server takes the session's cookie only with this header, which no other site can send. */
const consoleHeader = 'x-lodgewire-console'

export type Mode = 'live' | 'sandbox'

/** Live data and the sandbox have sessions of their own, and each window shows one of them. */
const keptMode = 'lodgewire.mode'
let mode: Mode = sessionStorage.getItem(keptMode) === 'sandbox' ? 'sandbox' : 'live'
let workspaceId: string | null = null
let onSessionEnd: () => void = () => {}

export function chooseMode(next: Mode): void {
  mode = next
  workspaceId = null
  sessionStorage.setItem(keptMode, next)
}

/**
 * Says which workspace this window shows. Whoever signs in to another workspace in another window changes the cookie of
 * both; the server then refuses what this window asks for, instead of answering for the wrong workspace.
 */
export function showWorkspace(id: string | null): void {
  workspaceId = id
}

export function listenForSessionEnd(listener: () => void): void {
  onSessionEnd = listener
}

export const currentMode = (): Mode => mode

/** The same call for one mode, whatever the window shows. */
export const inMode = (which: Mode) => ({ headers: { [consoleHeader]: which } })

const keyHeader = 'idempotency-key'

/** These are asked before it is known who is signed in. */
const isBeforeSession = (path: string) => path.startsWith('/v1/sign-in') || path === '/v1/members/me'

/** Whether it is known what became of a write. It is not while the first sending of it is still being carried out. */
async function isSettled(response: Response): Promise<boolean> {
  if (isPassing(response.status)) return false
  if (response.status !== 409) return true
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return problemOf(body, response).code !== 'idempotency_key_in_use'
}

const session: Middleware = {
  async onRequest({ request, schemaPath }) {
    // A call that names its mode is about the session of that side, whatever this window shows.
    if (!request.headers.has(consoleHeader)) {
      request.headers.set(consoleHeader, schemaPath.startsWith('/v1/sign-in') ? 'live' : mode)
      // A call about a workspace that is being filled by a move names that one itself.
      if (workspaceId !== null && !isBeforeSession(schemaPath) && !request.headers.has('x-workspace-id'))
        request.headers.set('x-workspace-id', workspaceId)
    }
    // Who follows a write up after a lost answer names its key.
    if (request.method !== 'GET' && !request.headers.has(keyHeader))
      request.headers.set(keyHeader, await keyOfWrite(request, request.headers.get(consoleHeader) ?? mode))
    return request
  },
  async onResponse({ request, response, schemaPath }) {
    const key = request.headers.get(keyHeader)
    if (key !== null && (await isSettled(response))) settleWriteKey(key)
    if (
      response.status === 401 &&
      !isBeforeSession(schemaPath) &&
      request.headers.get(consoleHeader) === mode
    )
      onSessionEnd()
    return response
  },
}

export const client = createClient<paths>({
  baseUrl: serverRoot.href.replace(/\/$/, ''),
  credentials: 'same-origin',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
})
client.use(session)

interface ClientAnswer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** The body of a success; throws an {@link ApiProblem} otherwise. */
export async function answerOf<Data>(call: Promise<ClientAnswer<Data>>): Promise<Data> {
  let answer: ClientAnswer<Data>
  try {
    answer = await call
  } catch (error) {
    // A call that was given up by the console itself is no trouble to tell of.
    if ((error as Error).name === 'AbortError') throw error
    throw error instanceof ApiProblem ? error : offlineProblem()
  }
  const { data, error, response } = answer
  if (!response.ok) throw problemOf(error, response)
  return data as Data
}
