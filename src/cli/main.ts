/** Runs a command line from its words to its exit code. */
import { UsageError } from './command.ts'
import { ownCommand } from '../platform/own-command.ts'
import { endWithOutput, paint, printAside } from './print.ts'
import { calledIn, runCommand } from './run.ts'

export async function main(args: string[]): Promise<never> {
  endWithOutput()
  process.exit(await runCommandLine(args))
}

/** Returns the exit code; 2 says that the command was called wrongly. */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    await runCommand(args)
    return Number(process.exitCode) || 0
  } catch (error) {
    await report(error as Error, args)
    return error instanceof UsageError ? 2 : Number(process.exitCode) || 1
  }
}

/** Prints one line for any error, and its origin only with details. */
async function report(error: Error, args: string[]): Promise<void> {
  const [{ detailed }, { explainError }, { hideTexts }] = await Promise.all([
    import('./command-log.ts'),
    import('./explain-error.ts'),
    import('../platform/log.ts'),
  ])
  const text = detailed() ? (error.stack ?? error.message) : explainError(error)
  printAside(`${paint('red', 'Error:', process.stderr)} ${hideTexts(text)}`)
  if (!(error instanceof UsageError)) return
  if (error.choices !== undefined) printAside(`\n${error.choices}\n`)
  printAside(`See: ${[ownCommand, calledIn(args), '--help'].filter(Boolean).join(' ')}`)
}
