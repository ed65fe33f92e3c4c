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

/** `clock` is a monotonic clock in milliseconds. */
export function createLookPlanner(clock: () => number = () => performance.now()): LookPlanner {
  const hot = new Map<string, KnownEndpoint>()
  let told = new Set<string>()
  let lastEverywhere = Number.NEGATIVE_INFINITY
  /** The next look everywhere continues where the last one ended. */
  let goesOn = false

  const revisit = (webhookId: string, back: boolean) => {
    const known = hot.get(webhookId)
    if (known && known.visit !== 'back') known.visit = back ? 'back' : 'on'
  }

  const placeOf = (
    { workspaceId, webhookId, oldest, end }: KnownEndpoint,
    back: boolean,
  ): HotEndpointLook => ({
    workspaceId,
    webhookId,
    since: back ? new Date(oldest.getTime() - slackMs) : end.dueAt,
    sequence: back ? lowestSequence : end.sequence,
    back,
  })

  const toldSince = (now: Date) => new Date(now.getTime() - toldSlackMs)

  return {
    tell: (workspaceId) => void told.add(workspaceId),
    revisit,
    revisitAll() {
      for (const id of hot.keys()) revisit(id, true)
    },
    everywhere() {
      lastEverywhere = Number.NEGATIVE_INFINITY
      goesOn = false
    },
    all: (now) => ({
      everywhere: false,
      onward: false,
      hot: [...hot.values()].map((known) => placeOf(known, true)),
      told: [...told],
      toldSince: toldSince(now),
    }),
    next(now, isBusy, hasRoom) {
      const at = clock()
      const everywhere = at - lastEverywhere >= everywhereEveryMs
      const onward = everywhere && goesOn
      const places: HotEndpointLook[] = []
      for (const [id, known] of hot) {
        if (at - known.foundAt > hotMs && !isBusy(id)) {
          hot.delete(id)
          continue
        }
        if (told.has(known.workspaceId)) known.visit = 'back'
        if (!onward && (known.visit === 'none' || !hasRoom(id))) continue
        places.push(placeOf(known, known.visit === 'back'))
        known.visit = 'none'
      }
      if (everywhere) {
        lastEverywhere = at
        goesOn = false
      }
      const look = { everywhere, onward, hot: places, told: [...told], toldSince: toldSince(now) }
      told = new Set()
      return look
    },
    again(look) {
      if (look.everywhere) {
        lastEverywhere = clock() - everywhereEveryMs + everywhereAgainMs
        goesOn = true
      }
      for (const id of look.told) told.add(id)
      for (const { webhookId, back } of look.hot) revisit(webhookId, back)
    },
    found(deliveries) {
      const foundAt = clock()
      const byWebhook = Map.groupBy(deliveries, ({ webhookId }) => webhookId)
      for (const [webhookId, ofOne] of byWebhook) {
        const sorted = ofOne.toSorted(byDueOrder)
        const [first, last] = [sorted[0], sorted.at(-1)]
        if (!first || !last) continue
        const known = hot.get(webhookId)
        hot.set(webhookId, {
          workspaceId: first.workspaceId,
          webhookId,
          oldest: first.dueAt,
          end: { dueAt: last.dueAt, sequence: last.eventSequence },
          foundAt,
          visit: known?.visit ?? 'none',
        })
      }
    },
  }
}

/** The order in which looks read due deliveries. */
const byDueOrder = (a: FoundDelivery, b: FoundDelivery) =>
  +a.dueAt - +b.dueAt || (BigInt(a.eventSequence) < BigInt(b.eventSequence) ? -1 : 1)
