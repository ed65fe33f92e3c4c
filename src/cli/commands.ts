import { certifyCommand } from './certify.ts'
import type { Command } from './command.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { keysCommands } from './keys.ts'
import { listenCommand } from './listen.ts'
import { migrateCommand } from './migrate.ts'
import { simulateCommand } from './simulate.ts'
import { startCommand } from './start.ts'
import { triggerCommand } from './trigger.ts'
import { workspacesCommands } from './workspaces.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [
  startCommand,
  demoCommand,
  doctorCommand,
  ...keysCommands,
  ...workspacesCommands,
  listenCommand,
  triggerCommand,
  simulateCommand,
  certifyCommand,
  migrateCommand,
]
