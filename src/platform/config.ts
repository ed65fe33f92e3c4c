/** Reads the settings of a process from its environment and its `.env` file. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { didYouMean } from './did-you-mean.ts'
import { settings, type SettingDefinitions } from './settings/all-settings.ts'
import type { SettingDefinition } from './settings/setting-definition.ts'

export class ConfigError extends Error {
  override name = 'ConfigError'
}

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

/** Only the private PostgreSQL and its files are backed up here. */
export function assertBackups({ databaseUrl, backupTo, backupAt, backupEncryptTo }: Config): void {
  if (backupTo === undefined && backupAt !== undefined)
    throw new ConfigError('BACKUP_AT: BACKUP_TO is not set, so it is not known where backups go.')
  if (backupTo === undefined) return
  if (databaseUrl !== undefined)
    throw new ConfigError(
      'BACKUP_TO: DATABASE_URL names a PostgreSQL of your own, which has its own backups (docs/operate/backups.md). Unset one of them.',
    )
  if ('bucket' in backupTo && backupEncryptTo === undefined)
    throw new ConfigError(
      'BACKUP_TO: it is a bucket, and an archive holds the encryption key. Set BACKUP_ENCRYPT_TO to public keys of age, or to the word unencrypted.',
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
