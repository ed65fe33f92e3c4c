/** The measured server is the whole stack, with counting and the request log as in production. */
import { createHttpServer } from '../src/features/http-server.ts'
import { startRequestLog } from '../src/features/observability/requests/start-request-log.ts'
import { startUsage } from '../src/features/tenancy/usage/start-usage.ts'
import { benchServices, readsOf } from './services.ts'

const [url = '', settings = '{}'] = process.argv.slice(2)
const services = benchServices(url, JSON.parse(settings) as Record<string, string>)
const { app, authentication, meter, recorder } = await createHttpServer(services, {
  reads: readsOf(services, url),
})
authentication.hear(services.pool)
startUsage(services, meter)
startRequestLog(services, recorder)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ us: user + system })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ origin })
