/** What a worker has claimed: begun as places become free, written down when it is over, or given back in time. */
import { randomUUID } from 'node:crypto'
import { notifyDeliveries } from '../../../platform/outbox.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/client.ts'
import type { Services } from '../../../services.ts'
import type { ClaimHolder, ClaimCapacity } from './claim-queries.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { deliver } from './deliver.ts'
import { EndpointSlots, workspaceShareOf, type SlotSettings, type EndpointRoom } from './endpoint-slots.ts'
import type { SettledAttempt } from './settle-queries.ts'
import { createResultWriter, type ResultWriter } from './result-writer.ts'
import { returnClaims } from './endpoint-lease-queries.ts'

export interface SenderSettings extends SlotSettings {
  /** Within this a receiver has to have answered. */
  ackTimeoutMs: number
  /** One retry after each of these. */
  retryDelaysMs: readonly number[]
  random: () => number
}

export interface SenderEvents {
  write(settled: SettledAttempt[]): Promise<void>
  /** An endpoint has room again and may have more; `back`: also what was due before what it had last. */
  onRoom(webhookId: string, back: boolean): void
  /** A place is free of those in all. */
  onEnd(): void
}

/** What was claimed and could not begin within this goes back: the lease is the time for an attempt. */
const readyMs = 500
/** Batches of results that are written at the same time. */
const settlersAtOnce = 2

type DeliverySenderDeps = Pick<Services, 'db' | 'clock' | 'config' | 'vault' | 'log' | 'audit'>

export class DeliverySender {
  readonly #services: DeliverySenderDeps
  readonly #settings: SenderSettings
  readonly #events: SenderEvents
  readonly #places: EndpointSlots
  readonly #outbound: Outbound
  readonly #settlers: readonly ResultWriter[]
  readonly #inFlight = new Set<Promise<void>>()
  /** What turns are taken by. */
  readonly #id = randomUUID()
  /** Deliveries that are claimed, until their result is written or they were given back. */
  readonly #has = new Set<string>()
  /** Deliveries of a process that a turn was taken from, and until when they may be under way. */
  readonly #ofOthers = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #stopping = false

  constructor(services: DeliverySenderDeps, settings: SenderSettings, events: SenderEvents) {
    this.#services = services
    this.#settings = settings
    this.#events = events
    this.#places = new EndpointSlots(settings)
    this.#outbound = createOutbound({ allowPrivate: services.config.allowPrivateTargets })
    this.#settlers = Array.from({ length: settlersAtOnce }, () =>
      createResultWriter((settled) => events.write(settled), services.log),
    )
  }

  /** How many more may be claimed. What is not written down yet counts. */
  get free(): number {
    return this.#settings.total - this.#inFlight.size - this.#places.ready
  }

  get holder(): ClaimHolder {
    return { id: this.#id, has: [...this.#has, ...this.#ofOthers.keys()] }
  }

  /** Leaves to another process what it may be sending. */
  leave(deliveryIds: readonly string[], until: number): void {
    for (const id of deliveryIds) this.#ofOthers.set(id, until)
  }

  /**
   * What could be under way until then is interrupted by now, and may be claimed again. Not by the time alone: a claim strikes from the
   * turn what nobody has, and an attempt that was never told as interrupted would be made again by the same number and id.
   * Answers how many there were.
   */
  released(passed: number): number {
    const over = [...this.#ofOthers].filter(([, until]) => until <= passed)
    for (const [id] of over) this.#ofOthers.delete(id)
    return over.length
  }

  isBusy(webhookId: string): boolean {
    return this.#places.isBusy(webhookId)
  }

  hasRoom(webhookId: string): boolean {
    return this.#places.hasRoom(webhookId)
  }

  placesFor(webhookIds: readonly string[]): ClaimCapacity {
    const { perEndpoint, perFailingEndpoint } = this.#settings
    const { free } = this
    return {
      total: workspaceShareOf(free),
      perEndpoint,
      perFailingEndpoint,
      workspaceRooms: this.#places.workspaceRooms(free),
      rooms: this.#places.rooms(webhookIds),
    }
  }

  /** `rooms` are those the claim was made with, and it was made `at`. */
  take(claimed: readonly ClaimedDelivery[], rooms: readonly EndpointRoom[], at: number): void {
    for (const { deliveryId } of claimed) this.#has.add(deliveryId)
    this.#places.take(claimed, rooms, at)
    for (const webhookId of new Set(claimed.map((one) => one.webhookId))) this.#begin(webhookId)
    this.#watchReady()
  }

  /** From now on a database that cannot be reached is not waited for. */
  hurry(): void {
    this.#stopping = true
    clearTimeout(this.#timer)
    for (const settler of this.#settlers) settler.hurry()
  }

  /** Waits for what is under way, and leaves nothing claimed. */
  async stop(): Promise<void> {
    const given = this.#places.giveUpOlder(Number.POSITIVE_INFINITY)
    await Promise.all(this.#inFlight)
    // Only now are the turns free for others.
    await this.giveBack(given)
  }

  close(): Promise<void> {
    return this.#outbound.close()
  }

  async giveBack(claimed: readonly ClaimedDelivery[]): Promise<void> {
    if (claimed.length === 0) return
    try {
      await returnClaims(this.#services.db, claimed)
      if (this.#stopping) await notifyDeliveries(this.#services.db)
    } catch (error) {
      this.#services.log.warn({ err: error }, 'deliveries could not be given back; their turns run out')
    }
    for (const { deliveryId } of claimed) this.#has.delete(deliveryId)
  }

  #begin(webhookId: string): void {
    for (const claimed of this.#places.begin(webhookId)) {
      const work = this.#deliver(claimed).finally(() => {
        this.#inFlight.delete(work)
        this.#has.delete(claimed.deliveryId)
      })
      this.#inFlight.add(work)
    }
  }

  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { ackTimeoutMs, random, retryDelaysMs: delaysMs } = this.#settings
    const { serviceName } = this.#services.config
    const sender = { outbound: this.#outbound, serviceName, ackTimeoutMs }
    const { webhookId, failing } = claimed
    const settled = await deliver(this.#services, sender, claimed, { random: random(), delaysMs })
    const { outcome, result } = settled
    if (outcome === 'accepted' || outcome === 'withheld') {
      // The place is free with the answer.
      if (result) this.#places.answered(webhookId, result.responseTimeMs ?? 0)
      this.#end(webhookId, failing)
      await this.#settle(settled)
    } else {
      // Whether more may go there, and when, is in what is written down now.
      const given = this.#places.giveUp(webhookId)
      await this.giveBack(given)
      await this.#settle(settled)
      this.#end(webhookId, true)
      if (given.length > 0) this.#events.onRoom(webhookId, true)
    }
    this.#events.onEnd()
  }

  /** Results of one endpoint are written one after the other: they meet at its row. */
  async #settle(settled: SettledAttempt): Promise<void> {
    const number = Number.parseInt(settled.claimed.webhookId.slice(-2), 16)
    await this.#settlers[number % settlersAtOnce]?.add(settled)
  }

  #end(webhookId: string, back: boolean): void {
    const roomy = this.#places.end(webhookId)
    this.#begin(webhookId)
    if (roomy) this.#events.onRoom(webhookId, back)
  }

  #watchReady(): void {
    if (this.#places.ready === 0 || this.#stopping) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#giveBackOld()
      this.#watchReady()
    }, readyMs)
  }

  async #giveBackOld(): Promise<void> {
    const given = this.#places.giveUpOlder(this.#services.clock.monotonicMs() - readyMs)
    await this.giveBack(given)
    for (const webhookId of new Set(given.map((one) => one.webhookId))) this.#events.onRoom(webhookId, true)
  }
}
