/**
 * This process's Prometheus metrics: requests by route and status, latencies, queue depths and process
 * health. Labels are routes, methods, statuses and queue names, never caller input, workspaces or secrets.
 */
import type { FinishedRequest } from '../../../http/request-log.ts'
import { timedRead } from '../../../platform/timed-read-sql.ts'
import type { Services } from '../../../services.ts'
import { addConditionGauges } from './add-condition-gauges.ts'
import type { PromClient } from './library.ts'
import { queueDepths, type QueueDepths } from './queries.ts'

const seconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
const queues: Record<string, keyof QueueDepths> = {
  deliveries: 'deliveries',
  deliveries_waiting: 'deliveries_waiting',
  sync_turns: 'sync_turns',
  calendar_pushes: 'pushes',
}

/** Prometheus gives up after ten seconds and would then lose the process's own metrics too. */
const patienceMs = 2_000

export interface Metrics {
  readonly contentType: string
  seen(request: Pick<FinishedRequest, 'method' | 'route' | 'status' | 'ms'>): void
  text(): Promise<string>
  /** Request log lines dropped for lack of room. */
  dropped(count: () => number): void
  /** Replicas that may serve reads. */
  replicas(count: () => { used: number; leftOut: number }): void
}

function addQueueDepths(
  library: PromClient,
  registers: InstanceType<PromClient['Registry']>[],
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): void {
  // Constructed for its collect callback; the registry keeps it.
  void new library.Gauge({
    name: 'lodgewire_queue_depth',
    help: 'What waits in the database, over all processes; up to 100000 is counted. NaN: the database did not say.',
    labelNames: ['queue'],
    registers,
    async collect() {
      const now = clock.now()
      const depths = await timedRead(db, patienceMs, (tx) => queueDepths(tx, now)).catch(() => null)
      for (const [queue, of] of Object.entries(queues))
        this.set({ queue }, Number(depths?.[of] ?? Number.NaN))
    },
  })
}

export function createMetrics(
  library: PromClient,
  services: Pick<Services, 'db' | 'clock' | 'config' | 'pool' | 'vitals'>,
): Metrics {
  const register = new library.Registry()
  const registers = [register]
  library.collectDefaultMetrics({ register })
  const requests = new library.Counter({
    name: 'lodgewire_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new library.Histogram({
    name: 'lodgewire_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: seconds,
    registers,
  })
  addQueueDepths(library, registers, services)
  addConditionGauges(library, registers, services)
  return {
    contentType: register.contentType,
    seen({ method, route, status, ms }) {
      const labels = { method: methods.has(method) ? method : 'other', route: route ?? 'none' }
      requests.inc({ ...labels, status: String(status) })
      durations.observe(labels, ms / 1000)
    },
    text: () => register.metrics(),
    replicas(count) {
      void new library.Gauge({
        name: 'lodgewire_read_replicas',
        help: 'Read replicas of DATABASE_READ_URLS, those that are read from and those that are left out.',
        labelNames: ['state'],
        registers,
        collect() {
          const { used, leftOut } = count()
          this.set({ state: 'used' }, used)
          this.set({ state: 'left_out' }, leftOut)
        },
      })
    },
    dropped(count) {
      void new library.Gauge({
        name: 'lodgewire_request_log_dropped_lines',
        help: 'Lines of the request log that found no room since the process began.',
        registers,
        collect() {
          this.set({}, count())
        },
      })
    },
  }
}
