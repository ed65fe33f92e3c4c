/**
 * Series in which each alert fires and rests, for `promtool test rules`. A fault lasts from minute 60 to 110 of a day that is normal
 * otherwise.
 */

/** Values of a normal day: `1x171` stands for a hundred and seventy-one minutes of 1 after the first. */
export const normalDay: Readonly<Record<string, string>> = {
  'up{job="lodgewire",instance="a"}': '1x171',
  'lodgewire_double_sales{instance="a"}': '0x171',
  'lodgewire_account_oldest_read_seconds{instance="a",provider="hostaway"}': '200x171',
  'lodgewire_accounts{instance="a",provider="hostaway",state="refused"}': '0x171',
  'lodgewire_accounts{instance="a",provider="hostaway",state="failing"}': '0x171',
  'lodgewire_exposed_night_oldest_seconds{instance="a"}': '0x171',
  'lodgewire_delivery_oldest_due_seconds{instance="a"}': '0x171',
  'lodgewire_failing_webhooks{instance="a"}': '0x171',
  'lodgewire_sync_oldest_due_seconds{instance="a"}': '0x171',
  'lodgewire_provider_blocked_seconds{instance="a"}': '0x171',
  'lodgewire_open_write_oldest_seconds{instance="a"}': '20x171',
  'lodgewire_recovery_open_seconds{instance="a"}': '0x171',
  'lodgewire_pending_migrations{instance="a"}': '0x171',
  'lodgewire_mixed_versions_seconds{instance="a"}': '0x171',
  'lodgewire_data_disk_free_bytes{instance="a"}': '50000000000x171',
  'lodgewire_data_disk_size_bytes{instance="a"}': '100000000000x171',
  'lodgewire_read_replicas{instance="a",state="left_out"}': '0x171',
  'lodgewire_certificate_expires_seconds{instance="a",name="public_url"}': '5000000x171',
  'lodgewire_clock_ahead_seconds{instance="a"}': '0.2x171',
  'lodgewire_backup_last_success_timestamp_seconds{instance="a"}': '0+60x171',
  'lodgewire_http_requests_total{instance="a",status="200"}': '0+600x171',
  'lodgewire_http_requests_total{instance="a",status="500"}': '0+1x171',
}

export interface AlertProof {
  /** Series that differ from the normal day. */
  fault: Readonly<Record<string, string>>
  /** Labels of the alert beside its severity. */
  labels: Readonly<Record<string, string>>
  description: string
}

export const alertProofs: Readonly<Record<string, AlertProof>> = {
  LodgewireDown: {
    fault: { 'up{job="lodgewire",instance="a"}': '1x59 0x50 1x60' },
    labels: { job: 'lodgewire', instance: 'a' },
    description: 'a has not answered for two minutes.',
  },
  LodgewireDatabaseSilent: {
    fault: { 'lodgewire_double_sales{instance="a"}': '0x59 _x51 0x60' },
    labels: {},
    description: 'No process could read its figures from the database for two minutes.',
  },
  LodgewireErrors: {
    fault: { 'lodgewire_http_requests_total{instance="a",status="500"}': '0x59 0+60x50 3000x60' },
    labels: {},
    description: '9.091% of the requests are answered with an error of the server.',
  },
  LodgewireMigrationsPending: {
    // Longer than the hour that an upgrade may take.
    fault: { 'lodgewire_pending_migrations{instance="a"}': '0x30 2x80 0x60' },
    labels: {},
    description: '2 migrations of this version are not applied.',
  },
  LodgewireVersionsMixed: {
    fault: { 'lodgewire_mixed_versions_seconds{instance="a"}': '0x59 4000x50 0x60' },
    labels: {},
    description: 'Processes of several versions have run side by side for 1h 6m 40s.',
  },
  LodgewireAccountStale: {
    fault: {
      'lodgewire_account_oldest_read_seconds{instance="a",provider="hostaway"}': '200x59 4000x50 200x60',
    },
    labels: { provider: 'hostaway' },
    description: 'An account at hostaway was not read for 1h 6m 40s.',
  },
  LodgewireAccountRefused: {
    fault: { 'lodgewire_accounts{instance="a",provider="hostaway",state="refused"}': '0x59 1x50 0x60' },
    labels: { provider: 'hostaway' },
    description: '1 accounts at hostaway refuse the server.',
  },
  LodgewireImportFailing: {
    fault: { 'lodgewire_accounts{instance="a",provider="hostaway",state="failing"}': '0x59 2x50 0x60' },
    labels: { provider: 'hostaway' },
    description: 'The last three turns of 2 accounts at hostaway failed.',
  },
  LodgewireExposedNight: {
    fault: { 'lodgewire_exposed_night_oldest_seconds{instance="a"}': '0x59 360x50 0x60' },
    labels: {},
    description: 'A sold night has been open on a channel for 6m 0s.',
  },
  LodgewireDoubleSale: {
    fault: { 'lodgewire_double_sales{instance="a"}': '0x59 1x50 0x60' },
    labels: {},
    description: '1 stays overlap another one of the same unit.',
  },
  LodgewireDeliveryBacklog: {
    fault: { 'lodgewire_delivery_oldest_due_seconds{instance="a"}': '0x59 90x50 0x60' },
    labels: {},
    description: 'A delivery has been due for 1m 30s, and no worker has tried it.',
  },
  LodgewireWebhookFailing: {
    fault: { 'lodgewire_failing_webhooks{instance="a"}': '0x59 1x50 0x60' },
    labels: {},
    description: 'The last deliveries of 1 webhooks were given up.',
  },
  LodgewireSyncLate: {
    fault: { 'lodgewire_sync_oldest_due_seconds{instance="a"}': '0x59 400x50 0x60' },
    labels: {},
    description: 'The turn of an account has been due for 6m 40s.',
  },
  LodgewireProviderQuota: {
    fault: { 'lodgewire_provider_blocked_seconds{instance="a"}': '0x59 1800x50 0x60' },
    labels: {},
    description: 'A provider takes calls again in 30m 0s.',
  },
  LodgewireWriteOpen: {
    fault: { 'lodgewire_open_write_oldest_seconds{instance="a"}': '20x59 7200x50 20x60' },
    labels: {},
    description: 'What became of a write to a provider has not been known for 2h 0m 0s.',
  },
  LodgewireRecoveryOpen: {
    fault: { 'lodgewire_recovery_open_seconds{instance="a"}': '0x59 5400x50 0x60' },
    labels: {},
    description:
      'Accounts have not been reconciled for 1h 30m 0s since the server was restored from a backup.',
  },
  LodgewireDiskFilling: {
    fault: { 'lodgewire_data_disk_free_bytes{instance="a"}': '50000000000x59 9000000000x50 50000000000x60' },
    labels: { instance: 'a' },
    description: 'The disk of DATA_DIR at a has little space left.',
  },
  LodgewireReplicaLeftOut: {
    fault: { 'lodgewire_read_replicas{instance="a",state="left_out"}': '0x59 1x50 0x60' },
    labels: {},
    description: '1 read replicas lag or do not answer.',
  },
  LodgewireCertificateEnding: {
    fault: {
      'lodgewire_certificate_expires_seconds{instance="a",name="public_url"}':
        '5000000x59 86400x50 5000000x60',
    },
    labels: { name: 'public_url' },
    description: 'The certificate of public_url ends in 1d 0h 0m 0s.',
  },
  LodgewireClockWrong: {
    fault: { 'lodgewire_clock_ahead_seconds{instance="a"}': '0.2x59 -45x50 0.2x60' },
    labels: { instance: 'a' },
    description: 'The clock of a differs from that of the database by 45 seconds.',
  },
  LodgewireBackupTooOld: {
    fault: {
      'lodgewire_backup_last_success_timestamp_seconds{instance="a"}': '0+60x59 -100000x50 6600+60x60',
    },
    labels: {},
    description: 'The last backup in BACKUP_TO is from 1d 5h 31m 40s ago.',
  },
}
