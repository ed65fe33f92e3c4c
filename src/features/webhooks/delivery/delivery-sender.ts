/** Sends claimed deliveries as slots become free, stores their results, or returns them in time. */
import { randomUUID } from 'node:crypto'
import { notifyDeliveries } from '../../../platform/outbox.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/client.ts'
import type { Services } from '../../../services.ts'
import type { ClaimHolder, ClaimCapacity } from './open-endpoints-sql.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { deliver } from './deliver.ts'
import { EndpointSlots, workspaceShareOf, type SlotSettings, type EndpointRoom } from './endpoint-slots.ts'
import type { SettledAttempt } from './settle-queries.ts'
import { createResultWriter, type ResultWriter } from './result-writer.ts'
import { returnClaims } from './endpoint-lease-queries.ts'

export interface SenderSettings extends SlotSettings {
  /** A receiver must answer within this time. */
  ackTimeoutMs: number
  /** One retry after each pause. */
  retryDelaysMs: readonly number[]
  random: () => number
}

export interface SenderEvents {
  write(settled: SettledAttempt[]): Promise<void>
  /** An endpoint has room and may have more; `back` includes deliveries due before its last ones. */
  onRoom(webhookId: string, back: boolean): void
  /** A slot became free. */
  onEnd(): void
}

/** Claimed deliveries that do not start within this time are returned, because the lease covers an attempt only. */
const readyMs = 500
/** Result batches that are written concurrently. */
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
  /** The holder's id in endpoint leases. */
  readonly #id = randomUUID()
  /** Claimed deliveries without a stored result. */
  readonly #has = new Set<string>()
  /** Deliveries of a process that lost its lease, and until when they may be under way. */
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

  /** How many more may be claimed; unwritten results occupy slots too. */
  get free(): number {
    return this.#settings.total - this.#inFlight.size - this.#places.ready
  }

  get holder(): ClaimHolder {
    return { id: this.#id, has: [...this.#has, ...this.#ofOthers.keys()] }
  }

  /** Leaves deliveries alone that another process may still be sending. */
  leave(deliveryIds: readonly string[], until: number): void {
    for (const id of deliveryIds) this.#ofOthers.set(id, until)
  }

  /**
   * Forgets deliveries of others that are interrupted by now. Time alone does not suffice: an attempt not
   * recorded as interrupted would be repeated with the same number and id. Returns their count.
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

  /** `rooms` and `at` are those of the claim. */
  take(claimed: readonly ClaimedDelivery[], rooms: readonly EndpointRoom[], at: number): void {
    for (const { deliveryId } of claimed) this.#has.add(deliveryId)
    this.#places.take(claimed, rooms, at)
    for (const webhookId of new Set(claimed.map((one) => one.webhookId))) this.#begin(webhookId)
    this.#watchReady()
  }

  /** Stops waiting for an unreachable database. */
  hurry(): void {
    this.#stopping = true
    clearTimeout(this.#timer)
    for (const settler of this.#settlers) settler.hurry()
  }

  /** Waits for requests under way and returns all other claims. */
  async stop(): Promise<void> {
    const given = this.#places.giveUpOlder(Number.POSITIVE_INFINITY)
    await Promise.all(this.#inFlight)
    // Only now are the endpoint leases free for others.
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
      // The slot is free as soon as the receiver answered.
      if (result) this.#places.answered(webhookId, result.responseTimeMs ?? 0)
      this.#end(webhookId, failing)
      await this.#settle(settled)
    } else {
      // The result being written decides whether and when more may be sent there.
      const given = this.#places.giveUp(webhookId)
      await this.giveBack(given)
      await this.#settle(settled)
      this.#end(webhookId, true)
      if (given.length > 0) this.#events.onRoom(webhookId, true)
    }
    this.#events.onEnd()
  }

  /** Results of one endpoint are written one after another, because they update its row. */
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
