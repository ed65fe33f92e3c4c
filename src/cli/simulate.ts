import type { Command } from './command.ts'

type Simulators = { runSimulatorCommand(args: string[]): Promise<void> }

/** Simulators stand alone; the server neither loads nor knows them. */
const simulators = new URL('../../simulators/cli.ts', import.meta.url).href

export const simulateCommand: Command = {
  name: 'simulate',
  usage: '<vendor> [--port <port>] [--listings <n>] [--reservations <n>] [--seed <n>]',
  summary: "Run a stand-in that speaks a vendor's protocol",
  async run(args) {
    const { runSimulatorCommand } = (await import(simulators)) as Simulators
    await runSimulatorCommand(args)
  },
}
