/**
 * The delivery worker. Any number of them run beside each other: rows are claimed, for longer than an attempt can last,
 * and a claim that ran out is taken back by whoever looks next.
 */
import { listen, type Listener } from '../../../platform/listener.ts'
import { notifyDeliveries } from '../../../platform/outbox.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/client.ts'
import type { Services } from '../../../services.ts'
import { claimDue, giveBack, nextDue, releaseExpired, type Claimed, type Places } from './claim-queries.ts'
import { deliver } from './deliver.ts'
import { disableFailed } from './disable.ts'
import { createLooks, everywhereEveryMs, type Look } from './looks.ts'
import { promote, stuckChains } from './order-queries.ts'
import { createPromoter, endedChains, type Promoter } from './promoter.ts'
import { writeSettled, type Settled } from './settle-queries.ts'
import { createSettler, type Settler } from './settler.ts'
import { retryDelaysMs } from './state.ts'

export interface DeliverySettings {
  /** Within this a receiver has to have answered. */
  ackTimeoutMs: number
  /** How much longer than that a claim lasts: the time to write the result down. */
  leaseSlackMs: number
  /** Requests under way at once: in all, to one endpoint, and to one that has been failing. */
  total: number
  perEndpoint: number
  perFailingEndpoint: number
  /** One retry after each of these. */
  retryDelaysMs: readonly number[]
  random: () => number
}

export const defaultSettings: DeliverySettings = {
  ackTimeoutMs: 10_000,
  leaseSlackMs: 5_000,
  total: 500,
  perEndpoint: 10,
  perFailingEndpoint: 1,
  retryDelaysMs,
  random: Math.random,
}

export interface Deliveries {
  /** Waits for what is under way, at most as long as receivers may take, and leaves nothing claimed. */
  stop(): Promise<void>
}

/** Looked at least this often, in case a notice was lost. */
const idleMs = 30_000
const troubleMs = 1_000
/** Shortest pause before something that is due already and could not be claimed, because another worker has it. */
const shortestMs = 50
/** Pause before a look everywhere for one thing that is due there. */
const overdueMs = 500
const leaseCheckMs = 1_000
/** How often deliveries are looked for that wait for nothing. */
const stuckCheckMs = 30_000

type Needed = Pick<Services, 'db' | 'pool' | 'clock' | 'config' | 'vault' | 'log' | 'audit'>

export function startDeliveries(services: Needed, options: Partial<DeliverySettings> = {}): Deliveries {
  const worker = new DeliveryWorker(services, { ...defaultSettings, ...options })
  return { stop: () => worker.stop() }
}

interface Next {
  ms: number
  everywhere: boolean
}

class DeliveryWorker {
  readonly #services: Needed
  readonly #settings: DeliverySettings
  readonly #outbound: Outbound
  readonly #settler: Settler
  readonly #promoter: Promoter
  readonly #listener: Listener
  readonly #inFlight = new Set<Promise<void>>()
  readonly #busy = new Map<string, number>()
  /** Subscriptions that had no place left when claims were last made: more may be due. */
  readonly #crowded = new Set<string>()
  readonly #looks = createLooks()
  /** The earliest that the last look everywhere, and those since then, found to be due later. */
  #laterDue: Date | null = null
  #woken = false
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #leasesCheckedAt = Number.NEGATIVE_INFINITY
  #stuckCheckedAt = Number.NEGATIVE_INFINITY
  #stopping: Promise<void> | undefined

  constructor(services: Needed, settings: DeliverySettings) {
    this.#services = services
    this.#settings = settings
    this.#outbound = createOutbound({ allowPrivate: services.config.allowPrivateTargets })
    this.#settler = createSettler((settled) => this.#write(settled), services.log)
    this.#promoter = createPromoter(
      (chains) => promote(services.db, chains, services.clock.now()),
      services.log,
      (chains) => this.#hear(...chains.map(({ workspaceId }) => workspaceId)),
    )
    this.#listener = listen(services.pool, {
      channel: 'lodgewire_deliveries',
      log: services.log,
      lost: 'the connection that hears of new deliveries is opened again',
      onNotice: (workspaceId) => this.#hear(workspaceId),
    })
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#settler.hurry()
    await this.#listener.stop()
    await this.#running
    await Promise.all(this.#inFlight)
    await this.#promoter.stop()
    await this.#outbound.close()
  }

  #wake(): void {
    this.#woken = true
    if (this.#stopping || this.#running) return
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      if (this.#woken) this.#wake()
    })
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    let next: Next = { ms: troubleMs, everywhere: true }
    try {
      do {
        this.#woken = false
        const look = await this.#claim()
        if (!this.#woken) next = look ? await this.#untilNextDue(look) : { ms: idleMs, everywhere: true }
      } while (this.#woken && !this.#stopping)
    } catch (error) {
      this.#services.log.warn({ err: error }, 'due deliveries could not be read')
    }
    if (this.#stopping) return
    const { ms, everywhere } = next
    this.#timer = setTimeout(() => (everywhere ? this.#hear(null) : this.#wake()), ms)
  }

  /** Something may be due in these workspaces; null: nobody knows where. */
  #hear(...workspaceIds: (string | null)[]): void {
    for (const id of workspaceIds) {
      if (id === null) this.#looks.everywhere()
      else this.#looks.tell(id)
    }
    this.#wake()
  }

  /** Answers where it looked; nowhere without a free place, since an attempt that ends wakes by itself. */
  async #claim(): Promise<Look | null> {
    const { db, clock } = this.#services
    const now = clock.now()
    const passed = clock.monotonicMs()
    if (passed - this.#leasesCheckedAt >= leaseCheckMs) {
      this.#leasesCheckedAt = passed
      if ((await releaseExpired(db, now)) > 0) this.#looks.everywhere()
    }
    if (passed - this.#stuckCheckedAt >= stuckCheckMs) {
      this.#stuckCheckedAt = passed
      this.#promoter.add(await stuckChains(db))
    }
    const places = this.#places()
    if (places.total <= 0) return null
    const look = this.#looks.next(now, (id) => this.#busy.has(id))
    const until = new Date(now.getTime() + this.#settings.ackTimeoutMs + this.#settings.leaseSlackMs)
    const claimed = await claimDue(db, places, look, { now, until })
    if (this.#stopping && claimed.length > 0) {
      await giveBack(db, claimed)
      await notifyDeliveries(db)
      return null
    }
    this.#looks.found(claimed)
    // Who came away empty is not known to the looks that follow.
    if (claimed.length >= places.total) this.#looks.everywhere()
    for (const one of claimed) this.#begin(one)
    return look
  }

  #places(): Places {
    const { total, perEndpoint, perFailingEndpoint } = this.#settings
    return { total: total - this.#inFlight.size, perEndpoint, perFailingEndpoint, busy: this.#busy }
  }

  #begin(claimed: Claimed): void {
    const { webhookId } = claimed
    const { perEndpoint, perFailingEndpoint } = this.#settings
    const count = (this.#busy.get(webhookId) ?? 0) + 1
    this.#busy.set(webhookId, count)
    if (count >= (claimed.failing ? perFailingEndpoint : perEndpoint)) this.#crowded.add(webhookId)
    const work = this.#deliver(claimed).finally(() => {
      this.#inFlight.delete(work)
      this.#end(webhookId)
    })
    this.#inFlight.add(work)
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const { ackTimeoutMs, random, retryDelaysMs: delaysMs } = this.#settings
    const sender = {
      outbound: this.#outbound,
      serviceName: this.#services.config.serviceName,
      ackTimeoutMs,
    }
    const schedule = { random: random(), delaysMs }
    await this.#settler.add(await deliver(this.#services, sender, claimed, schedule))
  }

  /** Looks for more once half the places are free again, so that a backlog is claimed in batches. */
  #end(webhookId: string): void {
    const count = (this.#busy.get(webhookId) ?? 1) - 1
    if (count > 0) this.#busy.set(webhookId, count)
    else this.#busy.delete(webhookId)
    const full = this.#inFlight.size + 1 >= this.#settings.total
    const roomy = this.#crowded.has(webhookId) && count <= this.#settings.perEndpoint / 2
    if (!full && !roomy) return
    this.#crowded.delete(webhookId)
    this.#wake()
  }

  async #write(settled: Settled[]): Promise<void> {
    const failed = await writeSettled(this.#services.db, settled)
    this.#promoter.add(endedChains(settled))
    for (const webhook of failed) await disableFailed(this.#services, webhook)
  }

  async #untilNextDue(look: Look): Promise<Next> {
    const { db, clock } = this.#services
    const now = clock.now()
    const due = await nextDue(db, this.#places(), look, now)
    const known = look.everywhere ? null : this.#laterDue
    this.#laterDue = due && known ? (due < known ? due : known) : (due ?? known)
    // Another worker has it, or it waits for places at an endpoint that is known.
    if (due && due <= now) return { ms: shortestMs, everywhere: false }
    if (!this.#laterDue) return { ms: look.everywhere ? idleMs : everywhereEveryMs, everywhere: true }
    const ms = this.#laterDue.getTime() - now.getTime()
    // What fell due meanwhile somewhere else.
    if (ms <= 0) return { ms: overdueMs, everywhere: true }
    return { ms: Math.min(everywhereEveryMs, Math.max(shortestMs, ms)), everywhere: true }
  }
}
