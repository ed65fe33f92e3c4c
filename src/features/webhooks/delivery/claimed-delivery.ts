/** A delivery this process has claimed, as the claim queries return it. */
import type { EnvelopeEvent } from './envelope.ts'
import type { AttemptedDelivery } from './delivery-state.ts'

export interface DeliveryLease {
  now: Date
  until: Date
}

/**
 * The attempt's id: the delivery's id with the attempt's number in twelve of its random bits. Whoever finds
 * the lease can therefore derive it.
 */
const attemptIdOf = (deliveryId: string, number: number): string =>
  `${deliveryId.slice(0, 15)}${(number & 0xfff).toString(16).padStart(3, '0')}${deliveryId.slice(18)}`

export interface ClaimedDelivery extends AttemptedDelivery {
  workspaceId: string
  deliveryId: string
  webhookId: string
  /** The event's sequence in the subscriber's workspace. */
  eventSequence: string
  attemptId: string
  attemptAt: Date
  dueAt: Date
  /** Counts from 1. */
  number: number
  orderKey: string | null
  url: string
  /** The current secret, and the previous one while it is still valid. */
  sealedSecrets: Buffer[]
  apiVersion: string
  /** Its latest attempts failed, so it gets fewer slots. */
  failing: boolean
  /** False if the event's listing became inactive meanwhile. */
  mayBeSent: boolean
  event: EnvelopeEvent
}

export interface ClaimedDeliveryRow {
  workspace_id: string
  id: string
  webhook_id: string
  /** Null if it is derived from the delivery and the attempt's number. */
  attempt_id: string | null
  next_attempt_at: Date
  number: number
  failures: number
  retries: boolean
  order_key: string | null
  replay_from: AttemptedDelivery['replayFrom']
  may_be_sent: boolean
  /** The listing of a child workspace that decides whether it may be sent. */
  child_listing_id: string | null
  event_sequence: string
  event_workspace_id: string
  sequence: string
  purpose: string | null
  event_id: string
  type: string
  account: unknown
  data: string | null
  event_at: Date
  is_child: boolean
  /** Set in one row only: the endpoints of all rows. */
  endpoints: ClaimedEndpointJson[] | null
  of_others?: string[] | null
}

interface ClaimedEndpointJson {
  workspaceId: string
  webhookId: string
  url: string
  apiVersion: string
  failing: boolean
  /** Encrypted, in hex. */
  secret: string
  previousSecret: string | null
}

type ClaimedEndpoint = Pick<ClaimedDelivery, 'url' | 'apiVersion' | 'failing' | 'sealedSecrets'>

export interface ClaimResult {
  claimed: ClaimedDelivery[]
  /** Workspaces in which another process was faster; they are looked at again. */
  missed: string[]
  /** Deliveries that a process which lost its lease may still be sending. */
  ofOthers: string[]
}

/** Each event's data and each endpoint's data come once, whatever the number of rows. */
export function toClaimResult(rows: readonly ClaimedDeliveryRow[], { now }: { now: Date }): ClaimResult {
  const events = new Map<string, EnvelopeEvent>()
  const endpoints = new Map<string, ClaimedEndpoint>()
  for (const row of rows) {
    if (row.data !== null) events.set(`${row.workspace_id} ${row.event_sequence}`, eventOf(row, row.data))
    for (const json of row.endpoints ?? [])
      endpoints.set(`${json.workspaceId} ${json.webhookId}`, endpointOf(json))
  }
  const claims: ClaimResult = {
    claimed: [],
    missed: [],
    ofOthers: rows.flatMap((row) => row.of_others ?? []),
  }
  for (const row of rows) {
    const event = events.get(`${row.workspace_id} ${row.event_sequence}`)
    const endpoint = endpoints.get(`${row.workspace_id} ${row.webhook_id}`)
    if (event && endpoint) claims.claimed.push(claimedOf(row, endpoint, event, now))
    else if (!claims.missed.includes(row.workspace_id)) claims.missed.push(row.workspace_id)
  }
  return claims
}

const endpointOf = ({
  url,
  apiVersion,
  failing,
  secret,
  previousSecret,
}: ClaimedEndpointJson): ClaimedEndpoint => ({
  url,
  apiVersion,
  failing,
  sealedSecrets: [secret, previousSecret].flatMap((sealed) =>
    sealed === null ? [] : [Buffer.from(sealed, 'hex')],
  ),
})

const eventOf = (row: ClaimedDeliveryRow, data: string): EnvelopeEvent => ({
  workspaceId: row.event_workspace_id,
  isChild: row.is_child,
  sequence: row.sequence,
  purpose: row.purpose,
  id: row.event_id,
  type: row.type,
  account: row.account,
  data,
  createdAt: row.event_at,
})

const claimedOf = (
  row: ClaimedDeliveryRow,
  endpoint: ClaimedEndpoint,
  event: EnvelopeEvent,
  at: Date,
): ClaimedDelivery => ({
  ...endpoint,
  workspaceId: row.workspace_id,
  deliveryId: row.id,
  webhookId: row.webhook_id,
  eventSequence: row.event_sequence,
  attemptId: row.attempt_id ?? attemptIdOf(row.id, row.number),
  attemptAt: at,
  dueAt: row.next_attempt_at,
  number: row.number,
  failures: row.failures,
  retries: row.retries,
  orderKey: row.order_key,
  replayFrom: row.replay_from,
  mayBeSent: row.may_be_sent,
  event,
})
