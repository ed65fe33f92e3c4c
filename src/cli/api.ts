/** Calls of a server's API, made like those of every client, and where the server and the key are known from. */
import { readKeysFile } from '../features/workspaces/keys-file.ts'
import { UsageError } from './command.ts'

export interface Api {
  baseUrl: string
  key: string
}

/** A refusal that asking again does not change. */
export class Refused extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Options of commands that talk to a running server. */
export const accessOptions = {
  server: {
    type: 'string',
    value: '<url>',
    summary: 'Address of the server, when it is not the one of DATA_DIR',
  },
  key: { type: 'string', value: '<key>', summary: 'API key, when it is not the one in keys.json' },
  sandbox: { type: 'boolean', summary: 'Take the sandbox key of keys.json instead of the live key' },
} as const

export function accessTo(
  given: { server: string | undefined; key: string | undefined; sandbox: boolean },
  dataDir: string,
): Api {
  const known = readKeysFile(dataDir)
  const baseUrl = (given.server ?? known?.baseUrl)?.replace(/\/$/, '')
  const key = given.key ?? (given.sandbox ? known?.sandboxKey : known?.liveKey)
  if (baseUrl && key) return { baseUrl, key }
  throw new UsageError(
    `--server and --key are needed: no server has left its keys in ${dataDir}. Start one there with npm start, or name it.`,
  )
}

export async function call<T>(
  { baseUrl, key }: Api,
  method: string,
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal } = {},
): Promise<T> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Error(
      `No server answers at ${baseUrl}. Start it with npm start, or name another with --server.`,
      {
        cause: error,
      },
    )
  })
  const answer = (await response.json().catch(() => ({}))) as T & {
    error?: { message: string; fix?: string }
  }
  if (response.ok) return answer
  const { message = `status ${response.status}`, fix = '' } = answer.error ?? {}
  const text = `${method} ${path.replace(/\?.*/, '')}: ${message} ${fix}`.trim()
  const passes = response.status === 429 || response.status >= 500
  throw passes ? new Error(text) : new Refused(text, response.status)
}
