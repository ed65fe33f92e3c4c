import { planNames } from '../contract/plans.ts'
import { httpUrl, integer, operatorKey, redisUrl, setOf } from './config-parsers.ts'
import { optional, required } from './config-setting.ts'

export const limitSettings = {
  marketPlans: required({
    name: 'MARKET_PLANS',
    parse: setOf(planNames),
    default: planNames.join(','),
    description: 'Plans that have `/v1/markets`; a workspace of another is answered 403 `forbidden`.',
    example: 'starter,custom',
  }),
  burstLimit: required({
    name: 'BURST_LIMIT',
    parse: integer(1, 1_000_000),
    default: '600',
    description: 'Requests one key may make in 60 seconds, where no other number was set for its workspace.',
    example: '1200',
  }),
  redisUrl: optional({
    name: 'REDIS_URL',
    parse: redisUrl,
    default: null,
    whenUnset: 'each process counts the bursts of keys by itself',
    description:
      'Redis or Valkey in which all processes count the bursts of keys together. Installations may share one: their keys begin with the id of each.',
    example: 'redis://:password@redis.example.com:6379/0',
    secret: true,
  }),
  operatorApiKey: optional({
    name: 'OPERATOR_API_KEY',
    parse: operatorKey,
    default: null,
    whenUnset: 'the routes under `/v1/operator` are not there',
    description:
      'Key for `/v1/operator`, which reads and changes plans and limits of any workspace. Never give it to a customer.',
    example: 'the output of `openssl rand -hex 32`',
    secret: true,
  }),
  upgradeUrl: optional({
    name: 'UPGRADE_URL',
    parse: httpUrl,
    default: null,
    whenUnset: 'the page `/docs/guides/plans` of this server, which says whom to ask',
    description: 'Where answers about a plan that is too small send people.',
    example: 'https://example.com/pricing',
  }),
  maxConnectSessions: required({
    name: 'MAX_CONNECT_SESSIONS',
    parse: integer(1, 1_000_000),
    default: '500',
    description:
      'Connect sessions that may be open at a time in a workspace and those created by it, and that may be made there within an hour.',
    example: '2000',
  }),
  maxWebhooks: required({
    name: 'MAX_WEBHOOKS',
    parse: integer(1, 10_000),
    default: '50',
    description: 'Webhooks a workspace may have at a time.',
    example: '200',
  }),
}
