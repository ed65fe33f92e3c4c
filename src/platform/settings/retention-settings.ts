/** Settings of the time that records are kept. */
import { integer } from './parsers.ts'
import { optional, required } from './setting-definition.ts'

export const retentionSettings = {
  eventRetentionDays: required({
    name: 'EVENT_RETENTION_DAYS',
    parse: integer(31, 3_650),
    default: '90',
    description: 'How long events can be read under `/v1/events`. Deliveries are always kept for 30 days.',
    example: '365',
  }),
  historyRetentionDays: optional({
    name: 'HISTORY_RETENTION_DAYS',
    parse: integer(31, 36_500),
    default: null,
    whenUnset: 'as long as the records are kept',
    description:
      'How long earlier states of records can be read under `…/history` and with `as_of`. A setting of the workspace wins.',
    example: '1095',
  }),
  auditRetentionDays: required({
    name: 'AUDIT_RETENTION_DAYS',
    parse: integer(31, 3_650),
    default: '400',
    description: 'How long entries of the audit log (`/v1/audit`) are kept.',
    example: '1095',
  }),
  requestLogDays: required({
    name: 'REQUEST_LOG_DAYS',
    parse: integer(1, 400),
    default: '30',
    description:
      'How long requests can be read under `/v1/usage/logs`, in whole days of UTC. If a process is killed, its last second of requests may be missing.',
    example: '90',
  }),
}
