/** What breaks while life goes on: vendors, servers, PostgreSQL and clocks. */
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningSimulator } from '../../simulators/index.ts'
import type { SeededRandom } from '../../simulators/kit/random.ts'
import type { SimulatedFault } from './fault-switches.ts'
import type { LifeParts } from './life.ts'
import { serverRoles, type SimulatedWorld } from './world.ts'

const vendorFaults = ['timeout', '429', 'late_500', '500', 'drop', 'lost_answer', 'malformed'] as const
const webhookFaults = ['duplicate_webhook', 'reorder_webhooks'] as const
/** No clock of a machine that asks for the time is wrong by more. */
const mostWrongMs = 5_000

type Strike = (parts: LifeParts, random: SeededRandom) => Promise<unknown> | void

/** Each strikes some `oneIn` times while guests book. */
export const rareTroubles: readonly { kind: SimulatedFault; oneIn: number; strike: Strike }[] = [
  { kind: 'crash', oneIn: 4, strike: ({ world }, random) => crash(world, random) },
  { kind: 'database-lost', oneIn: 3, strike: ({ world }, random) => loseDatabase(world, random) },
  { kind: 'wrong-clock', oneIn: 5, strike: ({ world }, random) => setClock(world, random) },
]

export function breakVendor({ world, faults }: LifeParts, random: SeededRandom): void {
  const { airbnb, booking, hostaway, smoobu } = world.simulators
  const vendor = random.pick([airbnb, booking, hostaway, ...(world.move ? [smoobu] : [])])
  if (faults.has('vendor-error') && random.chance(0.7)) {
    addVendorFault(vendor, random)
  } else if (faults.has('twice-told')) {
    random.pick([airbnb, hostaway]).faults.add({ kind: random.pick(webhookFaults), count: 1 })
  }
}

function addVendorFault(vendor: RunningSimulator, random: SeededRandom): void {
  const kind = random.pick(vendorFaults)
  vendor.faults.add({ kind, count: kind === 'timeout' ? 1 : random.int(1, 3), path: '/' })
}

/** While the old PMS of a move is watched, it fails or a server is lost. */
export async function troubleMove({ world, faults }: LifeParts, random: SeededRandom): Promise<void> {
  if (faults.has('vendor-error') && random.chance(0.25)) addVendorFault(world.simulators.smoobu, random)
  if (faults.has('crash') && random.chance(0.3)) await crash(world, random)
}

async function crash(world: SimulatedWorld, random: SeededRandom): Promise<void> {
  const role = random.pick(serverRoles)
  const server = world.servers.get(role)
  if (!server) return
  await takeStep(world, `${server.owner.name} crashes`, () => server.crash())
  await pause(random.int(500, 20_000))
  await world.startServer(role)
}

/** Every session ends in the middle of what it does. Nobody is let in for a while, and then PostgreSQL is still starting for another. */
async function loseDatabase(world: SimulatedWorld, random: SeededRandom): Promise<void> {
  const { wires } = world.parts
  await takeStep(world, 'PostgreSQL is lost', () => wires.loseAll())
  await pause(random.int(100, 10_000))
  await takeStep(world, 'PostgreSQL starts', () => void (wires.state = 'starts'))
  await pause(random.int(100, 3_000))
  await takeStep(world, 'PostgreSQL is back', () => void (wires.state = 'open'))
}

function setClock(world: SimulatedWorld, random: SeededRandom): Promise<void> {
  const clock = world.clocks[random.pick(serverRoles)]
  const aheadMs = random.int(-mostWrongMs, mostWrongMs)
  return takeStep(world, 'a clock is set', () => {
    clock.aheadMs = aheadMs
    return `${aheadMs} ms ahead`
  })
}

/** Does it between two steps of everybody else. */
function takeStep(
  { parts: { scheduler } }: SimulatedWorld,
  what: string,
  act: () => Promise<string | void> | string | void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    scheduler.plan(0, what, async () => {
      try {
        const went = await act()
        resolve()
        return went
      } catch (error) {
        reject(error as Error)
      }
    })
  })
}
