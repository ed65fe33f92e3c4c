import { wrapAnsi } from 'fast-wrap-ansi'
import { connectors } from '../connectors/index.ts'
import { assertVendors, loadConfig } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import { serverVersion } from '../platform/version.ts'
import { commandLog } from './command-log.ts'
import { action } from './command.ts'
import { appWebhooksCheck } from './doctor/app-webhooks.ts'
import { dataFolderCheck, diskCheck } from './doctor/data-folder.ts'
import { conditionsCheck } from './doctor/conditions.ts'
import { backupsCheck } from './doctor/backups.ts'
import { databaseCheck } from './doctor/database.ts'
import { fail, messageOf } from './doctor/finding.ts'
import { keptCountsCheck } from './doctor/kept-counts.ts'
import { keysCheck } from './doctor/keys.ts'
import type { DoctorFinding } from './doctor/finding.ts'
import { clockCheck, outsideCheck } from './doctor/outside.ts'
import { portCheck, settingsCheck } from './doctor/settings.ts'
import { paint, print, printJson, screenWidth } from './print.ts'

const checks = [
  settingsCheck,
  portCheck,
  dataFolderCheck,
  diskCheck,
  databaseCheck,
  keysCheck,
  keptCountsCheck,
  conditionsCheck,
  backupsCheck,
  appWebhooksCheck,
  clockCheck,
  outsideCheck,
]

interface CheckResult {
  name: string
  findings: DoctorFinding[]
}

export const doctor = action({
  examples: ['doctor', 'doctor --json'],
  options: { json: { type: 'boolean', summary: 'Print the findings as JSON, for scripts and monitoring' } },
  more: 'It changes nothing. Exit status: 0 nothing failed (warnings are no failures), 1 a check failed. docs/operate/command-line.md describes the JSON.',
  async run({ json }) {
    const results: CheckResult[] = []
    for await (const result of examine()) {
      results.push(result)
      if (!json) for (const finding of result.findings) show(result.name, finding)
    }
    if (json) printJson(reportOf(results))
    else print(`\n${summaryOf(results)}`)
    if (levelOf(results.flatMap(({ findings }) => findings)) === 'fail') process.exitCode = 1
  },
})

async function* examine(): AsyncGenerator<CheckResult> {
  const config = readSettings()
  if (!('dataDir' in config)) return yield { name: 'settings', findings: [config] }
  const log = commandLog()
  for (const { name, run } of checks) {
    const findings = await run(config, log).catch((error) => [
      fail(messageOf(error), 'This check itself failed.'),
    ])
    yield { name, findings }
  }
}

function readSettings(): Config | DoctorFinding {
  try {
    const config = loadConfig()
    assertVendors(config, Object.keys(connectors))
    return config
  } catch (error) {
    return fail(messageOf(error), 'Correct the value; docs/operate/configuration.md lists all settings.')
  }
}

/** Returns the worst level; a check without findings counts as skipped. */
function levelOf(findings: readonly DoctorFinding[]): DoctorFinding['level'] | 'skip' {
  return (
    (['fail', 'warn', 'ok'] as const).find((level) => findings.some((one) => one.level === level)) ?? 'skip'
  )
}

/** docs/operate/command-line.md describes this form: fields may be added, but none removed. */
function reportOf(results: readonly CheckResult[]) {
  return {
    version: serverVersion,
    level: levelOf(results.flatMap(({ findings }) => findings)),
    checks: results.map(({ name, findings }) => ({
      name: name.replaceAll(' ', '_'),
      level: levelOf(findings),
      findings: findings.map((finding) => ({
        ...{ level: finding.level, message: finding.found },
        advice: finding.level === 'ok' ? null : finding.advice,
        ...(finding.level !== 'ok' && finding.condition ? { condition: finding.condition } : {}),
      })),
    })),
  }
}

function summaryOf(results: readonly CheckResult[]): string {
  const count = (level: DoctorFinding['level']) =>
    results.flatMap(({ findings }) => findings).filter((one) => one.level === level).length
  const [failed, warned] = [count('fail'), count('warn')]
  if (failed + warned === 0) return paint('green', 'Everything is in order.')
  const told = [
    ...(failed > 0 ? [paint('red', `${failed} failed`)] : []),
    ...(warned > 0 ? [paint('yellow', `${warned} ${warned === 1 ? 'warning' : 'warnings'}`)] : []),
  ]
  return `${told.join(', ')}.`
}

const colours = { ok: 'green', warn: 'yellow', fail: 'red' } as const
const nameWidth = Math.max(...checks.map(({ name }) => name.length))
const indent = ' '.repeat(nameWidth + 8)

function show(name: string, finding: DoctorFinding): void {
  const { level, found } = finding
  print(`${paint(colours[level], level.padEnd(4))}  ${name.padEnd(nameWidth)}  ${beside(found)}`)
  if (finding.level !== 'ok') print(`${indent}${beside(finding.advice)}`)
}

function beside(text: string): string {
  const room = screenWidth()
  return room === undefined
    ? text
    : wrapAnsi(text, Math.max(30, room - indent.length)).replaceAll('\n', `\n${indent}`)
}
