/** One run of a seed: a world is built, life goes on in it for some hours, and then everything must come to rest as it was promised. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { checkHistory, faultText } from '../history/check-history.ts'
import { SeededRandom } from '../../simulators/kit/random.ts'
import { DatabaseControl } from './database-control.ts'
import { DatabaseWires, installDatabaseWires } from './database-wires.ts'
import { installHeldThreads } from './held-threads.ts'
import type { FaultSwitches, SimulatedFault } from './fault-switches.ts'
import { SimulationHistory } from './history.ts'
import { startFollowing } from './calendar-home.ts'
import { checkAlways, findUnkept, InvariantBroken } from './invariants.ts'
import { PromiseLedger, startLife } from './life.ts'
import { installNetwork, SimulatedNetwork } from './network.ts'
import { Scheduler } from './scheduler.ts'
import { openServerBundle } from './server-bundle.ts'
import { installSeededRandomness } from './seeded-randomness.ts'
import { watchThreadWork } from './settle.ts'
import { installVirtualTime } from './virtual-time.ts'
import { findUnlike } from './read-model.ts'
import { plantFault, type PlantedFault, type PlantedTrap } from './planted-faults.ts'
import { SimulatedWorld, type WorldChoice } from './world.ts'

export interface SimulationOptions {
  seed: number
  /** How long guests book on each day. */
  hours: number
  /** After each day but the last a long while passes in which nobody wants anything; one day by default. */
  days?: number
  faults: readonly SimulatedFault[]
  /** How long the world may take to come to rest; an hour by default. */
  restMinutes?: number
  databaseUrl: string
  /** The product as one script. */
  serverFile: string
  /** The server's data folder. */
  folder: string
  /** Every line of the history is written here, if given. */
  historyFile?: string | undefined
  plants?: readonly PlantedFault[]
  /** By default all homes are sold and somebody moves. */
  choice?: Partial<WorldChoice>
}

export interface SimulationResult {
  digest: string
  steps: number
  virtualHours: number
  bookings: number
  /** Stays that were moved from one PMS to another. */
  moved: number
  starts: number
  events: number
  /** Null if every invariant held and the history is one that a correct server can give. */
  broken: string | null
  /** What the checker of histories found. */
  faults: readonly string[]
  last: readonly string[]
}

export const startMs = Date.parse('2027-01-04T08:00:00Z')
const hourMs = 3_600_000
const mostBuildMs = hourMs
const lookAgainMs = 10_000
/** What has not changed for so long once all trouble has ended does not come right any more. A calendar file that failed is fetched again within an hour. */
const mostStillMs = 70 * 60_000
/** Hours between two days. */
const [shortestNight, longestNight] = [6, 14]

export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { seed, hours, databaseUrl, folder } = options
  const mostRestMs = (options.restMinutes ?? 120) * 60_000
  const faults: FaultSwitches = new Set(options.faults)
  // They belong to the real network and have to be there before it is replaced.
  void [process.stdout, process.stderr]
  const file = options.historyFile === undefined ? undefined : createWriteStream(options.historyFile)
  const history = new SimulationHistory(file && ((line) => void file.write(`${line}\n`)))
  const control = await DatabaseControl.open(databaseUrl)
  const random = new SeededRandom(seed)
  const scheduler = new Scheduler({ startMs, random: random.fork('scheduler'), history })
  const network = new SimulatedNetwork(scheduler, faults)
  const wires = new DatabaseWires({ scheduler, control, faults })
  watchThreadWork()
  installVirtualTime(scheduler)
  installSeededRandomness(random.fork('chance'))
  installDatabaseWires(wires)
  installNetwork(network)
  installHeldThreads()
  const bundle = await openServerBundle(options.serverFile)
  const world = new SimulatedWorld({ scheduler, network, wires, control, bundle, databaseUrl, folder })
  const ledger = new PromiseLedger()
  let broken: string | null = null
  const traps: PlantedTrap[] = []
  try {
    await finish(
      scheduler,
      world.build({ isPmsAlone: false, isMoving: true, ...options.choice }),
      mostBuildMs,
      'the world was not built',
    )
    network.isTroubled = true
    wires.afterCommit = () => checkAlways(control, world, ledger)
    startFollowing(world, ledger)
    for (const plant of options.plants ?? []) traps.push(await plantFault(world, plant))
    const nights = random.fork('nights')
    for (let day = 1; day <= (options.days ?? 1); day += 1) {
      if (day > 1) await passNight(scheduler, nights.int(shortestNight, longestNight) * hourMs)
      const life = startLife({
        world,
        ledger,
        random: random.fork(day === 1 ? 'life' : `life ${day}`),
        faults,
        lengthMs: hours * hourMs,
        day,
        days: options.days ?? 1,
      })
      const isOver = () => life.failure() !== null
      await scheduler.runUntil(isOver, hours * hourMs)
      const isLast = day === (options.days ?? 1)
      if (isLast) {
        // A move is watched longer than guests book in a short run.
        await scheduler.runUntil(() => isOver() || world.move?.isOver !== false, Math.min(hourMs, mostRestMs))
        mend(world)
      }
      const mostWaitMs = isLast ? Math.min(mostRestMs, mostStillMs) : mostRestMs
      const isAnswered = await scheduler.runUntil(() => isOver() || life.busy() === 0, mostWaitMs)
      if (isOver()) throw new InvariantBroken(String(life.failure()))
      if (!isAnswered) {
        const lacks = world.move?.waitsFor.join(', ') || 'nothing'
        throw new InvariantBroken(`a client got no answer; the move lacks ${lacks}`)
      }
    }
    await rest(world, ledger, mostRestMs)
  } catch (error) {
    broken = error instanceof InvariantBroken ? error.message : String((error as Error).stack)
  }
  for (const { fault, isReached } of traps)
    if (!(await isReached())) broken = `the run never reached the planted ${fault}; otherwise: ${broken}`
  const histories = [world.observed, ...(world.move ? [world.move.observed] : [])]
  const found = histories.flatMap(({ operations }) => checkHistory(operations).map(faultText))
  if (broken === null && found.length > 0) broken = `the history: ${found.slice(0, 5).join('; ')}`
  const [log] = await control.query<{ events: number }>('select count(*)::int as events from events')
  await world.crashAll()
  await control.close()
  bundle.keepCompiled()
  if (file) await once(file.end(), 'finish')
  return {
    digest: history.digest(),
    steps: history.steps,
    virtualHours: (scheduler.nowMs - startMs) / hourMs,
    bookings: ledger.sales.length,
    moved: world.move?.count ?? 0,
    starts: world.starts,
    events: log?.events ?? 0,
    broken,
    faults: found,
    last: history.last(),
  }
}

/** Runs until the work is done, and returns its result. */
async function finish<T>(
  scheduler: Scheduler,
  work: Promise<T>,
  mostMs: number,
  otherwise: string,
): Promise<T> {
  let isDone = false
  const end = () => void (isDone = true)
  work.then(end, end)
  if (!(await scheduler.runUntil(() => isDone, mostMs))) throw new InvariantBroken(otherwise)
  return work
}

/** All trouble ends. */
function mend({ parts, simulators }: SimulatedWorld): void {
  parts.network.isTroubled = false
  for (const { faults } of Object.values(simulators)) faults.clear()
}

async function passNight(scheduler: Scheduler, lengthMs: number): Promise<void> {
  scheduler.isDozing = true
  await scheduler.runUntil(() => false, lengthMs)
  scheduler.wakeUp()
}

async function rest(world: SimulatedWorld, ledger: PromiseLedger, mostMs: number): Promise<void> {
  const { scheduler } = world.parts
  const endMs = scheduler.nowMs + mostMs
  let [before, sinceMs] = ['', scheduler.nowMs]
  for (;;) {
    await scheduler.runUntil(() => false, lookAgainMs)
    const unkept = await findUnkept(world, ledger)
    if (unkept.length === 0) {
      unkept.push(...(await finish(scheduler, findUnlike(world, ledger), hourMs, 'a read has no answer')))
      if (unkept.length === 0) return
    }
    const now = unkept.join()
    if (now !== before) [before, sinceMs] = [now, scheduler.nowMs]
    if (scheduler.nowMs >= endMs || scheduler.nowMs - sinceMs >= mostStillMs)
      throw new InvariantBroken(`after quiet: ${unkept.slice(0, 30).join('; ')}`)
  }
}
