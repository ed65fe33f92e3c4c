/** Runs the channels benchmark's server in a process of its own, which answers and imports like a fresh one. */
import { joinPartners } from '../src/connector-kit/partnership.ts'
import type { Budget } from '../src/connector-kit/ratelimit.ts'
import { connectors } from '../src/connectors/index.ts'
import { createHttpServer } from '../src/features/http-server.ts'
import { appWebhookUrl } from '../src/features/sync/inbound/app-address.ts'
import { startSync } from '../src/features/sync/turn/scheduler.ts'
import { benchServices } from './services.ts'

const [database = '', vendors = ''] = process.argv.slice(2)
const partner = new Map([
  ['AIRBNB_CLIENT_ID', 'bench'],
  ['AIRBNB_CLIENT_SECRET', 'bench-secret'],
])
/** Lets every call through, since an import that waits for a vendor's limit leaves the server idle. */
const noLimit: Budget = { take: async () => {}, block: async () => {} }

const bench = benchServices(database, { VENDOR_BASE_URLS: vendors })
const services = { ...bench, connectors: joinPartners(connectors, partner, bench.config.vendorBaseUrls) }
const { app } = await createHttpServer(services)
await startSync(services, { budget: noLimit, askEveryMs: 50 })
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ origin, url: appWebhookUrl(services.vault, origin, 'airbnb') })
process.on('disconnect', () => process.exit(0))
