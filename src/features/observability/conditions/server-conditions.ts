/** Conditions of the server as a whole: it answers, and its database does. */
import type { AlarmCondition } from './alarm-condition.ts'

export const serverConditions: readonly AlarmCondition[] = [
  {
    name: 'LodgewireDown',
    severity: 'critical',
    summary: 'A process does not answer',
    description: '{{ $labels.instance }} has not answered for two minutes.',
    threshold: 0,
    expr: 'up{job="lodgewire"} == $threshold',
    lasts: '2m',
  },
  {
    name: 'LodgewireDatabaseSilent',
    severity: 'critical',
    summary: 'The database does not answer',
    description: 'No process could read its figures from the database for two minutes.',
    threshold: 0,
    expr: 'absent(lodgewire_double_sales)',
    lasts: '2m',
  },
  {
    name: 'LodgewireErrors',
    severity: 'critical',
    summary: 'Requests fail',
    description:
      '{{ $value | humanizePercentage }} of the requests are answered with an error of the server.',
    threshold: 0.05,
    expr: 'sum(rate(lodgewire_http_requests_total{status=~"5.."}[5m])) / sum(rate(lodgewire_http_requests_total[5m])) > $threshold',
    lasts: '5m',
  },
]
