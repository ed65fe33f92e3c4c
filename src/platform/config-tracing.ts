/** Settings of OpenTelemetry traces have the names that its specification gives them. */
import { flag, httpUrl, integer, oneOf } from './config-parsers.ts'
import { optional, required } from './config-setting.ts'

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
    whenUnset: '`otlp` where an address of a collector is set, else `none`',
    description:
      'Where OpenTelemetry traces go: `otlp`, to a collector; `none`, nowhere: then nothing of it is loaded.',
    example: 'otlp',
  }),
  tracesDisabled: required({
    name: 'OTEL_SDK_DISABLED',
    parse: flag,
    default: 'false',
    description: 'Switches traces off whatever else is set.',
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
    whenUnset: 'made from OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'Address traces are sent to, as it is.',
    example: 'https://traces.example.com/otlp/v1/traces',
  }),
  otlpHeaders: optional({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    parse: headers,
    default: null,
    whenUnset: 'none',
    description:
      'Headers for the collector, such as its key: `name=value,name=value`, values percent-encoded.',
    example: 'authorization=Bearer%20secret',
    secret: true,
  }),
  tracesHeaders: optional({
    name: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    parse: headers,
    default: null,
    whenUnset: 'those of OTEL_EXPORTER_OTLP_HEADERS alone',
    description: 'More headers, of traces alone.',
    example: 'x-dataset=production',
    secret: true,
  }),
  otlpProtocol: required({
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    parse: oneOf(protocols),
    default: 'http/protobuf',
    description: 'How the collector is spoken to. `grpc` is not there.',
    example: 'http/json',
  }),
  tracesProtocol: optional({
    name: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    parse: oneOf(protocols),
    default: null,
    whenUnset: 'as OTEL_EXPORTER_OTLP_PROTOCOL says',
    description: 'The same, for traces.',
    example: 'http/json',
  }),
  otlpTimeoutMs: required({
    name: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    parse: integer(1, 60_000),
    default: '10000',
    description: 'Milliseconds a batch of spans may take, tries that are repeated included; then it is lost.',
    example: '5000',
  }),
  tracesServiceName: optional({
    name: 'OTEL_SERVICE_NAME',
    parse: (value: string) => value,
    default: null,
    whenUnset: '`service.name` of OTEL_RESOURCE_ATTRIBUTES, else `lodgewire`',
    description: 'Name of this service in traces.',
    example: 'lodgewire-production',
  }),
  tracesResource: optional({
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    parse: pairs,
    default: null,
    whenUnset: 'none',
    description: 'What is said of this process with every span: `name=value,name=value`.',
    example: 'deployment.environment.name=production',
  }),
  tracesSampler: required({
    name: 'OTEL_TRACES_SAMPLER',
    parse: oneOf(samplers),
    default: 'parentbased_always_on',
    description:
      'Which traces are recorded. `parentbased_…`: those that a caller records, and of the others what the rest of the name says.',
    example: 'parentbased_traceidratio',
  }),
  tracesSamplerArg: optional({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    parse: ratio,
    default: null,
    whenUnset: '1',
    description: 'The share of traces that the samplers with `traceidratio` record.',
    example: '0.1',
  }),
}
