import { assertKnownOptions, hint, UsageError, type Command, type Options } from './command.ts'

interface Simulators {
  simulatorOptions: Options
  simulatorNames: readonly string[]
  runSimulatorCommand(args: string[]): Promise<void>
}

/** Simulators stand alone; the server neither loads nor knows them. */
const simulators = new URL('../../simulators/cli.ts', import.meta.url).href
const load = async () => (await import(simulators)) as Simulators

export const simulateCommand: Command = {
  name: 'simulate',
  arguments: '<vendor>',
  summary: "Run a stand-in that speaks a vendor's protocol",
  options: async () => (await load()).simulatorOptions,
  async run(args) {
    const { simulatorOptions, simulatorNames, runSimulatorCommand } = await load()
    const [vendor] = args
    if (vendor === undefined) throw new UsageError(`simulate takes a vendor: ${simulatorNames.join(', ')}.`)
    if (!vendor.startsWith('-') && !simulatorNames.includes(vendor)) {
      const near = hint(vendor, simulatorNames)
      throw new UsageError(
        `There is no simulator of "${vendor}".${near} Known: ${simulatorNames.join(', ')}.`,
      )
    }
    // `--moving` may stand alone, which only the simulators' own reading knows.
    assertKnownOptions(
      args.filter((arg) => arg !== '--moving'),
      simulatorOptions,
    )
    await runSimulatorCommand(args)
  },
}
