/** The metrics that alarms rest on. deploy/prometheus has the rules, docs/operate/alarms.md what to do. */
import { statfs } from 'node:fs/promises'
import { timedRead } from '../../../platform/timed-read-sql.ts'
import type { Services } from '../../../services.ts'
import { failedTurns, stalledAfterMs } from '../health/parts-rules.ts'
import { stalledWebhookCounts } from '../health/parts-queries.ts'
import { CertificateWatch } from './certificate-watch.ts'
import { accountFigures, deprecationFigures, workFigures } from './condition-queries.ts'

/** Prometheus gives up after ten seconds and would then lose the process's own metrics too. */
const patienceMs = 2_000
/** Scrapes of several Prometheus servers use the same figures. */
const freshMs = 5_000

type GaugeServices = Pick<Services, 'db' | 'clock' | 'config'>

interface Reading {
  labels: Record<string, string>
  value: number
}

interface ConditionGauge {
  name: string
  help: string
  labelNames: readonly string[]
  read(figures: Figures): Reading[]
}

interface Figures {
  accounts: Awaited<ReturnType<typeof accountFigures>>
  deprecations: Awaited<ReturnType<typeof deprecationFigures>>
  work: Awaited<ReturnType<typeof workFigures>>
  deliveryDueSeconds: number
  clockAheadSeconds: number
  disk: { free: number; size: number } | null
  certificates: { name: string; seconds: number }[]
}

const plain = (value: number): Reading[] => [{ labels: {}, value }]

/** Every rule names one of these or another metric of the server; a test compares them. */
export const conditionGauges: readonly ConditionGauge[] = [
  {
    name: 'lodgewire_accounts',
    help: 'Accounts at a provider: those that are read, those of them whose last three turns failed, and those that need a person.',
    labelNames: ['provider', 'state'],
    read: ({ accounts }) =>
      accounts.flatMap(({ provider, active, failing, refused }) =>
        Object.entries({ active, failing, refused }).map(([state, value]) => ({
          labels: { provider, state },
          value,
        })),
      ),
  },
  {
    name: 'lodgewire_account_oldest_read_seconds',
    help: 'Time since the account of a provider that waits longest was read with success.',
    labelNames: ['provider'],
    read: ({ accounts }) =>
      accounts.map(({ provider, oldest_read_seconds: value }) => ({ labels: { provider }, value })),
  },
  {
    name: 'lodgewire_vendor_deprecations',
    help: 'Different calls made in the last 30 days whose end their provider announces in its answers.',
    labelNames: ['provider'],
    read: ({ deprecations }) =>
      deprecations.map(({ provider, calls: value }) => ({ labels: { provider }, value })),
  },
  {
    name: 'lodgewire_vendor_deprecation_ends_seconds',
    help: 'Time until the first of these calls ends; negative once it has. Absent while no date is known.',
    labelNames: ['provider'],
    read: ({ deprecations }) =>
      deprecations.flatMap(({ provider, ends_seconds: value }) =>
        value === null ? [] : [{ labels: { provider }, value }],
      ),
  },
  {
    name: 'lodgewire_exposed_night_oldest_seconds',
    help: 'Time for which a sold night has been open on a channel; 0 when there is none.',
    labelNames: [],
    read: ({ work }) => plain(work.exposed_seconds),
  },
  {
    name: 'lodgewire_double_sales',
    help: 'Stays to come or under way that overlap another one of the same unit; up to 10000 are counted.',
    labelNames: [],
    read: ({ work }) => plain(work.double_sales),
  },
  {
    name: 'lodgewire_delivery_oldest_due_seconds',
    help: 'Time for which a delivery to a webhook has been due and no worker has tried it.',
    labelNames: [],
    read: ({ deliveryDueSeconds }) => plain(deliveryDueSeconds),
  },
  {
    name: 'lodgewire_failing_webhooks',
    help: 'Webhooks whose last deliveries were given up.',
    labelNames: [],
    read: ({ work }) => plain(work.failing_webhooks),
  },
  {
    name: 'lodgewire_sync_oldest_due_seconds',
    help: 'Time for which the turn of an account has been due and no worker has taken it.',
    labelNames: [],
    read: ({ work }) => plain(Math.max(0, work.sync_due_seconds)),
  },
  {
    name: 'lodgewire_provider_blocked_seconds',
    help: 'Time until a provider that refuses more calls may be called again; 0 when none does.',
    labelNames: [],
    read: ({ work }) => plain(Math.max(0, work.blocked_seconds)),
  },
  {
    name: 'lodgewire_clock_ahead_seconds',
    help: 'How far this machine is ahead of the clock of its database; negative when it is behind.',
    labelNames: [],
    read: ({ clockAheadSeconds }) => plain(clockAheadSeconds),
  },
  {
    name: 'lodgewire_data_disk_free_bytes',
    help: 'Space that is free for DATA_DIR.',
    labelNames: [],
    read: ({ disk }) => (disk === null ? [] : plain(disk.free)),
  },
  {
    name: 'lodgewire_data_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR.',
    labelNames: [],
    read: ({ disk }) => (disk === null ? [] : plain(disk.size)),
  },
  {
    name: 'lodgewire_certificate_expires_seconds',
    help: 'Time until the certificate of the public address or of the database ends.',
    labelNames: ['name'],
    read: ({ certificates }) => certificates.map(({ name, seconds: value }) => ({ labels: { name }, value })),
  },
]

async function readFigures(services: GaugeServices, watch: CertificateWatch): Promise<Figures> {
  const { db, clock, config } = services
  const now = clock.now()
  const [disk, certificates, ofDatabase] = await Promise.all([
    statfs(config.dataDir).then(
      ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, size: blocks * bsize }),
      // With a database of its own a server may never have made this folder; the other figures matter all the same.
      () => null,
    ),
    watch.read(now),
    timedRead(db, patienceMs, async (tx) => ({
      accounts: await accountFigures(tx, now, failedTurns),
      deprecations: await deprecationFigures(tx, now),
      work: await workFigures(tx, now),
      late: await stalledWebhookCounts(tx, new Date(now.getTime() - stalledAfterMs)),
    })),
  ])
  const { accounts, deprecations, work, late } = ofDatabase
  return {
    ...{ accounts, deprecations, work, disk, certificates },
    deliveryDueSeconds: late.oldest_due === null ? 0 : (now.getTime() - late.oldest_due.getTime()) / 1000,
    clockAheadSeconds: (now.getTime() - work.database_now.getTime()) / 1000,
  }
}

/** Returns a reader whose figures several gauges and scrapes share; without the database they are null. */
export function createConditionReader(services: GaugeServices): () => Promise<Figures | null> {
  const watch = new CertificateWatch(services.config)
  let latest: { at: number; figures: Promise<Figures | null> } | undefined
  return () => {
    const at = services.clock.monotonicMs()
    if (latest === undefined || at - latest.at > freshMs)
      latest = { at, figures: readFigures(services, watch).catch(() => null) }
    return latest.figures
  }
}
