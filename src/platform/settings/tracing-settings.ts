/** Settings of OpenTelemetry traces have the names that its specification gives them. */
import { flag, httpUrl, integer, oneOf } from './parsers.ts'
import { optional, required } from './setting-definition.ts'

const protocols = ['http/protobuf', 'http/json'] as const

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplers)[number]

/** A baggage header has this form: `name=value,name=value` with percent-encoded values. */
const pairs = (value: string): Readonly<Record<string, string>> => {
  const allowed = 'name=value pairs, separated by commas, values percent-encoded'
  const entries = value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, name, text] = /^\s*([^\s=,;]+)\s*=\s*([^,;]*?)\s*$/.exec(part) ?? []
      if (name === undefined || text === undefined) throw new Error(allowed)
      try {
        return [name, decodeURIComponent(text)] as const
      } catch {
        throw new Error(allowed)
      }
    })
  return Object.fromEntries(entries)
}

const headers = (value: string) => {
  const headerPairs = pairs(value)
  try {
    void new Headers(headerPairs)
  } catch {
    throw new Error('name=value pairs, separated by commas, of names and values that headers can have')
  }
  return headerPairs
}

const ratio = (value: string): number => {
  const number = Number(value)
  if (!/^\d*\.?\d+$/.test(value) || number > 1) throw new Error('a number from 0 to 1')
  return number
}

export const tracingSettings = {
  tracesExporter: optional({
    name: 'OTEL_TRACES_EXPORTER',
    parse: oneOf(['otlp', 'none']),
    default: null,
    whenUnset: '`otlp` if the address of a collector is set, otherwise `none`',
    description: 'Where OpenTelemetry traces are sent: `otlp` to a collector, `none` nowhere.',
    example: 'otlp',
  }),
  tracesDisabled: required({
    name: 'OTEL_SDK_DISABLED',
    parse: flag,
    default: 'false',
    description: 'Switches traces off, whatever else is set.',
    example: 'true',
  }),
  otlpEndpoint: optional({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    parse: httpUrl,
    default: null,
    whenUnset: 'http://localhost:4318',
    description: 'Address of the collector; `/v1/traces` is appended.',
    example: 'http://collector.internal:4318',
  }),
  tracesEndpoint: optional({
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    parse: httpUrl,
    default: null,
    whenUnset: 'made from `OTEL_EXPORTER_OTLP_ENDPOINT`',
    description: 'Full address that traces are sent to. Nothing is appended.',
    example: 'https://traces.example.com/otlp/v1/traces',
  }),
  otlpHeaders: optional({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    parse: headers,
    default: null,
    whenUnset: 'none',
    description:
      'Headers for the collector, such as an API key, as `name=value,name=value` with percent-encoded values.',
    example: 'authorization=Bearer%20secret',
    secret: true,
  }),
  tracesHeaders: optional({
    name: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    parse: headers,
    default: null,
    whenUnset: 'only those of `OTEL_EXPORTER_OTLP_HEADERS`',
    description: 'Further headers for traces.',
    example: 'x-dataset=production',
    secret: true,
  }),
  otlpProtocol: required({
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    parse: oneOf(protocols),
    default: 'http/protobuf',
    description: 'Protocol of the collector. `grpc` is not supported.',
    example: 'http/json',
  }),
  tracesProtocol: optional({
    name: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    parse: oneOf(protocols),
    default: null,
    whenUnset: 'the value of `OTEL_EXPORTER_OTLP_PROTOCOL`',
    description: 'Protocol for traces.',
    example: 'http/json',
  }),
  otlpTimeoutMs: required({
    name: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    parse: integer(1, 60_000),
    default: '10000',
    description:
      'Milliseconds that sending a batch of spans may take, including retries. After that the batch is dropped.',
    example: '5000',
  }),
  tracesServiceName: optional({
    name: 'OTEL_SERVICE_NAME',
    parse: (value: string) => value,
    default: null,
    whenUnset: '`service.name` of OTEL_RESOURCE_ATTRIBUTES, else `lodgewire`',
    description: 'Name of the service in traces.',
    example: 'lodgewire-production',
  }),
  tracesResource: optional({
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    parse: pairs,
    default: null,
    whenUnset: 'none',
    description: 'Attributes of the process that every span carries, as `name=value,name=value`.',
    example: 'deployment.environment.name=production',
  }),
  tracesSampler: required({
    name: 'OTEL_TRACES_SAMPLER',
    parse: oneOf(samplers),
    default: 'parentbased_always_on',
    description:
      'Which traces are recorded. The samplers `parentbased_…` follow the decision of the caller, and apply the rest of their name to requests without one.',
    example: 'parentbased_traceidratio',
  }),
  tracesSamplerArg: optional({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    parse: ratio,
    default: null,
    whenUnset: '1',
    description: 'Share of traces, from 0 to 1, that the samplers with `traceidratio` record.',
    example: '0.1',
  }),
}
