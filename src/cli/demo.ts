/**
 * `demo` runs the server, a simulated PMS, an account connected to it and a webhook receiver that prints events.
 * Everything speaks over HTTP as in production.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Connector } from '../connector-kit/connector.ts'
import { loadConfig } from '../platform/config.ts'
import { prepareDataFolder } from '../platform/data-folder.ts'
import type { ApiAccess } from './api.ts'
import { connectAccount, importProgress, subscribe } from './demo/account.ts'
import { channelVendors, prepareScene } from './demo/channels.ts'
import { startReceiver } from './demo/receiver.ts'
import { importLine } from './demo/told.ts'
import { action, hint, UsageError } from './command.ts'
import { isPort, listenAdvice, wantedOrAny } from './port.ts'
import { print } from './print.ts'
import { stopRequested } from './signals.ts'

interface Simulator {
  vendor: string
  url: string
  credentials: Record<string, string>
  partner: Record<string, string>
  control: string
  close(): Promise<void>
}
interface SimulatorLauncher {
  startSimulator(vendor: string, options: Record<string, unknown>): Promise<Simulator>
}

/** The server never imports simulators, so they load only on request. */
const simulators = new URL('../../simulators/index.ts', import.meta.url).href
const firstSimulatorPort = 4101
const host = '127.0.0.1'
/** Seconds between things that happen in the simulated PMS. */
const movingEvery = 4

async function startSimulators(
  vendors: readonly string[],
  { limits, isByHand }: { limits: boolean; isByHand: boolean },
): Promise<Simulator[]> {
  const known = (await import(simulators)) as SimulatorLauncher
  // Some simulators have no connector here yet.
  const names = Object.keys((await import('../connectors/index.ts')).connectors)
  const unknown = vendors.find((vendor) => !names.includes(vendor))
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no simulator of "${unknown}".${hint(unknown, names)} Known: ${names.join(', ')}.`,
    )
  }
  const starting = vendors.map(async (vendor, index) =>
    known.startSimulator(vendor, {
      port: await wantedOrAny(host, firstSimulatorPort + index),
      listings: 4,
      reservations: 40,
      seed: 1,
      moving: movingEvery,
      rateLimit: limits ? 'vendor' : 'off',
      ...(isByHand && { reservations: 0, moving: undefined }),
      ...(isByHand && vendor === 'booking' && { habits: { hotels: 2 } }),
    }),
  )
  return Promise.all(starting)
}

/** The demo's connectors allow any number of calls, whatever a provider would allow. */
function withoutLimits(connectors: Record<string, Connector>): Record<string, Connector> {
  return Object.fromEntries(
    Object.entries(connectors).map(([name, connector]) => [
      name,
      { ...connector, manifest: { ...connector.manifest, rateLimits: [] } },
    ]),
  )
}

type DemoEnvironment = Record<string, string>

/** The demo starts empty each time, in a folder of its own. */
async function demoConfig(
  running: readonly Simulator[],
  askedPort: string | undefined,
  more: DemoEnvironment,
) {
  const usual = loadConfig()
  const dataDir = path.join(usual.dataDir, 'demo')
  prepareDataFolder(usual.dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  return loadConfig({
    LOG_LEVEL: 'warn',
    SYNC_INTERVAL_SECONDS: '5',
    ...process.env,
    HOST: host,
    PUBLIC_URL: '',
    PORT: askedPort ?? String(await wantedOrAny(host, usual.port)),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ALLOW_PRIVATE_TARGETS: 'true',
    ...Object.assign({}, ...running.map(({ partner }) => partner)),
    ...more,
    VENDOR_BASE_URLS: running.map(({ vendor, url }) => `${vendor}=${url}`).join(','),
  })
}

async function showImport(api: ApiAccess, vendor: string, stopped: () => boolean): Promise<void> {
  let shown = ''
  while (!stopped()) {
    const { done, share, line } = await importProgress(api, vendor)
    if (line !== shown) print(importLine(vendor, { share, line }))
    shown = line
    if (done) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

export const demo = action({
  examples: ['demo', 'demo --vendors hostaway,lodgify', 'demo --channels'],
  more: 'It starts from nothing each time, in a folder of its own inside of DATA_DIR. Ctrl-C stops all of it.',
  options: {
    vendors: {
      type: 'string',
      value: '<names>',
      summary: 'Simulated systems, with commas',
      default: 'hostaway',
    },
    port: {
      type: 'string',
      value: '<port>',
      summary: 'Port of the server; PORT, or any free one, when left out',
    },
    limits: { type: 'boolean', summary: 'Keep to the real rate limits' },
    channels: {
      type: 'boolean',
      summary: 'Airbnb and Booking.com instead, on one calendar, with a page to act on',
    },
  },
  async run({ vendors, port, limits, channels }) {
    if (port !== undefined && !isPort(port)) {
      throw new UsageError(`--port is a number from 0 to 65535, not "${port}".`)
    }
    const requested = stopRequested()
    let stopping = false
    void requested.then(() => (stopping = true))
    const closing: (() => Promise<void>)[] = []
    try {
      const names = channels ? channelVendors : vendors.split(',')
      const running = await startSimulators(names, { limits, isByHand: channels })
      closing.push(async () => void (await Promise.all(running.map((simulator) => simulator.close()))))
      const scene = channels ? await prepareScene(running) : null
      const config = await demoConfig(running, port, scene?.settings ?? {})
      const { startServer } = await import('../main.ts')
      const { connectors } = await import('../connectors/index.ts')
      const server = await startServer(config, {
        connectors: limits ? connectors : withoutLimits(connectors),
      }).catch((error: Error) => {
        throw listenAdvice(error, config)
      })
      closing.push(server.stop)
      if (!server.firstStart || !server.url) throw new Error('The demo needs the roles api and worker.')
      const api: ApiAccess = { baseUrl: server.url, key: server.firstStart.liveKey }
      print(`Key        ${api.key}`)
      print(`Server     ${server.url}  (documentation: ${server.docsUrl})`)
      const life = channels ? '' : `, something happens every ${movingEvery} s`
      for (const { vendor, url } of running) print(`Simulator  ${vendor} at ${url}${life}`)

      const receiver = await startReceiver(config.serviceName, print)
      closing.push(receiver.close)
      receiver.trust(await subscribe(api, receiver.url))
      print(`Receiver   ${receiver.url}\n`)
      print(`Try  curl -H "Authorization: Bearer ${api.key}" "${api.baseUrl}/v1/reservations?limit=3"\n`)
      if (scene) await scene.connect(api, config)
      else for (const { vendor, credentials } of running) await connectAccount(api, vendor, credentials)
      await Promise.all(running.map(({ vendor }) => showImport(api, vendor, () => stopping)))
      if (scene && !stopping) {
        const stage = await scene.open(api)
        closing.push(stage.close)
        print(`\nPage       ${stage.url}  (be a guest, the host, the extranet; Ctrl-C stops everything)\n`)
      } else if (!stopping) print('\nWaiting for things to happen in the PMS. Ctrl-C stops everything.\n')
      await requested
    } finally {
      for (const close of closing.toReversed()) await close()
    }
  },
})
