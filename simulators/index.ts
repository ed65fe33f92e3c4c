import { airbnb } from './airbnb/index.ts'
import { apaleo } from './apaleo/index.ts'
import { beds24 } from './beds24/index.ts'
import { booking } from './booking/index.ts'
import { bookingsync } from './bookingsync/index.ts'
import { channex } from './channex/index.ts'
import { cloudbeds } from './cloudbeds/index.ts'
import { guesty } from './guesty/index.ts'
import { hospitable } from './hospitable/index.ts'
import { hostaway } from './hostaway/index.ts'
import { hostex } from './hostex/index.ts'
import { hostfully } from './hostfully/index.ts'
import type { SimulatorDefinition } from './kit/definition.ts'
import { runSimulator } from './kit/run-simulator.ts'
import type { RunningSimulator, SimulatorOptions } from './kit/run-simulator.ts'
import { lodgify } from './lodgify/index.ts'
import { mews } from './mews/index.ts'
import { ownerrez } from './ownerrez/index.ts'
import { plumguide } from './plumguide/index.ts'
import { smoobu } from './smoobu/index.ts'
import { track } from './track/index.ts'
import { uplisting } from './uplisting/index.ts'
import { vrbo } from './vrbo/index.ts'

export type { SimulatorDefinition } from './kit/definition.ts'
export type { RecordedCall as Call } from './kit/call-record.ts'
export type { RunningSimulator, SimulatorOptions } from './kit/run-simulator.ts'

export const simulators: Readonly<Record<string, SimulatorDefinition>> = {
  airbnb,
  apaleo,
  beds24,
  booking,
  bookingsync,
  channex,
  cloudbeds,
  guesty,
  hospitable,
  hostaway,
  hostex,
  hostfully,
  lodgify,
  mews,
  ownerrez,
  plumguide,
  smoobu,
  track,
  uplisting,
  vrbo,
}

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
