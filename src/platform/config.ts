import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { aiSettings } from './config-ai.ts'
import { billingSettings } from './config-billing.ts'
import { databaseSettings } from './config-database.ts'
import { assertKeyRing } from './key-ring.ts'
import { httpSettings } from './config-http.ts'
import { mailSettings } from './config-mail.ts'
import { limitSettings } from './config-limits.ts'
import { partnerSettings } from './config-partners.ts'
import { tracingSettings } from './config-tracing.ts'
import { optional, required, type SettingDefinition } from './config-setting.ts'
import { flag, httpUrl, integer, keyedUrls, oneOf, setOf, text } from './config-parsers.ts'
import { didYouMean } from './did-you-mean.ts'

export class ConfigError extends Error {
  override name = 'ConfigError'
}

const roles = ['api', 'worker'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The only list of settings: `docs/operate/configuration.md` and `.env.example` are generated from it. */
export const settings = {
  port: required({
    name: 'PORT',
    parse: integer(0, 65_535),
    default: '4000',
    description: 'TCP port the server listens on. 0 takes any free port.',
    example: '8080',
  }),
  host: required({
    name: 'HOST',
    parse: text(
      /^[A-Za-z0-9.:_-]+$/,
      'an address or host name of this machine, such as 127.0.0.1 or 0.0.0.0',
    ),
    default: '127.0.0.1',
    description: 'Address the server listens on. 0.0.0.0 makes it reachable from other machines.',
    example: '0.0.0.0',
  }),
  publicUrl: optional({
    name: 'PUBLIC_URL',
    parse: httpUrl,
    default: null,
    whenUnset: 'made from HOST and PORT',
    description: 'Address under which clients reach the server; links in answers and webhooks start with it.',
    example: 'https://api.example.com',
  }),
  dataDir: required({
    name: 'DATA_DIR',
    parse: (value) => path.resolve(value),
    default: './data',
    description: 'Folder for the private database, the encryption key and the first keys. Back it up.',
    example: '/srv/lodgewire',
  }),
  ...databaseSettings,
  roles: required({
    name: 'ROLES',
    parse: setOf(roles),
    default: 'api,worker',
    description: 'What this process does: `api` answers requests, `worker` runs imports and deliveries.',
    example: 'worker',
  }),
  serviceName: required({
    name: 'SERVICE_NAME',
    parse: text(
      /^[A-Za-z][A-Za-z0-9-]{0,30}$/,
      'letters, digits and hyphens, starting with a letter, at most 31',
    ),
    default: 'Repull',
    description: 'Name in header prefixes: `Repull` gives `X-Repull-Signature` and its like.',
    example: 'Lodgewire',
  }),
  logLevel: required({
    name: 'LOG_LEVEL',
    parse: oneOf(logLevels),
    default: 'info',
    description: 'Least important kind of log line that is written.',
    example: 'debug',
  }),
  ...httpSettings,
  ...limitSettings,
  ...mailSettings,
  encryptionKey: optional({
    name: 'ENCRYPTION_KEY',
    parse: assertKeyRing,
    default: null,
    whenUnset: 'created on the first start in DATA_DIR/encryption.key',
    description:
      'Key for credentials at rest: 32 bytes in base64 or hex. Several as `id:key,id:key`; the first encrypts.',
    example: 'the output of `openssl rand -base64 32`',
    secret: true,
  }),
  vendorBaseUrls: required({
    name: 'VENDOR_BASE_URLS',
    parse: keyedUrls,
    default: '',
    description: 'Points connectors at other addresses, for a simulator or a proxy.',
    example: 'hostaway=http://127.0.0.1:4101',
  }),
  ...partnerSettings,
  ...aiSettings,
  ...billingSettings,
  s3Bucket: optional({
    name: 'S3_BUCKET',
    parse: text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket: 3 to 63 of a-z, 0-9, . and -'),
    default: null,
    whenUnset: 'photos and attachments are files in DATA_DIR/files',
    description:
      'Bucket for photos and attachments. Several machines that share a database need one. Set the key with it.',
    example: 'lodgewire-files',
  }),
  s3Endpoint: optional({
    name: 'S3_ENDPOINT',
    parse: httpUrl,
    default: null,
    whenUnset: 'Amazon S3 in S3_REGION',
    description: 'Address of a service that speaks the S3 protocol, such as MinIO.',
    example: 'https://minio.example.com:9000',
  }),
  s3Region: required({
    name: 'S3_REGION',
    parse: text(/^[a-z0-9-]{1,40}$/, 'the name of a region'),
    default: 'us-east-1',
    description: 'Region of the bucket.',
    example: 'eu-central-1',
  }),
  s3AccessKeyId: optional({
    name: 'S3_ACCESS_KEY_ID',
    parse: text(/^\S{1,200}$/, 'an access key id'),
    default: null,
    whenUnset: 'needed with S3_BUCKET',
    description:
      'Access key that may list the bucket, and read, write and delete its objects. Where it may not list, Amazon S3 says 403 of a file that is missing.',
    example: 'the id of an access key',
  }),
  s3SecretAccessKey: optional({
    name: 'S3_SECRET_ACCESS_KEY',
    parse: text(/^\S{1,200}$/, 'a secret access key'),
    default: null,
    whenUnset: 'needed with S3_BUCKET',
    description: 'Secret of that access key.',
    example: 'its secret',
    secret: true,
  }),
  allowPrivateTargets: required({
    name: 'ALLOW_PRIVATE_TARGETS',
    parse: flag,
    default: 'false',
    description:
      'Development switch: webhook targets and attachment addresses may be on loopback or private networks.',
    example: 'true',
  }),
  maxKeys: required({
    name: 'MAX_KEYS',
    parse: integer(1, 100_000),
    default: '200',
    description:
      'Keys that a workspace may have at a time, and its sandbox as many again. Revoked and expired ones do not count.',
    example: '500',
  }),
  eventRetentionDays: required({
    name: 'EVENT_RETENTION_DAYS',
    parse: integer(31, 3_650),
    default: '90',
    description: 'How long events stay readable under `/v1/events`. Deliveries are kept for 30 days.',
    example: '365',
  }),
  historyRetentionDays: optional({
    name: 'HISTORY_RETENTION_DAYS',
    parse: integer(31, 36_500),
    default: null,
    whenUnset: 'as long as the records',
    description:
      'How long changes of records stay readable under `…/history` and `as_of`, where a workspace says nothing else.',
    example: '1095',
  }),
  auditRetentionDays: required({
    name: 'AUDIT_RETENTION_DAYS',
    parse: integer(31, 3_650),
    default: '400',
    description: 'How long the lines of the audit log (`/v1/audit`) are kept.',
    example: '1095',
  }),
  requestLogDays: required({
    name: 'REQUEST_LOG_DAYS',
    parse: integer(1, 400),
    default: '30',
    description:
      'How long requests stay readable under `/v1/usage/logs`, in whole days of UTC. Up to a second of requests is lost with a process that is killed.',
    example: '90',
  }),
  ...tracingSettings,
  syncIntervalSeconds: required({
    name: 'SYNC_INTERVAL_SECONDS',
    parse: integer(1, 86_400),
    default: '60',
    description: 'Pause between two incremental reads of a connected account.',
    example: '300',
  }),
  exposedAfterSeconds: required({
    name: 'EXPOSED_AFTER_SECONDS',
    parse: integer(1, 86_400),
    default: '60',
    description: 'How long a sold night may stay open on a channel before `calendar.exposed` tells of it.',
    example: '30',
  }),
  reconciliationHours: required({
    name: 'RECONCILIATION_HOURS',
    parse: integer(1, 24),
    default: '24',
    description: 'Longest pause between two comparisons of all future stays with the provider.',
    example: '6',
  }),
}

type SettingDefinitions = typeof settings
/** A setting without a default value may be undefined. */
type SettingValue<S> =
  S extends SettingDefinition<infer T> ? (S extends { default: null } ? T | undefined : T) : never
export type Config = { readonly [K in keyof SettingDefinitions]: SettingValue<SettingDefinitions[K]> }

type Environment = Record<string, string | undefined>

/** Values of the process win over those of the `.env` file; an empty value counts as unset. */
export function loadConfig(env: Environment = process.env, envFile: string | null = '.env'): Config {
  const values = { ...readEnvFile(envFile), ...dropEmpty(env) }
  const entries = Object.entries(settings).map(([key, setting]) => [key, read(setting, values[setting.name])])
  return Object.freeze(Object.fromEntries(entries)) as Config
}

/** A direct address and replicas make sense only beside `DATABASE_URL`. */
export function assertDatabase({ databaseUrl, databaseDirectUrl, databaseReadUrls }: Config): void {
  if (databaseUrl !== undefined) return
  if (databaseReadUrls.length > 0)
    throw new ConfigError(
      'DATABASE_READ_URLS: they are replicas of the database of DATABASE_URL, which is not set. The private PostgreSQL has none.',
    )
  if (databaseDirectUrl === undefined) return
  throw new ConfigError(
    'DATABASE_DIRECT_URL: it is the way past the pooler of DATABASE_URL, which is not set. Set DATABASE_URL, alone where there is no pooler.',
  )
}

/** The platform does not know which vendors exist, so the caller passes them. */
export function assertVendors({ vendorBaseUrls }: Config, vendorNames: readonly string[]): void {
  const unknown = [...vendorBaseUrls.keys()].find((name) => !vendorNames.includes(name))
  if (unknown === undefined) return
  const suggestion = didYouMean(unknown, vendorNames)
  const hint = suggestion ? ` Did you mean "${suggestion}"?` : ''
  throw new ConfigError(
    `VENDOR_BASE_URLS: there is no vendor "${unknown}".${hint} Known: ${vendorNames.join(', ')}.`,
  )
}

/** Returns the URL to use when PUBLIC_URL is not set; `port` is the port really listened on. */
export function derivePublicUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function read(setting: SettingDefinition<unknown>, input: string | undefined): unknown {
  const value = input || setting.default
  if (value === null) return undefined
  try {
    return setting.parse(value)
  } catch (error) {
    const excerpt = setting.secret ? 'the given value (not shown)' : JSON.stringify(value)
    throw new ConfigError(`${setting.name}: ${excerpt} is not valid. Allowed: ${(error as Error).message}.`)
  }
}

function readEnvFile(file: string | null): Environment {
  if (file === null || !existsSync(file)) return {}
  try {
    return dropEmpty(parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))
  } catch (error) {
    throw new ConfigError(`The settings file ${file} cannot be read: ${(error as Error).message}`)
  }
}

function dropEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value))
}
