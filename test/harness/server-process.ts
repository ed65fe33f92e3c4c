/** Runs the real server with its private PostgreSQL as a process, as a user starts it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { readKeysFile, type KeysFile } from '../../src/features/tenancy/workspaces/keys-file.ts'
import { until } from './until.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface ServerProcess {
  baseUrl: string
  keys: KeysFile
  child: ChildProcess
  /** Returns everything it printed so far on both streams. */
  output(): string
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL, so nothing can clean up. */
  kill(): Promise<void>
}

export function spawnServer(dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['src/cli.ts', 'start'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
      DATA_DIR: dataDir,
    },
    // Tests can move the clock over this channel (e2e/never-stale); the server does not know of it.
    stdio: ['ignore', 'pipe', 'pipe', ...(env['NODE_OPTIONS'] === undefined ? [] : ['ipc' as const])],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)))
  return { child, output: () => text }
}

export async function startServerProcess(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const { child, output } = spawnServer(dataDir, env)
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = (await exited) as [number | null]
    return code
  }
  const ready = async () => {
    const baseUrl = await until('the ready line', () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The server ended:\n${output()}`)
      return /Lodgewire is ready: (http\S+)/.exec(output())?.[1]
    })
    const keys = readKeysFile(dataDir)
    if (!keys) throw new Error('keys.json was not written')
    return { baseUrl, keys }
  }
  // The caller never gets the server to stop it, so it is stopped here with its database.
  const started = await ready().catch(async (error: unknown) => {
    if (child.exitCode === null && child.signalCode === null) await stop()
    throw error
  })
  return {
    ...started,
    child,
    output,
    stop,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Calls a server's API and returns the parsed body with its status. */
export async function api<T>(
  server: { baseUrl: string },
  key: string,
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${server.baseUrl}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

/** Returns every record of a list, by cursor. */
export async function walk<T>(server: { baseUrl: string }, key: string, url: string): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do {
    const query: string = `limit=100&include_total=false${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const { status, body } = await api<{ data: T[]; pagination: { nextCursor: string | null } }>(
      server,
      key,
      'GET',
      `${url}${url.includes('?') ? '&' : '?'}${query}`,
    )
    if (status !== 200) throw new Error(`${url} answered ${status}: ${JSON.stringify(body)}`)
    rows.push(...body.data)
    cursor = body.pagination.nextCursor
  } while (cursor !== null)
  return rows
}
