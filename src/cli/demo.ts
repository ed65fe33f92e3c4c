/**
 * `demo`: the server, a PMS that moves by itself, an account connected to it and a webhook receiver that prints what
 * arrives. Everything speaks over HTTP as it would in real life; only the PMS is a simulator.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../platform/config.ts'
import { connectAccount, importProgress, subscribe, type Api } from './demo/api.ts'
import { startReceiver } from './demo/receiver.ts'
import { usageErrors, type Command } from './command.ts'
import { print } from './print.ts'
import { stopRequested } from './signals.ts'

interface Simulator {
  vendor: string
  url: string
  credentials: Record<string, string>
  close(): Promise<void>
}
type Simulators = { startSimulator(vendor: string, options: Record<string, number>): Promise<Simulator> }

/** Simulators stand alone; nothing of the server loads them before they are asked for. */
const simulators = new URL('../../simulators/index.ts', import.meta.url).href
/** Seconds between things that happen in the simulated PMS. */
const movingEvery = 4

async function startSimulators(vendors: readonly string[]): Promise<Simulator[]> {
  const { startSimulator } = (await import(simulators)) as Simulators
  return Promise.all(
    vendors.map((vendor, index) =>
      startSimulator(vendor, {
        port: 4101 + index,
        listings: 4,
        reservations: 40,
        seed: 1,
        moving: movingEvery,
      }),
    ),
  )
}

/** The demo starts from nothing each time, in a folder of its own. */
function demoConfig(running: readonly Simulator[]) {
  const dataDir = path.join(loadConfig().dataDir, 'demo')
  rmSync(dataDir, { recursive: true, force: true })
  return loadConfig({
    LOG_LEVEL: 'warn',
    SYNC_INTERVAL_SECONDS: '5',
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ALLOW_PRIVATE_TARGETS: 'true',
    VENDOR_BASE_URLS: running.map(({ vendor, url }) => `${vendor}=${url}`).join(','),
  })
}

async function showImport(api: Api, vendor: string, stopped: () => boolean): Promise<void> {
  let shown = ''
  while (!stopped()) {
    const { done, line } = await importProgress(api, vendor)
    if (line !== shown) print(`  import   ${vendor}: ${line}`)
    shown = line
    if (done) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

export const demoCommand: Command = {
  name: 'demo',
  usage: '[--vendors hostaway]',
  summary: 'Show everything at once: server, a moving simulated PMS, a connected account, arriving webhooks',
  async run(args) {
    const { values } = usageErrors(() =>
      parseArgs({ args, options: { vendors: { type: 'string', default: 'hostaway' } } }),
    )
    const requested = stopRequested()
    let stopping = false
    void requested.then(() => (stopping = true))
    const closing: (() => Promise<void>)[] = []
    try {
      const running = await startSimulators(values.vendors.split(','))
      closing.push(async () => void (await Promise.all(running.map((simulator) => simulator.close()))))
      const config = demoConfig(running)
      const { startServer } = await import('../main.ts')
      const server = await startServer(config)
      closing.push(server.stop)
      if (!server.firstStart || !server.url) throw new Error('The demo needs the roles api and worker.')
      const api: Api = { baseUrl: server.url, key: server.firstStart.liveKey }
      print(`Server     ${server.url}  (documentation: ${server.docsUrl})`)
      for (const { vendor, url } of running)
        print(`Simulator  ${vendor} at ${url}, something happens every ${movingEvery} s`)

      const receiver = await startReceiver(config.serviceName, print)
      closing.push(receiver.close)
      receiver.trust(await subscribe(api, receiver.url))
      print(`Receiver   ${receiver.url}\n`)
      for (const { vendor, credentials } of running) await connectAccount(api, vendor, credentials)
      await Promise.all(running.map(({ vendor }) => showImport(api, vendor, () => stopping)))
      print(
        `\nYour key: ${api.key}\n  curl -H "Authorization: Bearer ${api.key}" "${api.baseUrl}/v1/reservations?limit=3"\n`,
      )
      print('Waiting for things to happen in the PMS. Ctrl-C stops everything.\n')
      await requested
    } finally {
      for (const close of closing.toReversed()) await close()
    }
  },
}
