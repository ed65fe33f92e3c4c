import { assertKnownOptions, hint, UsageError, type CommandAction, type CommandOptions } from './command.ts'

interface SimulatorCommands {
  simulatorOptions: CommandOptions
  simulatorNames: readonly string[]
  readSimulatorCommand(args: string[]): unknown
  runSimulatorCommand(args: string[]): Promise<void>
}

/** The server never imports simulators, so they load only on request. */
const place = new URL('../../simulators/cli.ts', import.meta.url).href
const { simulatorOptions, simulatorNames, readSimulatorCommand, runSimulatorCommand } = (await import(
  place
)) as SimulatorCommands

export const simulate: CommandAction = {
  options: simulatorOptions,
  examples: ['simulate hostaway', 'simulate hostaway --port 4101 --listings 40 --moving'],
  more: `Vendors: ${simulatorNames.join(', ')}. The first line it prints is JSON with its address and credentials. Ctrl-C stops it.`,
  async run(_called, args) {
    const [vendor] = args
    if (vendor === undefined) throw new UsageError(`simulate takes a vendor: ${simulatorNames.join(', ')}.`)
    if (!vendor.startsWith('-') && !simulatorNames.includes(vendor)) {
      const near = hint(vendor, simulatorNames)
      throw new UsageError(
        `There is no simulator of "${vendor}".${near} Known: ${simulatorNames.join(', ')}.`,
      )
    }
    // Only the simulators' own parser knows that `--moving` may stand alone.
    assertKnownOptions(
      args.filter((arg) => arg !== '--moving'),
      simulatorOptions,
    )
    assertReadable(args)
    await runSimulatorCommand(args)
  },
}

/** A wrong value is wrong usage; a later failure is not. */
function assertReadable(args: string[]): void {
  try {
    readSimulatorCommand(args)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
