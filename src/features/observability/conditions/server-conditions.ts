/** Conditions of the server as a whole: it answers, and its database does. */
import type { AlarmCondition } from './alarm-condition.ts'
import { readGauge } from './condition-gauges.ts'
import { errorReadings, silenceReadings } from './machine-readings.ts'
import { silentAfterSeconds } from '../processes/process-queries.ts'

export const serverConditions: readonly AlarmCondition[] = [
  {
    name: 'LodgewireDown',
    severity: 'critical',
    summary: 'A process does not answer',
    description: '{{ $labels.instance }} has not answered for two minutes.',
    threshold: silentAfterSeconds,
    unit: 'seconds',
    isAge: true,
    expr: 'up{job="lodgewire"} == 0',
    lasts: '2m',
    sources: ['processes'],
    read: silenceReadings,
  },
  {
    name: 'LodgewireDatabaseSilent',
    severity: 'critical',
    summary: 'The database does not answer',
    description: 'No process could read its figures from the database for two minutes.',
    threshold: 0,
    unit: 'count',
    expr: 'absent(lodgewire_double_sales)',
    lasts: '2m',
    sources: [],
    read: ({ failures: { database } }) => (database === undefined ? [] : [{ labels: {}, value: 1 }]),
  },
  {
    name: 'LodgewireErrors',
    severity: 'critical',
    summary: 'Requests fail',
    description:
      '{{ $value | humanizePercentage }} of the requests are answered with an error of the server.',
    threshold: 0.05,
    unit: 'share',
    expr: 'sum(rate(lodgewire_http_requests_total{status=~"5.."}[5m])) / sum(rate(lodgewire_http_requests_total[5m])) > $threshold',
    lasts: '5m',
    sources: ['processes'],
    read: errorReadings,
  },
  {
    name: 'LodgewireMigrationsPending',
    severity: 'warning',
    summary: 'The database lacks migrations',
    description: '{{ $value }} migrations of this version are not applied.',
    threshold: 0,
    unit: 'count',
    expr: 'max(lodgewire_pending_migrations) > $threshold',
    lasts: '60m',
    sources: ['schema'],
    read: ({ figures }) => readGauge('lodgewire_pending_migrations', figures),
  },
  {
    name: 'LodgewireVersionsMixed',
    severity: 'warning',
    summary: 'Several versions run',
    description: 'Processes of several versions have run side by side for {{ $value | humanizeDuration }}.',
    threshold: 3600,
    unit: 'seconds',
    isAge: true,
    expr: 'max(lodgewire_mixed_versions_seconds) > $threshold',
    sources: ['processes'],
    read: ({ figures }) => readGauge('lodgewire_mixed_versions_seconds', figures),
  },
]
