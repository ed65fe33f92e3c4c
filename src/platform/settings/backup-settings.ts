/** Settings of backups of the private database and its files. */
import {
  keepRuleForm,
  parseKeepRule,
  parseRecipients,
  parseStoreAddress,
  storeAddressForm,
} from './backup-parsers.ts'
import { httpUrl, text } from './parsers.ts'
import { optional } from './setting-definition.ts'

export const backupSettings = {
  backupTo: optional({
    name: 'BACKUP_TO',
    parse: parseStoreAddress,
    default: null,
    whenUnset: 'no backup is made unless a command names its place',
    description: `Backup store: ${storeAddressForm}. It is for one server alone; a folder has to exist.`,
    example: 's3://lodgewire-backups/production',
  }),
  backupAt: optional({
    name: 'BACKUP_AT',
    parse: (value: string) => {
      const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? []
      if (minutes === undefined) throw new Error('a time of UTC from 00:00 to 23:59, such as 03:15')
      return { hours: Number(hours), minutes: Number(minutes) }
    },
    default: null,
    whenUnset: 'the server makes no backup by itself',
    description:
      'Time of day, in UTC, at which the server makes a backup in `BACKUP_TO`. It makes up for a missed one at its start.',
    example: '03:15',
  }),
  backupEncryptTo: optional({
    name: 'BACKUP_ENCRYPT_TO',
    parse: parseRecipients,
    default: null,
    whenUnset: 'backups in a folder are not encrypted, and none is made in a bucket',
    description:
      'Public keys of age (`age1…`, comma-separated) that backups are encrypted for. Each of their secret keys opens a backup; keep one away from this machine. `unencrypted` allows a bucket without encryption.',
    example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  }),
  backupKeep: optional({
    name: 'BACKUP_KEEP',
    parse: parseKeepRule,
    default: null,
    whenUnset: 'every backup is kept',
    description: `Which backups are kept when a new one is complete: ${keepRuleForm}. The newest of each of the last 7 days that have a backup, of 4 weeks, and of 12 months.`,
    example: '7d,4w,12m',
  }),
  backupS3Endpoint: optional({
    name: 'BACKUP_S3_ENDPOINT',
    parse: httpUrl,
    default: null,
    whenUnset: 'that of S3_ENDPOINT',
    description: 'Address of another service with an S3-compatible API for backups.',
    example: 'https://minio.example.com:9000',
  }),
  backupS3Region: optional({
    name: 'BACKUP_S3_REGION',
    parse: text(/^[a-z0-9-]{1,40}$/, 'the name of a region'),
    default: null,
    whenUnset: 'that of S3_REGION',
    description: 'Region of the bucket of backups.',
    example: 'eu-central-1',
  }),
  backupS3AccessKeyId: optional({
    name: 'BACKUP_S3_ACCESS_KEY_ID',
    parse: text(/^\S{1,200}$/, 'an access key id'),
    default: null,
    whenUnset: 'that of S3_ACCESS_KEY_ID',
    description:
      'Access key that may list the bucket of backups, and read, write and delete its objects. Best of an account that nothing else on this machine can use.',
    example: 'the id of an access key',
  }),
  backupS3SecretAccessKey: optional({
    name: 'BACKUP_S3_SECRET_ACCESS_KEY',
    parse: text(/^\S{1,200}$/, 'a secret access key'),
    default: null,
    whenUnset: 'that of S3_SECRET_ACCESS_KEY',
    description: 'Secret of the access key of backups.',
    example: 'its secret',
    secret: true,
  }),
}
