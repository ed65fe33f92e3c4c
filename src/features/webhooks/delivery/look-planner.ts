/**
 * Decides where a worker looks for due deliveries. Until vacuum, the index keeps an entry for each sent
 * delivery, so scanning all of it is expensive. Most looks visit endpoints with new or remaining deliveries
 * and start where the last look ended. A periodic look everywhere finds the rest.
 */

interface HotEndpointLook {
  workspaceId: string
  webhookId: string
  /** The look starts at this due time and, within it, at this sequence. */
  since: Date
  sequence: string
  /** Looks further back than the last look ended, because new deliveries may be due before those sent. */
  back: boolean
}

export interface DeliveryLook {
  everywhere: boolean
  /** Starts at hot endpoints where the last look ended; otherwise from the beginning. */
  onward: boolean
  hot: readonly HotEndpointLook[]
  /** Workspaces in which something was queued, and the earliest it may be due. */
  told: readonly string[]
  toldSince: Date
}

export const everywhereEveryMs = 10_000
/** After a look that found more than there were slots, so that unvisited endpoints do not wait. */
const everywhereAgainMs = 250
/** How long an endpoint stays hot: longer than an attempt may take. */
const hotMs = 60_000
/** Covers slow commits and clock differences between machines. */
const slackMs = 10_000
/** Used where nothing was sent lately, so looking further back costs nothing. */
const toldSlackMs = 5 * 60_000
export const lowestSequence = '-9223372036854775808'

export interface LookPlanner {
  /** Something was queued in a workspace. */
  tell(workspaceId: string): void
  /** An endpoint has free slots and may have more; `back` includes deliveries due before those sent. */
  revisit(webhookId: string, back: boolean): void
  /** A known delivery has fallen due. */
  revisitAll(): void
  /** Something was queued in an unknown place. */
  everywhere(): void
  /** The places of known deliveries, for finding the next due time. */
  all(now: Date): DeliveryLook
  next(
    now: Date,
    isBusy: (webhookId: string) => boolean,
    hasRoom: (webhookId: string) => boolean,
  ): DeliveryLook
  /** A look did not return everything, or its result is unknown. */
  again(look: DeliveryLook): void
  /** Records what a look returned. */
  found(deliveries: readonly FoundDelivery[]): void
}

interface FoundDelivery {
  workspaceId: string
  webhookId: string
  dueAt: Date
  eventSequence: string
}

interface KnownEndpoint {
  workspaceId: string
  webhookId: string
  /** The oldest delivery of the latest look. */
  oldest: Date
  /** Where the latest look ended. */
  end: { dueAt: Date; sequence: string }
  foundAt: number
  visit: 'none' | 'on' | 'back'
}

const placeOf = ({ workspaceId, webhookId, oldest, end }: KnownEndpoint, back: boolean): HotEndpointLook => ({
  workspaceId,
  webhookId,
  since: back ? new Date(oldest.getTime() - slackMs) : end.dueAt,
  sequence: back ? lowestSequence : end.sequence,
  back,
})

const toldSince = (now: Date) => new Date(now.getTime() - toldSlackMs)

class HotLookPlanner implements LookPlanner {
  readonly #clock: () => number
  readonly #hot = new Map<string, KnownEndpoint>()
  #told = new Set<string>()
  #lastEverywhere = Number.NEGATIVE_INFINITY
  /** The next look everywhere continues where the last one ended. */
  #goesOn = false

  constructor(clock: () => number) {
    this.#clock = clock
  }

  tell(workspaceId: string): void {
    this.#told.add(workspaceId)
  }

  revisit(webhookId: string, back: boolean): void {
    const known = this.#hot.get(webhookId)
    if (known && known.visit !== 'back') known.visit = back ? 'back' : 'on'
  }

  revisitAll(): void {
    for (const id of this.#hot.keys()) this.revisit(id, true)
  }

  everywhere(): void {
    this.#lastEverywhere = Number.NEGATIVE_INFINITY
    this.#goesOn = false
  }

  all(now: Date): DeliveryLook {
    return {
      everywhere: false,
      onward: false,
      hot: [...this.#hot.values()].map((known) => placeOf(known, true)),
      told: [...this.#told],
      toldSince: toldSince(now),
    }
  }

  next(
    now: Date,
    isBusy: (webhookId: string) => boolean,
    hasRoom: (webhookId: string) => boolean,
  ): DeliveryLook {
    const at = this.#clock()
    const everywhere = at - this.#lastEverywhere >= everywhereEveryMs
    const onward = everywhere && this.#goesOn
    const places: HotEndpointLook[] = []
    for (const [id, known] of this.#hot) {
      if (at - known.foundAt > hotMs && !isBusy(id)) {
        this.#hot.delete(id)
        continue
      }
      if (this.#told.has(known.workspaceId)) known.visit = 'back'
      if (!onward && (known.visit === 'none' || !hasRoom(id))) continue
      places.push(placeOf(known, known.visit === 'back'))
      known.visit = 'none'
    }
    if (everywhere) {
      this.#lastEverywhere = at
      this.#goesOn = false
    }
    const told = [...this.#told]
    this.#told = new Set()
    return { everywhere, onward, hot: places, told, toldSince: toldSince(now) }
  }

  again(look: DeliveryLook): void {
    if (look.everywhere) {
      this.#lastEverywhere = this.#clock() - everywhereEveryMs + everywhereAgainMs
      this.#goesOn = true
    }
    for (const id of look.told) this.#told.add(id)
    for (const { webhookId, back } of look.hot) this.revisit(webhookId, back)
  }

  found(deliveries: readonly FoundDelivery[]): void {
    const foundAt = this.#clock()
    const byWebhook = Map.groupBy(deliveries, ({ webhookId }) => webhookId)
    for (const [webhookId, ofOne] of byWebhook) {
      const sorted = ofOne.toSorted(byDueOrder)
      const [first, last] = [sorted[0], sorted.at(-1)]
      if (!first || !last) continue
      this.#hot.set(webhookId, {
        workspaceId: first.workspaceId,
        webhookId,
        oldest: first.dueAt,
        end: { dueAt: last.dueAt, sequence: last.eventSequence },
        foundAt,
        visit: this.#hot.get(webhookId)?.visit ?? 'none',
      })
    }
  }
}

/** `clock` is a monotonic clock in milliseconds. */
export const createLookPlanner = (clock: () => number = () => performance.now()): LookPlanner =>
  new HotLookPlanner(clock)

/** The order in which looks read due deliveries. */
const byDueOrder = (a: FoundDelivery, b: FoundDelivery) =>
  +a.dueAt - +b.dueAt || (BigInt(a.eventSequence) < BigInt(b.eventSequence) ? -1 : 1)
