import { addressRanges, integer } from './parsers.ts'
import { required } from './setting-definition.ts'

export const httpSettings = {
  trustedProxies: required({
    name: 'TRUSTED_PROXIES',
    parse: addressRanges,
    default: '',
    description:
      'Addresses and ranges of the proxies in front of the server. The address of a caller is taken from `X-Forwarded-For` or `Forwarded` only when one of these proxies sent the header.',
    example: '127.0.0.1,10.0.0.0/8,fd00::/8',
  }),
  maxConnections: required({
    name: 'MAX_CONNECTIONS',
    parse: integer(10, 1_000_000),
    default: '2000',
    description: 'Largest number of open connections. A further one is answered 503 and closed.',
    example: '10000',
  }),
  requestTimeoutSeconds: required({
    name: 'REQUEST_TIMEOUT_SECONDS',
    parse: integer(1, 3_600),
    default: '60',
    description:
      'Time a request may take to arrive. Its headers, and each pause in its body, may take a quarter of that.',
    example: '120',
  }),
  keepAliveSeconds: required({
    name: 'KEEP_ALIVE_SECONDS',
    parse: integer(1, 3_600),
    default: '75',
    description:
      'How long an idle connection is kept open. Set it higher than the idle time of the proxy in front of the server.',
    example: '620',
  }),
  drainSeconds: required({
    name: 'DRAIN_SECONDS',
    parse: integer(0, 600),
    default: '0',
    description:
      'After a stop signal, how long the server keeps answering while `/v1/health/ready` already answers 503, so that a load balancer takes it out first.',
    example: '15',
  }),
  pageCacheMb: required({
    name: 'PAGE_CACHE_MB',
    parse: integer(0, 100_000),
    default: '32',
    description:
      'Memory for rendered pages of lists, in MiB. A page is sent again while nothing it shows has changed. `0` switches this cache off.',
    example: '256',
  }),
}
