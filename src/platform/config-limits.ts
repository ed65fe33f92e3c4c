/** Settings of limits and plans. */
import { httpUrl, integer } from './config-parsers.ts'
import { optional, required } from './config-setting.ts'

export const limitSettings = {
  burstLimit: required({
    name: 'BURST_LIMIT',
    parse: integer(1, 1_000_000),
    default: '600',
    description: 'Requests one key may make in 60 seconds, where no other number was set for its workspace.',
    example: '1200',
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
