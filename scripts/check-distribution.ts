/**
 * `npm run check:distribution` judges whether a Citus coordinator could plan every statement the product sends, and would send it to one shard if it
 * names a workspace. It compares what it finds with the declared exceptions. It also refuses a statement that locks rows and returns something else beside
 * them, since that is old after a wait.
 */
import { readSource } from '../test/statements/source.ts'
import { sentStatements } from '../test/statements/sent-statements.ts'
import { compareWithExceptions, type FaultySite } from './distribution/compare-exceptions.ts'
import { distributionExceptions } from './distribution/distribution-exceptions.ts'
import { findDistributionFaults } from './distribution/find-distribution-faults.ts'
import { fanOutAdvice, findFanOuts } from './distribution/find-fan-outs.ts'
import { parseStatements, readSqlCatalog } from './distribution/sql-catalog.ts'
import { findUnlockedReads } from './locks/find-unlocked-reads.ts'

const source = readSource()
const catalog = await readSqlCatalog()
const found: FaultySite[] = []
const unlocked = new Set<string>()
let count = 0
for (const [place, texts] of await sentStatements(source)) {
  const [file = '', line = ''] = place.split(':')
  for (const text of texts) {
    count += 1
    for (const statement of await parseStatements(text)) {
      for (const fault of findDistributionFaults(statement, catalog)) found.push({ file, line, fault })
      for (const fanOut of findFanOuts(statement, catalog))
        found.push({ file, line, fault: 'fan out', advice: fanOutAdvice(fanOut) })
      for (const name of findUnlockedReads(statement, catalog))
        unlocked.add(
          `${file}:${line}: locks rows and returns ${name} beside them, which is old after a wait: lock first, then read`,
        )
    }
  }
}
source.close()
const troubles = [...compareWithExceptions(found, distributionExceptions), ...unlocked]
for (const trouble of troubles) console.error(trouble)
if (troubles.length > 0) process.exitCode = 1
if (count < 2000) {
  console.error(`Only ${count} statements were found.`)
  process.exitCode = 1
}
// Functions that were called with made-up values may have left timers behind.
process.exit()
