/** Conditions of the machines that the server runs on, and of what stands beside it. */
import { backupTooOldSeconds } from '../../../platform/backups/last-backup.ts'
import type { AlarmCondition } from './alarm-condition.ts'
import { readGauge } from './condition-gauges.ts'
import { backupReadings, clockReadings, diskReadings, replicaReadings } from './machine-readings.ts'

/** A disk with less than the share or less than the bytes is full soon. */
const leastFree = { share: 0.1, bytes: 2e9 }

const day = 86_400

export const machineConditions: readonly AlarmCondition[] = [
  {
    name: 'LodgewireDiskFilling',
    severity: 'critical',
    summary: 'The disk fills up',
    description: 'The disk of DATA_DIR at {{ $labels.instance }} has little space left.',
    threshold: leastFree.share,
    unit: 'share',
    isBelow: true,
    expr: `lodgewire_data_disk_free_bytes / lodgewire_data_disk_size_bytes < $threshold or lodgewire_data_disk_free_bytes < ${leastFree.bytes}`,
    lasts: '5m',
    sources: ['disk', 'processes'],
    read: (report) => diskReadings(report, leastFree),
  },
  {
    name: 'LodgewireReplicaLeftOut',
    severity: 'warning',
    summary: 'A read replica is left out',
    description: '{{ $value }} read replicas lag or do not answer.',
    threshold: 0,
    unit: 'count',
    expr: 'max(lodgewire_read_replicas{state="left_out"}) > $threshold',
    lasts: '5m',
    sources: ['vitals', 'processes'],
    read: replicaReadings,
  },
  {
    name: 'LodgewireCertificateEnding',
    severity: 'warning',
    summary: 'A certificate ends soon',
    description: 'The certificate of {{ $labels.name }} ends in {{ $value | humanizeDuration }}.',
    threshold: 14 * day,
    unit: 'seconds',
    isBelow: true,
    expr: 'min by (name) (lodgewire_certificate_expires_seconds) < $threshold',
    sources: ['certificates'],
    read: ({ figures }) => readGauge('lodgewire_certificate_expires_seconds', figures),
  },
  {
    name: 'LodgewireClockWrong',
    severity: 'critical',
    summary: 'A clock is wrong',
    description:
      'The clock of {{ $labels.instance }} differs from that of the database by {{ $value }} seconds.',
    threshold: 30,
    unit: 'seconds',
    expr: 'abs(lodgewire_clock_ahead_seconds) > $threshold',
    lasts: '2m',
    sources: ['database', 'processes'],
    read: clockReadings,
  },
  {
    name: 'LodgewireBackupTooOld',
    severity: 'warning',
    summary: 'The last backup is too old',
    description: 'The last backup in BACKUP_TO is from {{ $value | humanizeDuration }} ago.',
    threshold: backupTooOldSeconds,
    unit: 'seconds',
    isAge: true,
    expr: 'time() - max(lodgewire_backup_last_success_timestamp_seconds) > $threshold',
    lasts: '30m',
    sources: ['backups'],
    read: backupReadings,
  },
]
