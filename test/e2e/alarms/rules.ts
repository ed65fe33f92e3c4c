/** The rules for Prometheus as the repository has them, and what their tests share. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { root } from '../../harness/child.ts'
import { withoutTools } from '../../harness/tools.ts'

export const run = promisify(execFile)
export const rulesFolder = path.join(root, 'deploy/prometheus')
export const rulesFile = path.join(rulesFolder, 'lodgewire.rules.yml')

export interface AlertRule {
  alert: string
  expr: string
  annotations: { runbook_url: string }
}

export const rules = (
  parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: AlertRule[] }[] }
).groups.flatMap((group) => group.rules)

/** `backup.test.ts` fires it, because only a server with a private PostgreSQL makes backups. */
export const alertOfBackups = 'LodgewireBackupTooOld'

/** Names of the server's metrics in an expression. */
export const metricsIn = (text: string) =>
  new Set([...text.matchAll(/\blodgewire_[a-z_]+/g)].map(([name]) => name))

export const skip = withoutTools('Rules for Prometheus are', ['promtool', 'prometheus'])
