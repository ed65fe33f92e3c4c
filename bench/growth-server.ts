/** Runs the whole stack without remembered pages in a process of its own, with the given start of its clock. */
import { createHttpServer } from '../src/features/http-server.ts'
import { benchServices } from './services.ts'

const [url = '', start = ''] = process.argv.slice(2)
const [began, monotonicMs] = [performance.now(), () => performance.now()]
const clock = { now: () => new Date(Date.parse(start) + monotonicMs() - began), monotonicMs }
const services = benchServices(url, { PAGE_CACHE_MB: '0' }, clock)
const { app, authentication } = await createHttpServer(services)
authentication.hear(services.pool)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('disconnect', () => process.exit(0))
process.send?.({ origin })
