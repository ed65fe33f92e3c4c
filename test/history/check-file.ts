/** `node test/history/check-file.ts <file> …` checks histories that were kept with `HISTORY_FOLDER`. */
import { checkHistory, faultText } from './check-history.ts'
import { loadOperations } from './history.ts'

for (const file of process.argv.slice(2)) {
  const operations = loadOperations(file)
  const faults = checkHistory(operations)
  console.log(`${file}: ${operations.length} operations, ${faults.length} faults`)
  for (const fault of faults) console.log(faultText(fault))
  if (faults.length > 0) process.exitCode = 1
}
