/**
 * Runs the server with request lines, with spans inside them (`traced`), with a collector (`gathered`), or without. It
 * reports its CPU time on request.
 */
import { createHttpServer } from '../src/features/http-server.ts'
import { startRequestLog } from '../src/features/observability/requests/start-request-log.ts'
import { openTracing } from '../src/features/observability/tracing/open-tracing.ts'
import { benchServices } from './services.ts'

const [kind, url = '', collector = ''] = process.argv.slice(2)
const services = benchServices(url, collector === '' ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: collector })
await openTracing(services.config, services.log)
const { app, recorder } = await createHttpServer(services, { traced: kind !== 'plain' })
startRequestLog(services, recorder)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, dropped: recorder.dropped })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ origin })
