/**
 * The delivery worker. Any number of them may run; each claims rows for longer than an attempt lasts, and
 * expired claims are taken back.
 */
import { listen, type Listener } from '../../../platform/listener.ts'
import type { Services } from '../../../services.ts'
import { claimDueDeliveries, nextDeliveryDue } from './claim-queries.ts'
import type { DeliveryLease } from './claimed-delivery.ts'
import { disableFailingWebhook } from './disable-failing-webhook.ts'
import { releaseDeliveryLeases } from './delivery-lease-queries.ts'
import type { ClaimCapacity } from './open-endpoints-sql.ts'
import { createLookPlanner, everywhereEveryMs, type DeliveryLook } from './look-planner.ts'
import { promoteUnlockedChains, stuckChains } from './chain-queries.ts'
import { areTablesAnalyzed } from './plan-queries.ts'
import { hasUsedShare } from './endpoint-slots.ts'
import { createChainPromoter, listEndedChains, type ChainPromoter } from './chain-promoter.ts'
import { insertSettledAttempts, type SettledAttempt } from './settle-queries.ts'
import { DeliverySender } from './delivery-sender.ts'
import { defaultDeliverySettings, type DeliverySettings } from './delivery-settings.ts'
import { releaseEndpointLeases } from './endpoint-lease-queries.ts'

export interface DeliveryLoop {
  /** Waits for requests under way, at most the receivers' time, and leaves nothing claimed. */
  stop(): Promise<void>
}

/** The longest pause between looks, in case a notification was lost. */
const idleMs = 30_000
const troubleMs = 1_000
/** Claims are combined when slots become free in quick succession. */
const gatherMs = 5
/** The next due time is queried once no notification came for this long. */
const calmMs = 25
/** The shortest pause when another worker holds what is due. */
const shortestMs = 50
/** Pause before a look everywhere for a single due delivery. */
const overdueMs = 500
const leaseCheckMs = 1_000
/** How often chains that wait for nothing are looked for. */
const stuckCheckMs = 30_000

type DeliveryWorkerDeps = Pick<Services, 'db' | 'pool' | 'clock' | 'config' | 'vault' | 'log' | 'audit'>

export function startDeliveries(
  services: DeliveryWorkerDeps,
  options: Partial<DeliverySettings> = {},
): DeliveryLoop {
  const worker = new DeliveryWorker(services, { ...defaultDeliverySettings, ...options })
  return { stop: () => worker.stop() }
}

class DeliveryWorker {
  readonly #services: DeliveryWorkerDeps
  readonly #settings: DeliverySettings
  readonly #sending: DeliverySender
  readonly #promoter: ChainPromoter
  readonly #listener: Listener
  readonly #looks = createLookPlanner()
  /** The earliest later due time that looks everywhere have found. */
  #laterDue: Date | null = null
  /** A look everywhere ran since the next due time was queried. */
  #sawEverywhere = false
  /** The last claims used up the slots, in all or of a workspace. */
  #full = false
  #tablesAreKnown = false
  #woken = false
  #running: Promise<void> | undefined
  #keeping: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  #leasesCheckedAt = Number.NEGATIVE_INFINITY
  #overdueAt = Number.NEGATIVE_INFINITY
  #stuckCheckedAt = Number.NEGATIVE_INFINITY
  #stopping: Promise<void> | undefined

  constructor(services: DeliveryWorkerDeps, settings: DeliverySettings) {
    this.#services = services
    this.#settings = settings
    this.#sending = new DeliverySender(services, settings, {
      write: (settled) => this.#write(settled),
      onRoom: (webhookId, back) => {
        this.#looks.revisit(webhookId, back)
        this.#gather()
      },
      onEnd: () => {
        if (this.#full) this.#gather()
      },
    })
    this.#promoter = createChainPromoter(
      (chains) => promoteUnlockedChains(services.db, chains, services.clock.now()),
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
    clearTimeout(this.#gathering)
    this.#sending.hurry()
    await this.#listener.stop()
    await this.#running
    await this.#keeping
    await this.#sending.stop()
    await this.#promoter.stop()
    await this.#sending.close()
  }

  #wake(): void {
    this.#woken = true
    this.#start(() => this.#run())
  }

  #start(work: () => Promise<void>): void {
    if (this.#stopping || this.#running) return
    clearTimeout(this.#timer)
    this.#running = work().finally(() => {
      this.#running = undefined
      if (this.#woken) this.#wake()
    })
  }

  /** Claims until nothing is known to be due; then, if calm, queries the next due time. */
  async #run(): Promise<void> {
    try {
      do {
        this.#woken = false
        await this.#claim()
      } while (this.#woken && !this.#stopping)
      this.#later(calmMs, () => this.#start(() => this.#wait()))
    } catch (error) {
      this.#trouble(error)
    }
  }

  async #wait(): Promise<void> {
    try {
      const { ms, everywhere } = await this.#untilNextDue()
      this.#later(ms, () => {
        if (everywhere) return this.#hear(null)
        this.#looks.revisitAll()
        this.#wake()
      })
    } catch (error) {
      this.#trouble(error)
    }
  }

  #trouble(error: unknown): void {
    this.#services.log.warn({ err: error }, 'due deliveries could not be read')
    this.#later(troubleMs, () => this.#hear(null))
  }

  #later(ms: number, work: () => void): void {
    clearTimeout(this.#timer)
    if (!this.#stopping) this.#timer = setTimeout(work, ms)
  }

  /** Something may be due in these workspaces; null if the place is unknown. */
  #hear(...workspaceIds: (string | null)[]): void {
    for (const id of workspaceIds) {
      if (id === null) this.#looks.everywhere()
      else this.#looks.tell(id)
    }
    this.#wake()
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#services
    const now = clock.now()
    const passed = clock.monotonicMs()
    this.#keepUp(now, passed)
    if (this.#laterDue && this.#laterDue <= now && passed - this.#overdueAt >= overdueMs) {
      // Under load the timer never fires; look for overdue rows here.
      this.#overdueAt = passed
      this.#laterDue = null
      this.#looks.everywhere()
    }
    const { free } = this.#sending
    this.#full = free <= 0
    // A finished delivery calls #wake, so there is nothing to do while full.
    if (this.#full) return
    const look = this.#looks.next(
      now,
      (id) => this.#sending.isBusy(id),
      (id) => this.#sending.hasRoom(id),
    )
    if (!look.everywhere && look.hot.length + look.told.length === 0) return
    this.#sawEverywhere ||= look.everywhere
    const places = this.#placesFor(look)
    const { holder } = this.#sending
    const lease = this.#leaseFrom(now)
    const { claimed, missed, ofOthers } = await claimDueDeliveries(
      db,
      places,
      look,
      holder,
      lease,
      this.#tablesAreKnown,
    )
    this.#sending.leave(ofOthers, passed + lease.until.getTime() - now.getTime())
    if (this.#stopping) return this.#sending.giveBack(claimed)
    this.#looks.found(claimed)
    if (missed.length > 0) this.#hear(...missed)
    // Which workspaces got nothing is unknown.
    this.#full = claimed.length >= places.total || hasUsedShare(claimed, places.workspaceRooms)
    if (this.#full) this.#looks.again(look)
    this.#sending.take(claimed, places.rooms, passed)
  }

  /** Periodic checks beside the claims; new deliveries do not wait for them. */
  #keepUp(now: Date, passed: number): void {
    if (this.#keeping || passed - this.#leasesCheckedAt < leaseCheckMs) return
    this.#leasesCheckedAt = passed
    const isStuckDue = passed - this.#stuckCheckedAt >= stuckCheckMs
    if (isStuckDue) this.#stuckCheckedAt = passed
    this.#keeping = this.#keep(now, passed, isStuckDue)
      .catch((error: unknown) => this.#trouble(error))
      .finally(() => (this.#keeping = undefined))
  }

  async #keep(now: Date, passed: number, isStuckDue: boolean): Promise<void> {
    const { db } = this.#services
    const released =
      (await releaseEndpointLeases(db, this.#leaseFrom(now))) + (await releaseDeliveryLeases(db, now))
    if (released + this.#sending.released(passed) > 0) this.#hear(null)
    this.#tablesAreKnown ||= await areTablesAnalyzed(db)
    if (isStuckDue) this.#promoter.add(await stuckChains(db))
  }

  #leaseFrom(now: Date): DeliveryLease {
    return { now, until: new Date(now.getTime() + this.#settings.ackTimeoutMs + this.#settings.leaseSlackMs) }
  }

  #placesFor({ hot }: DeliveryLook): ClaimCapacity {
    return this.#sending.placesFor(hot.map(({ webhookId }) => webhookId))
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#wake()
    }, gatherMs)
  }

  #noteDue(due: Date | null): void {
    if (due && (!this.#laterDue || due < this.#laterDue)) this.#laterDue = due
  }

  async #write(settled: SettledAttempt[]): Promise<void> {
    const failed = await insertSettledAttempts(this.#services.db, settled, this.#tablesAreKnown)
    this.#promoter.add(listEndedChains(settled))
    for (const { settlement } of settled) this.#noteDue(settlement.nextAttemptAt)
    for (const webhook of failed) await disableFailingWebhook(this.#services, webhook)
  }

  async #untilNextDue(): Promise<{ ms: number; everywhere: boolean }> {
    const { db, clock } = this.#services
    const now = clock.now()
    const everywhere = this.#sawEverywhere
    this.#sawEverywhere = false
    const look = { ...this.#looks.all(now), everywhere }
    const due = await nextDeliveryDue(
      db,
      this.#placesFor(look),
      look,
      this.#sending.holder,
      this.#leaseFrom(now),
      this.#tablesAreKnown,
    )
    if (everywhere) this.#laterDue = null
    this.#noteDue(due)
    // Another worker holds it, or its endpoint has no free slot.
    if (due && due <= now) return { ms: shortestMs, everywhere: false }
    if (!this.#laterDue) return { ms: everywhere ? idleMs : everywhereEveryMs, everywhere: true }
    const ms = this.#laterDue.getTime() - now.getTime()
    // Something fell due elsewhere meanwhile.
    if (ms <= 0) return { ms: overdueMs, everywhere: true }
    return { ms: Math.min(everywhereEveryMs, Math.max(shortestMs, ms)), everywhere: true }
  }
}
