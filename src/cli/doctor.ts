import { connectors } from '../connectors/index.ts'
import { assertVendors, loadConfig } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import { commandLog } from './command-log.ts'
import { action } from './command.ts'
import { appWebhooksCheck } from './doctor/app-webhooks.ts'
import { dataFolderCheck, diskCheck } from './doctor/data-folder.ts'
import { databaseCheck } from './doctor/database.ts'
import { fail, messageOf } from './doctor/finding.ts'
import { keptCountsCheck } from './doctor/kept-counts.ts'
import { keysCheck } from './doctor/keys.ts'
import type { Finding } from './doctor/finding.ts'
import { clockCheck, outsideCheck } from './doctor/outside.ts'
import { portCheck, settingsCheck } from './doctor/settings.ts'
import { print } from './print.ts'

const checks = [
  settingsCheck,
  portCheck,
  dataFolderCheck,
  diskCheck,
  databaseCheck,
  keysCheck,
  keptCountsCheck,
  appWebhooksCheck,
  clockCheck,
  outsideCheck,
]

export const doctor = action({
  async run() {
    const config = readSettings()
    if (!config) return
    const log = commandLog()
    for (const { name, run } of checks) {
      const findings = await run(config, log).catch((error) => [
        fail(messageOf(error), 'This check itself failed.'),
      ])
      for (const finding of findings) show(name, finding)
    }
  },
})

function readSettings(): Config | null {
  try {
    const config = loadConfig()
    assertVendors(config, Object.keys(connectors))
    return config
  } catch (error) {
    show(
      'settings',
      fail(messageOf(error), 'Correct the value; docs/operate/configuration.md lists all settings.'),
    )
    return null
  }
}

const nameWidth = Math.max(...checks.map(({ name }) => name.length))

function show(name: string, finding: Finding): void {
  print(`${finding.level.padEnd(4)}  ${name.padEnd(nameWidth)}  ${finding.found}`)
  if (finding.level !== 'ok') print(`${' '.repeat(nameWidth + 8)}${finding.advice}`)
  if (finding.level === 'fail') process.exitCode = 1
}
