/**
 * Limits of concurrent requests. More is claimed for a fast endpoint than it has slots, so that requests
 * follow without pause and claims come in large batches.
 */
import type { ClaimedDelivery } from './claimed-delivery.ts'

export interface SlotSettings {
  /** Concurrent requests in all, per endpoint, and per failing endpoint. */
  total: number
  perEndpoint: number
  perFailingEndpoint: number
}

/** Deliveries claimed ahead should be sent within this time, judged by recent latencies. */
const aheadMs = 250
/** Limits what is claimed ahead to this multiple of the slots. */
const aheadTimes = 3
/** The weight of the latest latency in the moving average. */
const weight = 0.2
/** How many endpoints' latencies are remembered. */
const mostRemembered = 2_000

/** A workspace gets at most this share of the free slots, so some remain for the next one. */
const workspaceShare = 3 / 4

interface SlotEndpoint {
  workspaceId: string | null
  busy: number
  /** Claimed but not started, with the time of the claim. */
  ready: { claimed: ClaimedDelivery; at: number }[]
  failing: boolean
  /** The last claim left deliveries behind for lack of slots. */
  crowded: boolean
  answerMs: number | null
}

export interface EndpointRoom {
  webhookId: string
  /** Under way or claimed. */
  taken: number
  /** How many more may be claimed. */
  free: number
}

/** How many more deliveries a workspace with some under way may claim. */
export interface WorkspaceRoom {
  workspaceId: string
  free: number
}

/** How many more a workspace with `taken` may claim of `free` slots. */
export const workspaceShareOf = (free: number, taken = 0): number =>
  free <= 0 ? 0 : Math.max(taken === 0 ? 1 : 0, Math.floor((free + taken) * workspaceShare) - taken)

/** Whether a workspace claimed its whole share, so more of it may be due. */
export function hasUsedShare(claimed: readonly ClaimedDelivery[], rooms: readonly WorkspaceRoom[]): boolean {
  const counts = Map.groupBy(claimed, ({ workspaceId }) => workspaceId)
  return rooms.some(({ workspaceId, free }) => (counts.get(workspaceId)?.length ?? 0) >= free)
}

export class EndpointSlots {
  readonly #settings: SlotSettings
  readonly #endpoints = new Map<string, SlotEndpoint>()
  #ready = 0

  constructor(settings: SlotSettings) {
    this.#settings = settings
  }

  /** Deliveries claimed but not started, over all endpoints. */
  get ready(): number {
    return this.#ready
  }

  isBusy(webhookId: string): boolean {
    const endpoint = this.#endpoints.get(webhookId)
    return endpoint !== undefined && taken(endpoint) > 0
  }

  hasRoom(webhookId: string): boolean {
    const endpoint = this.#endpoints.get(webhookId)
    return endpoint === undefined || this.#free(endpoint) > 0
  }

  /** Rooms of these endpoints and of all that have deliveries; others have their usual slots. */
  rooms(webhookIds: readonly string[]): EndpointRoom[] {
    const asked = new Set(webhookIds)
    return [...this.#endpoints].flatMap(([webhookId, endpoint]) =>
      taken(endpoint) > 0 || asked.has(webhookId)
        ? [{ webhookId, taken: taken(endpoint), free: this.#free(endpoint) }]
        : [],
    )
  }

  /** Rooms of the workspaces that have deliveries, with `free` slots left in all. */
  workspaceRooms(free: number): WorkspaceRoom[] {
    const takenBy = new Map<string, number>()
    for (const endpoint of this.#endpoints.values()) {
      const { workspaceId } = endpoint
      if (workspaceId !== null && taken(endpoint) > 0)
        takenBy.set(workspaceId, (takenBy.get(workspaceId) ?? 0) + taken(endpoint))
    }
    return [...takenBy].map(([workspaceId, has]) => ({ workspaceId, free: workspaceShareOf(free, has) }))
  }

  /** Adds claimed deliveries; `rooms` are those the claim was made with. */
  take(claimed: readonly ClaimedDelivery[], rooms: readonly EndpointRoom[], at: number): void {
    const free = new Map(rooms.map((room) => [room.webhookId, room.free]))
    for (const [webhookId, ofOne] of Map.groupBy(claimed, (one) => one.webhookId)) {
      const endpoint = this.#of(webhookId)
      endpoint.workspaceId = ofOne[0]?.workspaceId ?? null
      endpoint.failing = ofOne.some(({ failing }) => failing)
      endpoint.crowded ||=
        endpoint.failing || ofOne.length >= (free.get(webhookId) ?? this.#settings.perEndpoint)
      for (const one of ofOne) endpoint.ready.push({ claimed: one, at })
      this.#ready += ofOne.length
    }
  }

  /** Deliveries that may start now. */
  begin(webhookId: string): ClaimedDelivery[] {
    const endpoint = this.#of(webhookId)
    const places = this.#placesOf(endpoint) - endpoint.busy
    const begun = endpoint.ready.splice(0, Math.max(0, places)).map(({ claimed }) => claimed)
    endpoint.busy += begun.length
    this.#ready -= begun.length
    return begun
  }

  answered(webhookId: string, ms: number): void {
    const endpoint = this.#of(webhookId)
    endpoint.answerMs = endpoint.answerMs === null ? ms : endpoint.answerMs * (1 - weight) + ms * weight
  }

  /** Ends a request. Returns whether the endpoint has room and may have more deliveries. */
  end(webhookId: string): boolean {
    const endpoint = this.#of(webhookId)
    endpoint.busy -= 1
    const roomy = endpoint.crowded && taken(endpoint) <= this.#allowed(endpoint) / 2
    if (roomy) endpoint.crowded = false
    if (taken(endpoint) === 0 && this.#endpoints.size > mostRemembered) this.#endpoints.delete(webhookId)
    return roomy
  }

  /** Removes the claimed deliveries of an endpoint that will not start. */
  giveUp(webhookId: string): ClaimedDelivery[] {
    return this.#giveUp(this.#of(webhookId), Number.POSITIVE_INFINITY)
  }

  /** Removes deliveries of all endpoints that were claimed by then and did not start. */
  giveUpOlder(at: number): ClaimedDelivery[] {
    return [...this.#endpoints.values()].flatMap((endpoint) => this.#giveUp(endpoint, at))
  }

  #giveUp(endpoint: SlotEndpoint, at: number): ClaimedDelivery[] {
    const young = endpoint.ready.findIndex((one) => one.at > at)
    const given = endpoint.ready.splice(0, young < 0 ? endpoint.ready.length : young)
    if (given.length === 0) return []
    this.#ready -= given.length
    // Nothing more is claimed ahead until the endpoint answers again.
    endpoint.answerMs = null
    endpoint.crowded = true
    return given.map(({ claimed }) => claimed)
  }

  #of(webhookId: string): SlotEndpoint {
    let endpoint = this.#endpoints.get(webhookId)
    if (!endpoint) {
      endpoint = { workspaceId: null, busy: 0, ready: [], failing: false, crowded: false, answerMs: null }
      this.#endpoints.set(webhookId, endpoint)
    }
    return endpoint
  }

  #placesOf({ failing }: SlotEndpoint): number {
    return failing ? this.#settings.perFailingEndpoint : this.#settings.perEndpoint
  }

  #allowed(endpoint: SlotEndpoint): number {
    const places = this.#placesOf(endpoint)
    if (endpoint.failing || endpoint.answerMs === null) return places
    const ahead = Math.min(
      aheadTimes * places,
      Math.floor((places * aheadMs) / Math.max(1, endpoint.answerMs)),
    )
    return places + ahead
  }

  #free(endpoint: SlotEndpoint): number {
    return Math.max(0, this.#allowed(endpoint) - taken(endpoint))
  }
}

const taken = ({ busy, ready }: SlotEndpoint) => busy + ready.length
