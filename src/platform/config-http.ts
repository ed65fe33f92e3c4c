import { addressRanges, integer, text } from './config-parsers.ts'
import { optional, required } from './config-setting.ts'

export const httpSettings = {
  trustedProxies: required({
    name: 'TRUSTED_PROXIES',
    parse: addressRanges,
    default: '',
    description:
      'Addresses and ranges of the proxies in front of the server. Only what they say in `X-Forwarded-For` or `Forwarded` about the address of a caller is believed.',
    example: '127.0.0.1,10.0.0.0/8,fd00::/8',
  }),
  maxConnections: required({
    name: 'MAX_CONNECTIONS',
    parse: integer(10, 1_000_000),
    default: '2000',
    description: 'Connections that may be open at a time. One more is answered 503 and closed.',
    example: '10000',
  }),
  requestTimeoutSeconds: required({
    name: 'REQUEST_TIMEOUT_SECONDS',
    parse: integer(1, 3_600),
    default: '60',
    description:
      'Time a request may take to arrive. Its headers may take a quarter of it, and so may a pause in its body.',
    example: '120',
  }),
  keepAliveSeconds: required({
    name: 'KEEP_ALIVE_SECONDS',
    parse: integer(1, 3_600),
    default: '75',
    description:
      'How long a connection without a request is kept open. Longer than the proxy in front of it keeps its own.',
    example: '620',
  }),
  drainSeconds: required({
    name: 'DRAIN_SECONDS',
    parse: integer(0, 600),
    default: '0',
    description:
      'How long a server that was told to stop goes on answering while `/v1/health/ready` already says 503, so that a load balancer notices.',
    example: '15',
  }),
  pageCacheMb: required({
    name: 'PAGE_CACHE_MB',
    parse: integer(0, 100_000),
    default: '32',
    description:
      'Memory in which a process keeps pages it rendered, in MiB, to send them again while nothing changed. 0 keeps none.',
    example: '256',
  }),
  metricsPort: optional({
    name: 'METRICS_PORT',
    parse: integer(0, 65_535),
    default: null,
    whenUnset: 'metrics are served on no port of their own',
    description:
      'TCP port on which `/metrics` is served for Prometheus, at the address HOST, by processes of every role. 0 takes any free port.',
    example: '9464',
  }),
  metricsToken: optional({
    name: 'METRICS_TOKEN',
    parse: text(/^[A-Za-z0-9_+/=.~-]{16,200}$/, '16 to 200 letters, digits and `_ + / = . ~ -`'),
    default: null,
    whenUnset: 'without METRICS_PORT there are no metrics; with it, whoever reaches the port reads them',
    description:
      'What `/metrics` has to be asked with: `Authorization: Bearer <token>`. Without METRICS_PORT metrics are then served beside the API.',
    example: 'a-long-random-token-for-prometheus',
    secret: true,
  }),
}
