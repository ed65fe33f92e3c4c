import { hostaway } from './hostaway/index.ts'
import type { SimulatorDefinition } from './kit/definition.ts'
import { runSimulator } from './kit/run-simulator.ts'
import type { RunningSimulator, SimulatorOptions } from './kit/run-simulator.ts'

export type { SimulatorDefinition } from './kit/definition.ts'
export type { Call } from './kit/call-record.ts'
export type { RunningSimulator, SimulatorOptions } from './kit/run-simulator.ts'

export const simulators: Readonly<Record<string, SimulatorDefinition>> = { hostaway }

export async function startSimulator(
  vendor: string,
  options: SimulatorOptions = {},
): Promise<RunningSimulator> {
  const definition = Object.hasOwn(simulators, vendor) ? simulators[vendor] : undefined
  if (definition === undefined) {
    throw new Error(`no simulator for "${vendor}"; there is: ${Object.keys(simulators).join(', ')}`)
  }
  return runSimulator(definition, options)
}
