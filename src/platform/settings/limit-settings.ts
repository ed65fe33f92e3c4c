import { planNames } from '../../contract/plans.ts'
import { httpUrl, integer, operatorKey, redisUrl, setOf } from './parsers.ts'
import { optional, required } from './setting-definition.ts'

export const limitSettings = {
  marketPlans: required({
    name: 'MARKET_PLANS',
    parse: setOf(planNames),
    default: planNames.join(','),
    description: 'Plans that include `/v1/markets`. Workspaces on other plans are answered 403 `forbidden`.',
    example: 'starter,custom',
  }),
  burstLimit: required({
    name: 'BURST_LIMIT',
    parse: integer(1, 1_000_000),
    default: '600',
    description: 'Requests a key may make in 60 seconds. A number set for its workspace wins.',
    example: '1200',
  }),
  redisUrl: optional({
    name: 'REDIS_URL',
    parse: redisUrl,
    default: null,
    whenUnset: 'each process counts on its own',
    description:
      'Redis or Valkey in which all processes count requests of a key together. Several installations may share one: each prefixes its entries with its own id.',
    example: 'redis://:password@redis.example.com:6379/0',
    secret: true,
  }),
  operatorApiKey: optional({
    name: 'OPERATOR_API_KEY',
    parse: operatorKey,
    default: null,
    whenUnset: '`/v1/operator` is switched off',
    description:
      'Key for `/v1/operator`, which reads and changes the plan and limits of any workspace. Never give it to a customer.',
    example: 'the output of `openssl rand -hex 32`',
    secret: true,
  }),
  upgradeUrl: optional({
    name: 'UPGRADE_URL',
    parse: httpUrl,
    default: null,
    whenUnset:
      'the plan page of the console if plans are sold, otherwise `/docs/guides/plans` of this server',
    description: 'Address that errors about a plan that is too small point to.',
    example: 'https://example.com/pricing',
  }),
  maxConnectSessions: required({
    name: 'MAX_CONNECT_SESSIONS',
    parse: integer(1, 1_000_000),
    default: '500',
    description:
      'Largest number of open connect sessions of a workspace, counted together with the workspaces it created. As many may be created within an hour.',
    example: '2000',
  }),
  maxWebhooks: required({
    name: 'MAX_WEBHOOKS',
    parse: integer(1, 10_000),
    default: '50',
    description: 'Largest number of webhooks of a workspace.',
    example: '200',
  }),
  maxKeys: required({
    name: 'MAX_KEYS',
    parse: integer(1, 100_000),
    default: '200',
    description:
      'Largest number of API keys of a workspace; its sandbox may have as many again. Revoked and expired keys do not count.',
    example: '500',
  }),
}
