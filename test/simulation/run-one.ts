/** The process of one run: its clock, its chance and its network are replaced, so nothing else may run in it. */
import { simulate, type SimulationOptions } from './simulation.ts'

const result = await simulate(JSON.parse(process.argv[2] ?? '{}') as SimulationOptions)
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit())
