import type { Config } from '../../platform/config.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { keyFileName } from '../../platform/key-file.ts'
import { commandLog } from '../command-log.ts'
import { databaseCheck } from '../doctor/database.ts'
import { keptCountsCheck } from '../doctor/kept-counts.ts'
import { keysCheck } from '../doctor/keys.ts'
import { print } from '../print.ts'

/** Opens the database, which completes itself from its log or refuses, and compares what is stored twice. */
export async function checkRestored(config: Config): Promise<void> {
  const log = commandLog()
  const hasKey = config.encryptionKey !== undefined || existsSync(path.join(config.dataDir, keyFileName))
  for (const check of [databaseCheck, ...(hasKey ? [keysCheck] : []), keptCountsCheck]) {
    for (const finding of await check.run(config, log)) {
      if (finding.level === 'fail')
        throw new Error(
          `The backup does not pass the check of its ${check.name}: ${finding.found} ${finding.advice}`,
        )
      print(`  ${finding.level.padEnd(4)}  ${check.name}: ${finding.found}`)
      if (finding.level === 'warn') print(`        ${finding.advice}`)
    }
  }
}
