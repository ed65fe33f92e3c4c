/** What is used of `prom-client`. It is an optional package that is loaded only where metrics are asked for. */

type Labels = Record<string, string>

interface Named {
  name: string
  help: string
  labelNames?: readonly string[]
  registers: readonly Registry[]
}

interface Registry {
  readonly contentType: string
  metrics(): Promise<string>
}
interface Counter {
  inc(labels: Labels, value?: number): void
}
interface Histogram {
  observe(labels: Labels, value: number): void
}
interface Gauge {
  set(labels: Labels, value: number): void
}

export interface Library {
  Registry: new () => Registry
  Counter: new (about: Named) => Counter
  Histogram: new (about: Named & { buckets: readonly number[] }) => Histogram
  Gauge: new (about: Named & { collect?(this: Gauge): void | Promise<void> }) => Gauge
  collectDefaultMetrics(options: { register: Registry }): void
}

const name = 'prom-client'

export async function loadLibrary(): Promise<Library> {
  try {
    const { default: library } = (await import(name)) as { default: Library }
    return library
  } catch (error) {
    throw new Error(`METRICS_PORT and METRICS_TOKEN need the package ${name}: install it with \`npm ci\`.`, {
      cause: error,
    })
  }
}
