/** Opens OpenTelemetry traces; without the settings nothing is loaded or collected. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../../platform/config.ts'
import type { SamplerName } from '../../../platform/settings/tracing-settings.ts'
import type { Log } from '../../../platform/log.ts'
import { useTracer } from '../../../platform/spans.ts'
import { serverVersion } from '../../../platform/version.ts'
import { loadOpenTelemetry, type OpenTelemetryLibrary, type SpanExporter } from './library.ts'
import { createTracer } from './tracer.ts'

// Tells once that a collector does not take spans, and once that it does again.

/** Not what the collector answered: a page of a proxy can hold anything. */
function reasonOf(error: Error | undefined): string {
  if (error === undefined) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'number' ? `it answered ${code}` : error.message.slice(0, 200)
}

function watched(exporter: SpanExporter, { core }: OpenTelemetryLibrary, log: Log): SpanExporter {
  let lost: number | null = null
  const note = (spans: number, error: Error | undefined, isTaken: boolean) => {
    if (isTaken && lost !== null) log.warn({ lostSpans: lost }, 'the collector of traces takes spans again')
    if (isTaken) return void (lost = null)
    if (lost === null)
      log.warn({ reason: reasonOf(error) }, 'the collector of traces takes no spans; they are lost')
    lost = (lost ?? 0) + spans
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(spans.length, result.error, result.code === core.ExportResultCode.SUCCESS)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

/** How often the library is heard when it complains. */
const everyMs = 60_000

/** What the library says of itself, such as that an answer of the collector could not be read. */
function hearLibrary({ api, core }: OpenTelemetryLibrary, log: Log): void {
  let heardAt = Number.NEGATIVE_INFINITY
  const say = (...words: unknown[]) => {
    if (performance.now() - heardAt < everyMs) return
    heardAt = performance.now()
    const text = words.find((word) => typeof word === 'string' && word.includes(' '))
    log.warn({ library: String(text ?? 'something').slice(0, 200) }, 'traces may be incomplete')
  }
  const quiet = () => {}
  api.diag.setLogger(
    { verbose: quiet, debug: quiet, info: quiet, warn: say, error: say },
    api.DiagLogLevel.WARN,
  )
  // `watched` has told of it.
  core.setGlobalErrorHandler(quiet)
}

const defaultEndpoint = 'http://localhost:4318'
/** Spans queued for the collector, some 5 MB; further ones are dropped. */
const mostWaiting = 4_096
const batchSpans = 512
const sendEveryMs = 2_000
/** How long a stopping server waits for the collector. */
const longestFlushMs = 3_000

const isOn = ({ tracesDisabled, tracesExporter, otlpEndpoint, tracesEndpoint }: Config): boolean =>
  !tracesDisabled &&
  (tracesExporter === undefined ? (otlpEndpoint ?? tracesEndpoint) !== undefined : tracesExporter === 'otlp')

function samplerOf({ sdk }: OpenTelemetryLibrary, name: SamplerName, share: number) {
  const [, isParentBased, kind] = /^(parentbased_)?(.+)$/.exec(name) ?? []
  const own =
    kind === 'traceidratio'
      ? new sdk.TraceIdRatioBasedSampler(share)
      : kind === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.AlwaysOnSampler()
  return isParentBased ? new sdk.ParentBasedSampler({ root: own }) : own
}

function exporterOf({ exporter }: OpenTelemetryLibrary, config: Config) {
  const { tracesEndpoint, otlpEndpoint = defaultEndpoint, otlpHeaders, tracesHeaders } = config
  return new exporter.OTLPTraceExporter({
    url: tracesEndpoint ?? `${otlpEndpoint}/v1/traces`,
    headers: { ...otlpHeaders, ...tracesHeaders },
    timeoutMillis: config.otlpTimeoutMs,
  })
}

function providerOf(library: OpenTelemetryLibrary, config: Config, log: Log) {
  const { sdk, resources } = library
  const { tracesResource, tracesServiceName } = config
  const processor = new sdk.BatchSpanProcessor({
    exporter: watched(exporterOf(library, config), library, log),
    maxQueueSize: mostWaiting,
    maxExportBatchSize: batchSpans,
    scheduledDelayMillis: sendEveryMs,
    exportTimeoutMillis: config.otlpTimeoutMs + 1_000,
  })
  return new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': 'lodgewire',
      'service.version': serverVersion,
      'service.instance.id': randomUUID(),
      'process.pid': process.pid,
      ...tracesResource,
      ...(tracesServiceName === undefined ? {} : { 'service.name': tracesServiceName }),
    }),
    sampler: samplerOf(library, config.tracesSampler, config.tracesSamplerArg ?? 1),
    spanProcessors: [processor],
  })
}

/** `stop` sends queued spans, as far as the collector takes them within a few seconds. */
export async function openTracing(config: Config, log: Log): Promise<{ stop(): Promise<void> }> {
  if (!isOn(config)) return { stop: async () => {} }
  const library = await loadOpenTelemetry(config.tracesProtocol ?? config.otlpProtocol)
  hearLibrary(library, log)
  const provider = providerOf(library, config, log)
  useTracer(createTracer(library, provider.getTracer('lodgewire')))
  return {
    async stop() {
      useTracer(null)
      const late = new AbortController()
      const flushed = provider.shutdown().catch(() => {})
      await Promise.race([flushed, pause(longestFlushMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      library.api.diag.disable()
    },
  }
}
