/** Writes deploy/grafana/lodgewire.json, a dashboard for Grafana 10 and newer, from the list of its panels. */
import { generatedFile } from './generated-file.ts'

interface DashboardPanel {
  title: string
  kind: 'timeseries' | 'stat'
  unit: string
  queries: { expr: string; legend: string }[]
  /** A stat turns red from here on. */
  redFrom?: number
}

const requests = 'lodgewire_http_requests_total'
const durations = 'lodgewire_http_request_duration_seconds_bucket'
const one = (expr: string, legend = '') => [{ expr, legend }]

const panels: readonly DashboardPanel[] = [
  {
    ...{ title: 'Longest exposed night', kind: 'stat', unit: 's', redFrom: 300 },
    queries: one('max(lodgewire_exposed_night_oldest_seconds)'),
  },
  {
    ...{ title: 'Double sales', kind: 'stat', unit: 'short', redFrom: 1 },
    queries: one('max(lodgewire_double_sales)'),
  },
  {
    ...{ title: 'Accounts that need a person', kind: 'stat', unit: 'short', redFrom: 1 },
    queries: one('sum(max by (provider) (lodgewire_accounts{state="refused"}))'),
  },
  {
    ...{ title: 'Processes', kind: 'stat', unit: 'short' },
    queries: one('sum(up{job="lodgewire"})'),
  },
  {
    ...{ title: 'Requests by status', kind: 'timeseries', unit: 'reqps' },
    queries: one(`sum by (status) (rate(${requests}[5m]))`, '{{status}}'),
  },
  {
    ...{ title: 'Time to answer', kind: 'timeseries', unit: 's' },
    queries: [0.5, 0.95, 0.99].map((share) => ({
      expr: `histogram_quantile(${share}, sum by (le) (rate(${durations}[5m])))`,
      legend: `${share * 100} %`,
    })),
  },
  {
    ...{ title: 'Slowest routes, 95 %', kind: 'timeseries', unit: 's' },
    queries: one(
      `topk(5, histogram_quantile(0.95, sum by (le, route) (rate(${durations}[5m]))))`,
      '{{route}}',
    ),
  },
  {
    ...{ title: 'What waits', kind: 'timeseries', unit: 'short' },
    queries: one('max by (queue) (lodgewire_queue_depth)', '{{queue}}'),
  },
  {
    ...{ title: 'Due and not begun', kind: 'timeseries', unit: 's' },
    queries: [
      { expr: 'max(lodgewire_delivery_oldest_due_seconds)', legend: 'deliveries' },
      { expr: 'max(lodgewire_sync_oldest_due_seconds)', legend: 'accounts' },
    ],
  },
  {
    ...{ title: 'Accounts', kind: 'timeseries', unit: 'short' },
    queries: one('max by (provider, state) (lodgewire_accounts)', '{{provider}} {{state}}'),
  },
  {
    ...{ title: 'Since accounts were read', kind: 'timeseries', unit: 's' },
    queries: one('max by (provider) (lodgewire_account_oldest_read_seconds)', '{{provider}}'),
  },
  {
    ...{ title: 'Webhooks that fail, providers that refuse calls', kind: 'timeseries', unit: 'short' },
    queries: [
      { expr: 'max(lodgewire_failing_webhooks)', legend: 'webhooks' },
      { expr: 'max(lodgewire_provider_blocked_seconds)', legend: 'seconds until a provider may be called' },
    ],
  },
  {
    ...{ title: 'Read replicas', kind: 'timeseries', unit: 'short' },
    queries: one('max by (state) (lodgewire_read_replicas)', '{{state}}'),
  },
  {
    ...{ title: 'Disk that is free', kind: 'timeseries', unit: 'percentunit' },
    queries: one('lodgewire_data_disk_free_bytes / lodgewire_data_disk_size_bytes', '{{instance}}'),
  },
  {
    ...{ title: 'Clock and certificates', kind: 'timeseries', unit: 's' },
    queries: [
      { expr: 'lodgewire_clock_ahead_seconds', legend: 'ahead {{instance}}' },
      { expr: 'min by (name) (lodgewire_certificate_expires_seconds)', legend: 'certificate {{name}}' },
    ],
  },
  {
    ...{ title: 'Age of the last backup', kind: 'timeseries', unit: 's' },
    queries: one('time() - max(lodgewire_backup_last_success_timestamp_seconds)', 'age'),
  },
  {
    ...{ title: 'Memory', kind: 'timeseries', unit: 'bytes' },
    queries: one('process_resident_memory_bytes{job="lodgewire"}', '{{instance}}'),
  },
  {
    ...{ title: 'Processor', kind: 'timeseries', unit: 'percentunit' },
    queries: one('rate(process_cpu_seconds_total{job="lodgewire"}[5m])', '{{instance}}'),
  },
]

const datasource = { type: 'prometheus', uid: '${source}' }

/** Stats stand four in a row above, the others two in a row. */
function placeOf(index: number, kind: DashboardPanel['kind']) {
  const stats = panels.filter((panel) => panel.kind === 'stat').length
  if (kind === 'stat') return { x: index * 6, y: 0, w: 6, h: 4 }
  const place = index - stats
  return { x: (place % 2) * 12, y: 4 + Math.floor(place / 2) * 8, w: 12, h: 8 }
}

const dashboard = {
  uid: 'lodgewire',
  title: 'Lodgewire',
  schemaVersion: 39,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: { list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
  panels: panels.map(({ title, kind, unit, queries, redFrom }, index) => ({
    ...{ id: index + 1, type: kind, title, datasource, gridPos: placeOf(index, kind) },
    targets: queries.map(({ expr, legend }, query) => ({
      refId: String.fromCharCode(65 + query),
      ...{ datasource, expr, legendFormat: legend },
    })),
    fieldConfig: {
      defaults: {
        unit,
        thresholds: {
          mode: 'absolute',
          steps: [
            { color: 'green', value: null },
            ...(redFrom === undefined ? [] : [{ color: 'red', value: redFrom }]),
          ],
        },
      },
      overrides: [],
    },
  })),
}

export const generateDashboard = (options: { check: boolean }): Promise<string[]> =>
  generatedFile('deploy/grafana/lodgewire.json', `${JSON.stringify(dashboard, null, 2)}\n`, options)
