/** A server of the simulation: the whole product, started as `lodgewire start` does, in this process. */
import type { RunningServer } from '../../src/main.ts'
import type { DatabaseWires } from './database-wires.ts'
import { endThreadsOf } from './held-threads.ts'
import type { ServerBundle } from './server-bundle.ts'
import type { SimulatedNetwork } from './network.ts'
import { runAs, type MachineClock, type StepOwner } from './scheduler.ts'

export interface SimulatedServer {
  owner: StepOwner
  /** What the start made. */
  started: Promise<RunningServer>
  /** Nothing it had begun goes on, and its connections are cut. */
  crash(): Promise<void>
}

interface ServerParts {
  name: string
  clock: MachineClock
  env: Record<string, string>
  bundle: ServerBundle
  network: SimulatedNetwork
  wires: DatabaseWires
}

export function startSimulatedServer({
  name,
  clock,
  env,
  bundle,
  network,
  wires,
}: ServerParts): SimulatedServer {
  const owner: StepOwner = { name, isAlive: true, clock }
  const started = runAs(owner, async () => {
    const { startServer, loadConfig } = await bundle.load()
    return startServer(loadConfig(env, null))
  })
  // A crash may come first; then nobody waits for it.
  started.catch(() => {})
  return {
    owner,
    started,
    async crash() {
      owner.isAlive = false
      owner.endedMs = wires.parts.scheduler.nowMs
      network.drop(owner)
      await wires.cutAll(owner)
      await endThreadsOf(owner)
    },
  }
}
