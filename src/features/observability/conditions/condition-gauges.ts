/** The metrics that alarms rest on. deploy/prometheus has the rules, docs/operate/alarms.md what to do. */
import type { ConditionReading } from './alarm-condition.ts'
import type { ConditionFigures, FigureSource } from './figures.ts'
import { mixedVersionSeconds } from './mixed-version-seconds.ts'

export interface ConditionGauge {
  name: string
  help: string
  labelNames: readonly string[]
  source: FigureSource
  /** Returns nothing while the source fails. */
  read(figures: Partial<ConditionFigures>): ConditionReading[]
}

/** Before the first backup the last one is older than any threshold. */
const neverAt = '1970-01-01T00:00:00Z'

const plain = (value: number): ConditionReading[] => [{ labels: {}, value }]

function gauge<Source extends FigureSource>(
  source: Source,
  about: Pick<ConditionGauge, 'name' | 'help'> & { labelNames?: readonly string[] },
  read: (figure: ConditionFigures[Source]) => ConditionReading[],
): ConditionGauge {
  return {
    labelNames: [],
    ...about,
    source,
    read(figures) {
      const figure = figures[source]
      return figure === undefined ? [] : read(figure as ConditionFigures[Source])
    },
  }
}

/** Every rule names one of these or another metric of the server; a test compares them. */
export const conditionGauges: readonly ConditionGauge[] = [
  gauge(
    'accounts',
    {
      name: 'lodgewire_accounts',
      help: 'Accounts at a provider: those that are read, those of them whose last three turns failed, and those that need a person.',
      labelNames: ['provider', 'state'],
    },
    (accounts) =>
      accounts.flatMap(({ provider, active, failing, refused }) =>
        Object.entries({ active, failing, refused }).map(([state, value]) => ({
          labels: { provider, state },
          value,
        })),
      ),
  ),
  gauge(
    'accounts',
    {
      name: 'lodgewire_account_oldest_read_seconds',
      help: 'Time since the account of a provider that waits longest was read with success.',
      labelNames: ['provider'],
    },
    (accounts) =>
      accounts.map(({ provider, oldest_read_seconds: value }) => ({ labels: { provider }, value })),
  ),
  gauge(
    'deprecations',
    {
      name: 'lodgewire_vendor_deprecations',
      help: 'Different calls made in the last 30 days whose end their provider announces in its answers.',
      labelNames: ['provider'],
    },
    (deprecations) => deprecations.map(({ provider, calls: value }) => ({ labels: { provider }, value })),
  ),
  gauge(
    'deprecations',
    {
      name: 'lodgewire_vendor_deprecation_ends_seconds',
      help: 'Time until the first of these calls ends; negative once it has. Absent while no date is known.',
      labelNames: ['provider'],
    },
    (deprecations) =>
      deprecations.flatMap(({ provider, ends_seconds: value }) =>
        value === null ? [] : [{ labels: { provider }, value }],
      ),
  ),
  gauge(
    'work',
    {
      name: 'lodgewire_exposed_night_oldest_seconds',
      help: 'Time for which a sold night has been open on a channel; 0 when there is none.',
    },
    (work) => plain(work.exposed_seconds),
  ),
  gauge(
    'work',
    {
      name: 'lodgewire_double_sales',
      help: 'Stays to come or under way that overlap another one of the same unit; up to 10000 are counted.',
    },
    (work) => plain(work.double_sales),
  ),
  gauge(
    'deliveries',
    {
      name: 'lodgewire_delivery_oldest_due_seconds',
      help: 'Time for which a delivery to a webhook has been due and no worker has tried it.',
    },
    ({ dueSeconds }) => plain(dueSeconds),
  ),
  gauge(
    'work',
    {
      name: 'lodgewire_failing_webhooks',
      help: 'Webhooks whose last deliveries were given up.',
    },
    (work) => plain(work.failing_webhooks),
  ),
  gauge(
    'work',
    {
      name: 'lodgewire_sync_oldest_due_seconds',
      help: 'Time for which the turn of an account has been due and no worker has taken it.',
    },
    (work) => plain(Math.max(0, work.sync_due_seconds)),
  ),
  gauge(
    'work',
    {
      name: 'lodgewire_provider_blocked_seconds',
      help: 'Time until a provider that refuses more calls may be called again; 0 when none does.',
    },
    (work) => plain(Math.max(0, work.blocked_seconds)),
  ),
  gauge(
    'writes',
    {
      name: 'lodgewire_open_write_oldest_seconds',
      help: 'Time for which the server has not known what became of a write to a provider; 0 when it knows of all.',
    },
    ({ openSeconds }) => plain(openSeconds),
  ),
  gauge(
    'recovery',
    {
      name: 'lodgewire_recovery_open_seconds',
      help: 'Time since a restore was declared of which accounts are not reconciled yet; 0 when all are.',
    },
    ({ openSeconds }) => plain(openSeconds),
  ),
  gauge(
    'schema',
    {
      name: 'lodgewire_pending_migrations',
      help: 'Migrations that this version has and the database has not.',
    },
    ({ pending }) => plain(pending.length),
  ),
  gauge(
    'processes',
    {
      name: 'lodgewire_mixed_versions_seconds',
      help: 'Time for which processes of several versions have run side by side; 0 when all have one version.',
    },
    (processes) => plain(mixedVersionSeconds(processes)),
  ),
  gauge(
    'database',
    {
      name: 'lodgewire_clock_ahead_seconds',
      help: 'How far this machine is ahead of the clock of its database; negative when it is behind.',
    },
    ({ aheadSeconds }) => plain(aheadSeconds),
  ),
  gauge(
    'disk',
    {
      name: 'lodgewire_data_disk_free_bytes',
      help: 'Space that is free for DATA_DIR.',
    },
    ({ free }) => plain(free),
  ),
  gauge(
    'disk',
    {
      name: 'lodgewire_data_disk_size_bytes',
      help: 'Size of the disk of DATA_DIR.',
    },
    ({ size }) => plain(size),
  ),
  gauge(
    'certificates',
    {
      name: 'lodgewire_certificate_expires_seconds',
      help: 'Time until the certificate of the public address or of the database ends.',
      labelNames: ['name'],
    },
    (certificates) => certificates.map(({ name, seconds: value }) => ({ labels: { name }, value })),
  ),
  gauge(
    'backups',
    {
      name: 'lodgewire_backup_last_success_timestamp_seconds',
      help: 'Moment of the last backup in BACKUP_TO, in seconds since 1970; 0 before the first. Absent without BACKUP_TO.',
    },
    (backups) => (backups === null ? [] : plain(Date.parse(backups.last?.succeeded_at ?? neverAt) / 1000)),
  ),
]

/** The readings of a metric, of those labels alone. */
export function readGauge(
  name: string,
  figures: Partial<ConditionFigures>,
  only: Record<string, string> = {},
): ConditionReading[] {
  const found = conditionGauges.find((one) => one.name === name)
  if (!found) throw new Error(`there is no metric ${name}`)
  return found
    .read(figures)
    .filter(({ labels }) => Object.entries(only).every(([label, value]) => labels[label] === value))
}
