/**
 * Where a worker looks for what is due. The index of pending deliveries keeps an entry for each one that went out until the
 * table is vacuumed, and whoever looks through all of them pays for it. So most looks go only to endpoints that something
 * was queued for just now or that had more than there were places for, and begin where the last one ended; now and then one
 * goes everywhere and finds what those cannot.
 */

interface HotEndpointLook {
  workspaceId: string
  webhookId: string
  /** Nothing that was due before is looked for, and of that moment nothing with a lower number. */
  since: Date
  sequence: string
  /** Looks further back than the last one ended: what was queued may be due before what went out already. */
  back: boolean
}

export interface DeliveryLook {
  everywhere: boolean
  /** Everywhere, and at hot endpoints where the last look ended; otherwise it begins at the beginning. */
  onward: boolean
  hot: readonly HotEndpointLook[]
  /** Workspaces in which something was queued, and since when that may be due. */
  told: readonly string[]
  toldSince: Date
}

export const everywhereEveryMs = 10_000
/** After one that found more than there were places for: the endpoints it did not come to wait no longer. */
const everywhereAgainMs = 250
/** How long an endpoint stays hot: longer than an attempt may take. */
const hotMs = 60_000
/** Transactions that were slow to commit, and clocks of other machines. */
const slackMs = 10_000
/** The same where nothing went out lately, so that looking further back costs nothing. */
const toldSlackMs = 5 * 60_000
export const lowestSequence = '-9223372036854775808'

export interface LookPlanner {
  /** Something was queued in a workspace. */
  tell(workspaceId: string): void
  /** An endpoint has places again and may have more; `back`: also what is due before what went out. */
  revisit(webhookId: string, back: boolean): void
  /** The time has come for something that is known to be there. */
  revisitAll(): void
  /** Something was queued, and nobody knows where. */
  everywhere(): void
  /** What is known to be there, for whoever asks when something falls due. */
  all(now: Date): DeliveryLook
  next(
    now: Date,
    isBusy: (webhookId: string) => boolean,
    hasRoom: (webhookId: string) => boolean,
  ): DeliveryLook
  /** A look did not bring all that is there, or nobody knows. */
  again(look: DeliveryLook): void
  /** What a look found. */
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
  /** The oldest that was found last. */
  oldest: Date
  /** Where the last look ended. */
  end: { dueAt: Date; sequence: string }
  foundAt: number
  visit: 'none' | 'on' | 'back'
}

/** `clock` in milliseconds; it only has to run. */
export function createLookPlanner(clock: () => number = () => performance.now()): LookPlanner {
  const hot = new Map<string, KnownEndpoint>()
  let told = new Set<string>()
  let lastEverywhere = Number.NEGATIVE_INFINITY
  /** The last look everywhere is to go on from where it ended. */
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

/** The order in which what is due is looked through. */
const byDueOrder = (a: FoundDelivery, b: FoundDelivery) =>
  +a.dueAt - +b.dueAt || (BigInt(a.eventSequence) < BigInt(b.eventSequence) ? -1 : 1)
