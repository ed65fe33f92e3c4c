/** What is used of `prom-client`. It is an optional package that is loaded only where metrics are asked for. */

type MetricLabels = Record<string, string>

interface MetricOptions {
  name: string
  help: string
  labelNames?: readonly string[]
  registers: readonly MetricRegistry[]
}

interface MetricRegistry {
  readonly contentType: string
  metrics(): Promise<string>
}
interface MetricCounter {
  inc(labels: MetricLabels, value?: number): void
}
interface MetricHistogram {
  observe(labels: MetricLabels, value: number): void
}
interface MetricGauge {
  set(labels: MetricLabels, value: number): void
  reset(): void
  remove(): void
}

export interface PromClient {
  Registry: new () => MetricRegistry
  Counter: new (about: MetricOptions) => MetricCounter
  Histogram: new (about: MetricOptions & { buckets: readonly number[] }) => MetricHistogram
  Gauge: new (about: MetricOptions & { collect?(this: MetricGauge): void | Promise<void> }) => MetricGauge
  collectDefaultMetrics(options: { register: MetricRegistry }): void
}

const name = 'prom-client'

export async function loadPromClient(): Promise<PromClient> {
  try {
    const { default: library } = (await import(name)) as { default: PromClient }
    return library
  } catch (error) {
    throw new Error(`METRICS_PORT and METRICS_TOKEN need the package ${name}: install it with \`npm ci\`.`, {
      cause: error,
    })
  }
}
