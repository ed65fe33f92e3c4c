/** Settings of the port that Prometheus reads. */
import { integer, text } from './parsers.ts'
import { optional } from './setting-definition.ts'

export const metricsSettings = {
  metricsPort: optional({
    name: 'METRICS_PORT',
    parse: integer(0, 65_535),
    default: null,
    whenUnset: 'metrics have no port of their own',
    description:
      'TCP port on which every process serves `/metrics` for Prometheus, at the address of `HOST`. `0` takes any free port.',
    example: '9464',
  }),
  metricsToken: optional({
    name: 'METRICS_TOKEN',
    parse: text(/^[A-Za-z0-9_+/=.~-]{16,200}$/, '16 to 200 letters, digits and `_ + / = . ~ -`'),
    default: null,
    whenUnset:
      'without `METRICS_PORT` there are no metrics; with it, anyone who reaches the port can read them',
    description:
      'Token that `/metrics` requires, as `Authorization: Bearer <token>`. With a token and without `METRICS_PORT`, metrics are served on the port of the API.',
    example: 'a-long-random-token-for-prometheus',
    secret: true,
  }),
}
