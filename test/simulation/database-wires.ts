/** All connections of the simulated servers to PostgreSQL, and those of them that wait for a lock. */
import net from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
import type { DatabaseControl } from './database-control.ts'
import { DatabaseWire } from './database-wire.ts'
import type { FaultSwitches } from './fault-switches.ts'
import type { OnRead } from './read-buffers.ts'
import type { Scheduler, StepOwner } from './scheduler.ts'

interface WireParts {
  scheduler: Scheduler
  control: DatabaseControl
  faults: FaultSwitches
}

export class DatabaseWires {
  readonly parts: WireParts
  /** Looks at the database after every commit; what it throws ends the run. */
  afterCommit: () => Promise<void> = async () => {}
  /** PostgreSQL can be reached, refuses connections, or says that it is starting. */
  state: 'open' | 'refuses' | 'starts' = 'open'
  /** So many times PostgreSQL was lost. */
  losses = 0
  readonly all = new Set<DatabaseWire>()
  readonly #parked: DatabaseWire[] = []
  #count = 0

  constructor(parts: WireParts) {
    this.parts = parts
  }

  nextName(): string {
    return `connection-${(this.#count += 1)}`
  }

  park(wire: DatabaseWire): void {
    this.#parked.push(wire)
  }

  forget(wire: DatabaseWire): void {
    this.all.delete(wire)
    const at = this.#parked.indexOf(wire)
    if (at >= 0) this.#parked.splice(at, 1)
  }

  /** Asks all that waited for a lock, the longest waiting first, after something may have freed one. */
  async lookAtParked(): Promise<string> {
    const freed: string[] = []
    for (const wire of [...this.#parked]) {
      if ((await wire.awaitAnswer()) === 'waits') continue
      this.#parked.splice(this.#parked.indexOf(wire), 1)
      freed.push(wire.label)
      wire.passOn()
    }
    return freed.length === 0 ? '' : ` frees ${freed.join(' ')}`
  }

  async passNotices(): Promise<string> {
    const notices = await this.parts.control.takeNotices()
    for (const notice of notices)
      for (const wire of this.all) if (wire.channels.has(notice.channel)) wire.notify(notice)
    return notices.length === 0 ? '' : ` notifies ${notices.map(({ channel }) => channel).join(' ')}`
  }

  /** Cuts every connection of an owner, and waits until PostgreSQL has undone what they had begun. */
  async cutAll(owner: StepOwner): Promise<number> {
    const cut = [...this.all].filter((wire) => wire.owner === owner)
    const pids = cut.flatMap((wire) => wire.hangUp())
    await this.parts.control.end(pids, 'kill')
    await this.lookAtParked()
    return cut.length
  }

  /** PostgreSQL ends every session in the middle of what it does. A commit whose answer is still on its way has happened. */
  async loseAll(): Promise<string> {
    const { control, scheduler } = this.parts
    this.state = 'refuses'
    this.losses += 1
    const lost = [...this.all]
    const pids = lost.flatMap((wire) => wire.hangUp())
    await control.end(pids, 'kill')
    for (const wire of lost) wire.lose(scheduler.random.chance(0.5) ? 'says so' : 'breaks off')
    return `${lost.length} connections`
  }
}

/** Every socket that is opened from now on is a wire to the simulated database. */
export function installDatabaseWires(wires: DatabaseWires): void {
  function WireSocket(this: unknown, options?: { onread?: OnRead }): DatabaseWire {
    return Reflect.construct(DatabaseWire, [wires, options], new.target ?? DatabaseWire)
  }
  Object.setPrototypeOf(WireSocket, DatabaseWire)
  WireSocket.prototype = DatabaseWire.prototype
  Object.assign(net, { Socket: WireSocket })
  syncBuiltinESMExports()
}
