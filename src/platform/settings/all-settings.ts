/** The only list of settings: `docs/operate/configuration.md` and `.env.example` are generated from it. */
import { aiSettings } from './ai-settings.ts'
import { backupSettings } from './backup-settings.ts'
import { billingSettings } from './billing-settings.ts'
import { databaseSettings } from './database-settings.ts'
import { fileSettings } from './file-settings.ts'
import { httpSettings } from './http-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { metricsSettings } from './metrics-settings.ts'
import { partnerSettings } from './partner-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import { serverSettings } from './server-settings.ts'
import { syncSettings } from './sync-settings.ts'
import { tracingSettings } from './tracing-settings.ts'

/** By what a reader looks for. */
export const settingGroups = {
  Server: serverSettings,
  Database: databaseSettings,
  'Connections and proxies': httpSettings,
  Files: fileSettings,
  'Reading from connected accounts': syncSettings,
  'Partner accounts at booking channels': partnerSettings,
  'Limits and plans': limitSettings,
  'Billing through Stripe': billingSettings,
  'E-mail': mailSettings,
  AI: aiSettings,
  'How long data is kept': retentionSettings,
  Backups: backupSettings,
  Metrics: metricsSettings,
  Traces: tracingSettings,
}

type Group = (typeof settingGroups)[keyof typeof settingGroups]
type Together<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void
  ? All
  : never
export type SettingDefinitions = Together<Group>

export const settings = Object.assign({}, ...Object.values(settingGroups)) as SettingDefinitions
