/** Settings of reading and comparing connected accounts. */
import { flag, integer, keyedUrls } from './parsers.ts'
import { required } from './setting-definition.ts'

export const syncSettings = {
  syncIntervalSeconds: required({
    name: 'SYNC_INTERVAL_SECONDS',
    parse: integer(1, 86_400),
    default: '60',
    description: 'Pause between two reads of the changes of a connected account.',
    example: '300',
  }),
  exposedAfterSeconds: required({
    name: 'EXPOSED_AFTER_SECONDS',
    parse: integer(1, 86_400),
    default: '60',
    description:
      'How long a sold night may stay open on a channel before the event `calendar.exposed` is sent.',
    example: '30',
  }),
  reconciliationHours: required({
    name: 'RECONCILIATION_HOURS',
    parse: integer(1, 24),
    default: '24',
    description:
      'Longest pause between two comparisons of all future stays with those of the connected account.',
    example: '6',
  }),
  vendorBaseUrls: required({
    name: 'VENDOR_BASE_URLS',
    parse: keyedUrls,
    default: '',
    description: 'Sends the requests of a connector to another address, such as a simulator or a proxy.',
    example: 'hostaway=http://127.0.0.1:4101',
  }),
  allowPrivateTargets: required({
    name: 'ALLOW_PRIVATE_TARGETS',
    parse: flag,
    default: 'false',
    description: 'For development only: allows webhooks and attachments at loopback and private addresses.',
    example: 'true',
  }),
}
