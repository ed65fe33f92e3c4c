import { detailed } from './cli/command-log.ts'
import { UsageError } from './cli/command.ts'
import type { Command } from './cli/command.ts'
import { demoCommand } from './cli/demo.ts'
import { doctorCommand } from './cli/doctor.ts'
import { keysCommands } from './cli/keys.ts'
import { listenCommand } from './cli/listen.ts'
import { migrateCommand } from './cli/migrate.ts'
import { print } from './cli/print.ts'
import { simulateCommand } from './cli/simulate.ts'
import { startCommand } from './cli/start.ts'
import { workspacesCommands } from './cli/workspaces.ts'
import { hideTexts } from './platform/log.ts'

const commands: Command[] = [
  startCommand,
  migrateCommand,
  ...keysCommands,
  ...workspacesCommands,
  simulateCommand,
  demoCommand,
  listenCommand,
  doctorCommand,
]

try {
  await main(process.argv.slice(2))
} catch (error) {
  report(error as Error)
  process.exit(error instanceof UsageError ? 2 : Number(process.exitCode) || 1)
}
process.exit()

async function main(args: string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help')
    return print(help())
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
  if (!command) throw new UsageError(`There is no command "${args.slice(0, 2).join(' ')}".`)
  await command.run(args.slice(command.name.split(' ').length))
}

/** One line, whatever it was; where it came from only for those who asked. */
function report(error: Error): void {
  const text = detailed() ? (error.stack ?? error.message) : error.message.replace(/\s*\n\s*/g, ' ')
  process.stderr.write(`Error: ${hideTexts(text)}\n`)
  if (error instanceof UsageError) process.stderr.write('See: npm run lodgewire -- --help\n')
}

function help(): string {
  const lines = commands.map(
    ({ name, usage, summary }) => `  ${[name, usage].filter(Boolean).join(' ')}\n      ${summary}`,
  )
  return `Usage: npm run lodgewire -- <command>\n\n${lines.join('\n')}\n\nSettings: docs/configuration.md`
}
