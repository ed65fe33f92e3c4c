/** Commands call a server's API like any client, with a server and key found here. */
import { readKeysFile } from '../features/tenancy/workspaces/keys-file.ts'
import { UsageError } from './command.ts'
import { startCommand } from '../platform/own-command.ts'

export interface ApiAccess {
  baseUrl: string
  key: string
}

/** The server refused, and asking again changes nothing. */
export class RequestRefusedError extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** The server refused for a while, or did not answer at all. */
export class ComesBack extends Error {
  /** Null if nobody answered. */
  readonly status: number | null
  /** How long the server asks to wait; null if it does not say. */
  readonly waitMs: number | null
  constructor(
    message: string,
    status: number | null,
    { waitMs = null, cause }: { waitMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.status = status
    this.waitMs = waitMs
  }
}

/** Options of commands that talk to a running server. */
export const accessOptions = {
  server: {
    type: 'string',
    value: '<url>',
    summary: 'Address of the server; the one of DATA_DIR when left out',
  },
  key: { type: 'string', value: '<key>', summary: 'API key; the live key of keys.json when left out' },
  sandbox: { type: 'boolean', summary: 'Use the sandbox key of keys.json' },
} as const

export function accessTo(
  options: { server: string | undefined; key: string | undefined; sandbox: boolean },
  dataDir: string,
): ApiAccess {
  const known = readKeysFile(dataDir)
  const baseUrl = (options.server ?? known?.baseUrl)?.replace(/\/$/, '')
  const key = options.key ?? (options.sandbox ? known?.sandboxKey : known?.liveKey)
  if (baseUrl && key) return { baseUrl, key }
  throw new UsageError(
    `There are no keys in ${dataDir}. Start a server there with ${startCommand}, or name one with --server and --key.`,
  )
}

async function send(
  { baseUrl, key }: ApiAccess,
  method: string,
  path: string,
  { body, signal }: ApiRequestOptions,
) {
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ComesBack(
      `No server answers at ${baseUrl}. Start it with ${startCommand}, or name another with --server.`,
      null,
      { cause: error },
    )
  })
}

interface ApiRequestOptions {
  body?: unknown
  signal?: AbortSignal
}

async function refusalOf(response: Response, method: string, path: string): Promise<Error> {
  const answer = (await response.json().catch(() => ({}))) as { error?: { message: string; fix?: string } }
  const { message = `status ${response.status}`, fix = '' } = answer.error ?? {}
  const text = `${method} ${path.replace(/\?.*/, '')}: ${message} ${fix}`.trim()
  const passes = response.status === 429 || response.status >= 500
  if (!passes) return new RequestRefusedError(text, response.status)
  return new ComesBack(text, response.status, { waitMs: waitOf(response) })
}

function waitOf(response: Response): number | null {
  const seconds = response.headers.get('retry-after')
  return seconds !== null && /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : null
}

export async function call<T>(
  api: ApiAccess,
  method: string,
  path: string,
  sent: ApiRequestOptions = {},
): Promise<T> {
  const response = await send(api, method, path, sent)
  if (!response.ok) throw await refusalOf(response, method, path)
  try {
    const text = await response.text()
    return JSON.parse(text === '' ? '{}' : text) as T
  } catch (cause) {
    if (sent.signal?.aborted) throw cause
    throw new ComesBack(`${method} ${path}: the answer was cut off.`, response.status, { cause })
  }
}

/** Returns an answer's body as a stream. */
export async function openAnswer(api: ApiAccess, path: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await send(api, 'GET', path, {})
  if (!response.ok || !response.body) throw await refusalOf(response, 'GET', path)
  return response.body as AsyncIterable<Uint8Array>
}
