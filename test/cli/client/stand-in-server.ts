/** A server whose answers a test decides, and the command line beside it with an empty folder for profiles. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { runScript, type Child } from '../../harness/child.ts'
import { startCommandRunner, type CommandResult } from '../../harness/command-runner.ts'
import { testFolder } from '../../harness/folder.ts'

export interface SeenRequest {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

type AnswerFunction = (request: SeenRequest, response: ServerResponse) => unknown

export class StandInServer {
  readonly seen: SeenRequest[] = []
  readonly #server
  /** Returns the body of a success, or writes the response and returns undefined. */
  answer: AnswerFunction = () => ({})

  constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response))
  }
  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = {
      method: request.method ?? '',
      url: new URL(request.url ?? '', 'http://server'),
      headers: request.headers,
      body: await text(request),
    }
    this.seen.push(seen)
    const body = await this.answer(seen, response)
    if (body !== undefined) sendJson(response, 200, body)
  }
  async listen(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export const errorBody = (code: string, message = 'It went wrong.', fix = 'Do it otherwise.') => ({
  error: { code, message, fix, docs_url: '', request_id: 'request-1' },
})

export const page = (data: unknown[], nextCursor: string | null = null) => ({
  data,
  pagination: { nextCursor, hasMore: nextCursor !== null },
})

export const key = 'sk_test_0123456789abcdefghijklmnopqrstuvwxyz'

export interface CommandLine {
  folder: string
  /** Runs a command with a key and a server in the environment. */
  run(args: string[], env?: Record<string, string>): Promise<CommandResult>
  /** Runs it as a process of its own. */
  start(args: string[], env?: Record<string, string>): Child
  stop(): Promise<void>
}

export function commandLineFor(server: string): CommandLine {
  const place = testFolder()
  const runner = startCommandRunner()
  const optionsWith = (env: Record<string, string>) => ({
    cwd: place.folder,
    env: {
      LODGEWIRE_URL: server,
      LODGEWIRE_API_KEY: key,
      XDG_CONFIG_HOME: path.join(place.folder, 'config'),
      ...env,
    },
  })
  return {
    folder: place.folder,
    run: (args, env = {}) => runner.run(args, optionsWith(env)),
    start: (args, env = {}) => runScript('src/cli.ts', args, optionsWith(env)),
    async stop() {
      await runner.stop()
      place.remove()
    },
  }
}
