/** What is used of OpenTelemetry's libraries. They are optional packages that are loaded only where traces are asked for. */

/** Milliseconds since 1970. */
type EpochMilliseconds = number
type AttributeValues = Record<string, string | number | boolean>

export interface LibraryContext {
  getValue(key: symbol): unknown
}

interface LibrarySpanContext {
  traceId: string
}

export interface LibrarySpan {
  spanContext(): LibrarySpanContext
  isRecording(): boolean
  setAttributes(attributes: AttributeValues): unknown
  setStatus(status: { code: number }): unknown
  end(at: EpochMilliseconds): void
}

export interface LibraryTracer {
  startSpan(
    name: string,
    options: { kind: number; attributes: AttributeValues; startTime: EpochMilliseconds },
    context: LibraryContext,
  ): LibrarySpan
}

interface SpanExportResult {
  code: number
  error?: Error
}
export interface SpanExporter {
  export(spans: readonly unknown[], done: (result: SpanExportResult) => void): void
  shutdown(): Promise<void>
  forceFlush?(): Promise<void>
}

type SpanSampler = object
type DiagnosticLogger = (...words: unknown[]) => void

interface OpenTelemetryApi {
  ROOT_CONTEXT: LibraryContext
  SpanKind: { INTERNAL: number; SERVER: number; CLIENT: number }
  SpanStatusCode: { ERROR: number }
  DiagLogLevel: { WARN: number }
  trace: {
    setSpan(context: LibraryContext, span: LibrarySpan): LibraryContext
    setSpanContext(context: LibraryContext, of: LibrarySpanContext): LibraryContext
  }
  diag: {
    setLogger(
      logger: Record<'verbose' | 'debug' | 'info' | 'warn' | 'error', DiagnosticLogger>,
      level: number,
    ): unknown
    disable(): void
  }
}
interface OpenTelemetryCore {
  ExportResultCode: { SUCCESS: number }
  parseTraceParent(header: string): LibrarySpanContext | null
  setGlobalErrorHandler(handler: (error: unknown) => void): void
}
interface OpenTelemetrySdk {
  TracerProvider: new (options: { resource: object; sampler: SpanSampler; spanProcessors: object[] }) => {
    getTracer(name: string): LibraryTracer
    shutdown(): Promise<void>
  }
  BatchSpanProcessor: new (options: {
    exporter: SpanExporter
    maxQueueSize: number
    maxExportBatchSize: number
    scheduledDelayMillis: number
    exportTimeoutMillis: number
  }) => object
  AlwaysOnSampler: new () => SpanSampler
  AlwaysOffSampler: new () => SpanSampler
  TraceIdRatioBasedSampler: new (ratio: number) => SpanSampler
  ParentBasedSampler: new (options: { root: SpanSampler }) => SpanSampler
}
interface OpenTelemetryResources {
  resourceFromAttributes(attributes: AttributeValues): object
}
interface ExporterModule {
  OTLPTraceExporter: new (options: {
    url: string
    headers: Record<string, string>
    timeoutMillis: number
  }) => SpanExporter
}

export interface OpenTelemetryLibrary {
  api: OpenTelemetryApi
  core: OpenTelemetryCore
  sdk: OpenTelemetrySdk
  resources: OpenTelemetryResources
  exporter: ExporterModule
}

const exporters = {
  'http/protobuf': '@opentelemetry/exporter-trace-otlp-proto',
  'http/json': '@opentelemetry/exporter-trace-otlp-http',
}

async function load<T>(name: string): Promise<T> {
  try {
    return ((await import(name)) as { default: T }).default
  } catch (error) {
    throw new Error(`OTEL_TRACES_EXPORTER needs the package ${name}: install it with \`npm ci\`.`, {
      cause: error,
    })
  }
}

export async function loadOpenTelemetry(protocol: keyof typeof exporters): Promise<OpenTelemetryLibrary> {
  const [api, core, sdk, resources, exporter] = await Promise.all([
    load<OpenTelemetryApi>('@opentelemetry/api'),
    load<OpenTelemetryCore>('@opentelemetry/core'),
    load<OpenTelemetrySdk>('@opentelemetry/sdk-trace'),
    load<OpenTelemetryResources>('@opentelemetry/resources'),
    load<ExporterModule>(exporters[protocol]),
  ])
  return { api, core, sdk, resources, exporter }
}
