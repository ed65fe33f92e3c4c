/** Settings of the server's side that faces the network. */
import { addressRanges, integer } from './config-parsers.ts'
import { required } from './config-setting.ts'

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
}
