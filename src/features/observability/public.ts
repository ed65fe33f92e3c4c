/** What operators and callers look at: health, metrics, traces, the request log and the audit log. */
export { startClockRepair } from './clock-repair/repair-due-times.ts'
export type { Metrics } from './metrics/metrics.ts'
export { openMetrics } from './metrics/open-metrics.ts'
export { createMetricsPage, serveMetrics } from './metrics/serve.ts'
export { type RequestRecorder, createRequestRecorder } from './requests/recorder.ts'
export { startRequestLog, startRequestLogRotation } from './requests/start-request-log.ts'
export { openTracing } from './tracing/open-tracing.ts'
