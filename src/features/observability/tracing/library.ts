/** What is used of OpenTelemetry's libraries. They are optional packages that are loaded only where traces are asked for. */

/** Milliseconds since 1970. */
type Moment = number
type Values = Record<string, string | number | boolean>

export interface Context {
  getValue(key: symbol): unknown
}

interface SpanContext {
  traceId: string
}

export interface LibrarySpan {
  spanContext(): SpanContext
  isRecording(): boolean
  setAttributes(attributes: Values): unknown
  setStatus(status: { code: number }): unknown
  end(at: Moment): void
}

export interface LibraryTracer {
  startSpan(
    name: string,
    options: { kind: number; attributes: Values; startTime: Moment },
    context: Context,
  ): LibrarySpan
}

interface ExportResult {
  code: number
  error?: Error
}
export interface Exporter {
  export(spans: readonly unknown[], done: (result: ExportResult) => void): void
  shutdown(): Promise<void>
  forceFlush?(): Promise<void>
}

type Sampler = object
type Told = (...words: unknown[]) => void

interface Api {
  ROOT_CONTEXT: Context
  SpanKind: { INTERNAL: number; SERVER: number; CLIENT: number }
  SpanStatusCode: { ERROR: number }
  DiagLogLevel: { WARN: number }
  trace: {
    setSpan(context: Context, span: LibrarySpan): Context
    setSpanContext(context: Context, of: SpanContext): Context
  }
  diag: {
    setLogger(logger: Record<'verbose' | 'debug' | 'info' | 'warn' | 'error', Told>, level: number): unknown
    disable(): void
  }
}
interface Core {
  ExportResultCode: { SUCCESS: number }
  parseTraceParent(header: string): SpanContext | null
  setGlobalErrorHandler(handler: (error: unknown) => void): void
}
interface Sdk {
  TracerProvider: new (options: { resource: object; sampler: Sampler; spanProcessors: object[] }) => {
    getTracer(name: string): LibraryTracer
    shutdown(): Promise<void>
  }
  BatchSpanProcessor: new (options: {
    exporter: Exporter
    maxQueueSize: number
    maxExportBatchSize: number
    scheduledDelayMillis: number
    exportTimeoutMillis: number
  }) => object
  AlwaysOnSampler: new () => Sampler
  AlwaysOffSampler: new () => Sampler
  TraceIdRatioBasedSampler: new (ratio: number) => Sampler
  ParentBasedSampler: new (options: { root: Sampler }) => Sampler
}
interface Resources {
  resourceFromAttributes(attributes: Values): object
}
interface ExporterModule {
  OTLPTraceExporter: new (options: {
    url: string
    headers: Record<string, string>
    timeoutMillis: number
  }) => Exporter
}

export interface Library {
  api: Api
  core: Core
  sdk: Sdk
  resources: Resources
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

export async function loadLibrary(protocol: keyof typeof exporters): Promise<Library> {
  const [api, core, sdk, resources, exporter] = await Promise.all([
    load<Api>('@opentelemetry/api'),
    load<Core>('@opentelemetry/core'),
    load<Sdk>('@opentelemetry/sdk-trace'),
    load<Resources>('@opentelemetry/resources'),
    load<ExporterModule>(exporters[protocol]),
  ])
  return { api, core, sdk, resources, exporter }
}
