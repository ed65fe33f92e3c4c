import { detailed } from './cli/command-log.ts'
import { UsageError } from './cli/command.ts'
import { explainError } from './cli/explain-error.ts'
import { endWithOutput } from './cli/print.ts'
import { calledIn, runCommand } from './cli/run.ts'
import { hideTexts } from './platform/log.ts'

const args = process.argv.slice(2)
endWithOutput()
try {
  await runCommand(args)
} catch (error) {
  report(error as Error)
  process.exit(error instanceof UsageError ? 2 : Number(process.exitCode) || 1)
}
process.exit()

/** One line, whatever it was; where it came from only for those who asked. */
function report(error: Error): void {
  const text = detailed() ? (error.stack ?? error.message) : explainError(error)
  process.stderr.write(`Error: ${hideTexts(text)}\n`)
  if (error instanceof UsageError)
    process.stderr.write(`See: npm run lodgewire -- ${[calledIn(args), '--help'].join(' ').trim()}\n`)
}
