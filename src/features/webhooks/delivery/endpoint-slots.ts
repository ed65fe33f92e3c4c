/**
 * Who may be asked how much at once. Some more is claimed for an endpoint that answers quickly than it has places, so that the
 * next request begins when one ends and claims come in large batches: as much as it is likely to take in a moment.
 */
import type { ClaimedDelivery } from './claimed-delivery.ts'

export interface SlotSettings {
  /** Requests under way at once: in all, to one endpoint, and to one that has been failing. */
  total: number
  perEndpoint: number
  perFailingEndpoint: number
}

/** What is claimed ahead ought to have gone out within this, judged by the answers so far. */
const aheadMs = 250
/** And is at most so many times the places. */
const aheadTimes = 3
/** How much the latest answer says about the next. */
const weight = 0.2
/** Endpoints of which it is remembered how quickly they answer. */
const mostRemembered = 2_000

/** A workspace, and what is claimed at once, has at most this part of the places that the others leave: so some are left for the next. */
const workspaceShare = 3 / 4

interface SlotEndpoint {
  workspaceId: string | null
  busy: number
  /** Claimed and not begun, with the moment of the claim. */
  ready: { claimed: ClaimedDelivery; at: number }[]
  failing: boolean
  /** Something was left when claims were last made for want of places. */
  crowded: boolean
  answerMs: number | null
}

export interface EndpointRoom {
  webhookId: string
  /** Under way or claimed. */
  taken: number
  /** May be claimed beside it. */
  free: number
}

/** How many more may be claimed for a workspace that has some. */
export interface WorkspaceRoom {
  workspaceId: string
  free: number
}

/** How many whoever has `taken` may have more, where `free` are left in all. */
export const workspaceShareOf = (free: number, taken = 0): number =>
  free <= 0 ? 0 : Math.max(taken === 0 ? 1 : 0, Math.floor((free + taken) * workspaceShare) - taken)

/** Whether a workspace got as much as it may have beside what it has, so that more of it may be due. */
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

  /** Claimed and not begun, of all. */
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

  /** Of all that have something, and of these. An endpoint that is not among them has its usual places. */
  rooms(webhookIds: readonly string[]): EndpointRoom[] {
    const asked = new Set(webhookIds)
    return [...this.#endpoints].flatMap(([webhookId, endpoint]) =>
      taken(endpoint) > 0 || asked.has(webhookId)
        ? [{ webhookId, taken: taken(endpoint), free: this.#free(endpoint) }]
        : [],
    )
  }

  /** Of the workspaces that have something, where `free` places are left in all. */
  workspaceRooms(free: number): WorkspaceRoom[] {
    const takenBy = new Map<string, number>()
    for (const endpoint of this.#endpoints.values()) {
      const { workspaceId } = endpoint
      if (workspaceId !== null && taken(endpoint) > 0)
        takenBy.set(workspaceId, (takenBy.get(workspaceId) ?? 0) + taken(endpoint))
    }
    return [...takenBy].map(([workspaceId, has]) => ({ workspaceId, free: workspaceShareOf(free, has) }))
  }

  /** Takes what was claimed; `rooms` are those the claim was made with. */
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

  /** What may begin now. */
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

  /** A request is over. Answers whether the endpoint has room for more and may have more. */
  end(webhookId: string): boolean {
    const endpoint = this.#of(webhookId)
    endpoint.busy -= 1
    const roomy = endpoint.crowded && taken(endpoint) <= this.#allowed(endpoint) / 2
    if (roomy) endpoint.crowded = false
    if (taken(endpoint) === 0 && this.#endpoints.size > mostRemembered) this.#endpoints.delete(webhookId)
    return roomy
  }

  /** What was claimed for an endpoint and will not begin now. */
  giveUp(webhookId: string): ClaimedDelivery[] {
    return this.#giveUp(this.#of(webhookId), Number.POSITIVE_INFINITY)
  }

  /** The same of all endpoints, as far as it was claimed by then. */
  giveUpOlder(at: number): ClaimedDelivery[] {
    return [...this.#endpoints.values()].flatMap((endpoint) => this.#giveUp(endpoint, at))
  }

  #giveUp(endpoint: SlotEndpoint, at: number): ClaimedDelivery[] {
    const young = endpoint.ready.findIndex((one) => one.at > at)
    const given = endpoint.ready.splice(0, young < 0 ? endpoint.ready.length : young)
    if (given.length === 0) return []
    this.#ready -= given.length
    // Nothing is claimed ahead again before it has answered, and what goes back is asked for then.
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
