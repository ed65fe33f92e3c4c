import { keysFilePath, readKeysFile } from '../features/tenancy/workspaces/keys-file.ts'
import { loadConfig } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import { loadInParts } from '../platform/compiled-code.ts'
import { trimWhenIdle } from '../platform/idle-memory.ts'
import type { RunningServer } from '../main.ts'
import { action } from './command.ts'
import { keysPlace } from './keys-place.ts'
import { listenAdvice } from './port.ts'
import { paint, print } from './print.ts'
import { stopRequested } from './signals.ts'

export const start = action({
  examples: ['start'],
  more: 'Every setting is a variable of the environment or a line of the .env file in this folder: docs/operate/configuration.md. Ctrl-C stops the server.',
  async run() {
    const config = loadConfig()
    const requested = stopRequested()
    const lost = Promise.withResolvers<'lost'>()
    const stopping = new AbortController()
    void requested.then(() => stopping.abort())
    const server = await begin(config, { onLost: () => lost.resolve('lost'), signal: stopping.signal })
    // The command was stopped before the server was up.
    if (!server) return
    announce(config, server)
    const memory = trimWhenIdle()
    const reason = await Promise.race([requested, lost.promise])
    memory.stop()
    await server.stop()
    if (reason === 'lost')
      throw new Error('The private PostgreSQL ended unexpectedly, so the server stopped. Start it again.')
  },
})

async function begin(
  config: Config,
  options: { onLost: () => void; signal: AbortSignal },
): Promise<RunningServer | null> {
  // Only this command needs the server, so others do not wait for it to load.
  const { startServer } = await loadInParts(() => import('../main.ts'))
  try {
    return await startServer(config, options)
  } catch (error) {
    if (options.signal.aborted) return null
    throw listenAdvice(error as Error, config)
  }
}

function announce({ dataDir }: Config, { url, docsUrl, consoleUrl, firstStart }: RunningServer): void {
  const ready = paint('green', 'Lodgewire is ready')
  if (url) print(`${ready}: ${url} (documentation: ${docsUrl})`)
  else print(`${ready}: a worker without an address`)
  if (consoleUrl)
    print(
      `Console: ${consoleUrl}${consoleUrl.includes('#') ? '  (opens once, for 15 minutes, and makes you the owner)' : ''}`,
    )
  if (firstStart)
    print(welcome(url ?? readKeysFile(dataDir)?.baseUrl ?? '', firstStart, keysFilePath(dataDir)))
  else print(keysPlace(dataDir))
}

/** Output that is no terminal is often a log that others read. */
const liveKeyLine = (key: string, file: string) =>
  process.stdout.isTTY ? `${key}  (your own data, once a PMS is connected)` : `in ${file}`

const welcome = (url: string, keys: { sandboxKey: string; liveKey: string }, file: string): string => `
  Sandbox key  ${keys.sandboxKey}  (made-up data to try things on)
  Live key     ${liveKeyLine(keys.liveKey, file)}
  ${file} holds both. The server keeps only their hashes: delete the file once you have noted them.

${paint('bold', 'Try it:')}
  curl -H "Authorization: Bearer ${keys.sandboxKey}" ${url}/v1/listings
`
