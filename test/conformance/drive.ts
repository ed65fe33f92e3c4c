/**
 * Drives a connector through everything it can do: import, changes, every write. What is done stands by the name of the
 * operation, so a connector that gets an operation is driven through it without a line of code here, and an operation
 * that the kit gets does not compile until its drive is written.
 */
import { startSimulator } from '../../simulators/index.ts'
import type { Connector, VendorOperations } from '../../src/connector-kit/connector.ts'
import { openBench, type Bench } from '../../src/connector-kit/testing/bench.ts'
import { walkAll } from '../../src/connector-kit/testing/walk.ts'
import type {
  ConversationRecord,
  ListingRecord,
  ReviewRecord,
  StayRecord,
} from '../../src/contract/records.ts'
import { startRecorder, type RecordedExchange, type Recorder } from './recorder.ts'
import { readDrives } from './drive-reads.ts'
import { propertyDrives } from './drive-properties.ts'
import { bookingDrives } from './drive-bookings.ts'
import { writeDrives } from './drive-writes.ts'

/** What the drives of one connector share. */
export interface World {
  bench: Bench<Connector['credentials']>
  operations: VendorOperations
  listings: ListingRecord[]
  stays: StayRecord[]
  conversations: ConversationRecord[]
  reviews: ReviewRecord[]
  /** One step; its failure is told at the end and stops only this step. */
  step(name: string, work: () => Promise<unknown>): Promise<void>
}

export type Drives = { [K in keyof VendorOperations]-?: (world: World) => Promise<void> }

/** In this order: what is read first is written to later. */
const drives: Drives = { ...readDrives, ...bookingDrives, ...writeDrives, ...propertyDrives }

export interface Driven {
  vendor: string
  exchanges: readonly RecordedExchange[]
  failures: string[]
  /** The simulator itself, behind the recorder. */
  simulatorUrl: string
  world: World
  close(): Promise<void>
}

const portfolio = { listings: 6, reservations: 60 }

export async function driveConnector(connector: Connector): Promise<Driven> {
  const vendor = connector.manifest.id
  const failures: string[] = []
  let recorder: Recorder | undefined
  let simulatorUrl = ''
  const bench = await openBench(
    connector,
    async (name, options) => {
      const simulator = await startSimulator(name, { ...options, rateLimit: 'off' })
      recorder = await startRecorder(simulator.url)
      simulatorUrl = simulator.url
      return { ...simulator, url: recorder.url }
    },
    portfolio,
  )
  const world: World = {
    bench,
    operations: connector.operations,
    listings: [],
    stays: [],
    conversations: [],
    reviews: [],
    step: async (name, work) => {
      try {
        await work()
      } catch (error) {
        failures.push(`${vendor}: ${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    },
  }
  for (const name of Object.keys(drives) as (keyof VendorOperations)[]) {
    if (connector.operations[name] === undefined) continue
    await world.step(name, () => drives[name](world))
  }
  // What was written is imported once more, as an incremental run does.
  const since = new Date(bench.context().now().getTime() - 3_600_000).toISOString()
  for (const name of ['reservations', 'conversations'] as const) {
    const read = connector.operations[name]
    if (read === undefined) continue
    await world.step(`${name} again`, () =>
      walkAll<StayRecord | ConversationRecord>((cursor) =>
        read.page(bench.context('bookings'), { cursor, since }),
      ),
    )
  }
  return {
    vendor,
    exchanges: recorder?.exchanges ?? [],
    failures,
    simulatorUrl,
    world,
    close: async () => {
      await bench.close()
      await recorder?.close()
    },
  }
}
