/** Settings of limits and plans. */
import { httpUrl, integer, operatorKey } from './config-parsers.ts'
import { optional, required } from './config-setting.ts'

export const limitSettings = {
  burstLimit: required({
    name: 'BURST_LIMIT',
    parse: integer(1, 1_000_000),
    default: '600',
    description: 'Requests one key may make in 60 seconds, where no other number was set for its workspace.',
    example: '1200',
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
    whenUnset: 'the page `/docs/upgrade` of this server, which says whom to ask',
    description: 'Where answers about a plan that is too small send people.',
    example: 'https://example.com/pricing',
  }),
}
