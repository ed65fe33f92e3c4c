/** A delivery that this process has for a while, as the queries that claim answer it. */
import type { LoggedEvent } from './envelope.ts'
import type { Attempted } from './state.ts'
import { attemptId } from './turn-queries.ts'

export interface Claimed extends Attempted {
  workspaceId: string
  deliveryId: string
  webhookId: string
  /** The event's place in the subscriber's workspace. */
  eventSequence: string
  attemptId: string
  attemptAt: Date
  dueAt: Date
  /** Counts from 1. */
  number: number
  orderKey: string | null
  url: string
  /** The secret, and the one before it while that one still counts. */
  sealedSecrets: Buffer[]
  apiVersion: string
  /** Its latest attempts failed, so it gets fewer places. */
  failing: boolean
  /** False: the listing the event is about was switched off meanwhile. */
  mayBeSent: boolean
  event: LoggedEvent
}

export interface ClaimedRow {
  workspace_id: string
  id: string
  webhook_id: string
  /** Null where it follows from the delivery and the number. */
  attempt_id: string | null
  attempt_at: Date
  next_attempt_at: Date
  number: number
  failures: number
  retries: boolean
  order_key: string | null
  replay_from: Attempted['replayFrom']
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  api_version: string
  failing: boolean
  may_be_sent: boolean
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
  /** False: another process got the turn of the endpoint. */
  taken: boolean
}

/** The data of an event comes once, however many endpoints it goes to. */
export function toClaimed(rows: readonly ClaimedRow[]): Claimed[] {
  const events = new Map<string, LoggedEvent>()
  for (const row of rows)
    if (row.data !== null) events.set(`${row.workspace_id} ${row.event_sequence}`, eventOf(row, row.data))
  return rows.flatMap((row) => {
    if (!row.taken) return []
    const event = events.get(`${row.workspace_id} ${row.event_sequence}`)
    return event ? [claimedOf(row, event)] : []
  })
}

const eventOf = (row: ClaimedRow, data: string): LoggedEvent => ({
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

const claimedOf = (row: ClaimedRow, event: LoggedEvent): Claimed => ({
  workspaceId: row.workspace_id,
  deliveryId: row.id,
  webhookId: row.webhook_id,
  eventSequence: row.event_sequence,
  attemptId: row.attempt_id ?? attemptId(row.id, row.number),
  attemptAt: row.attempt_at,
  dueAt: row.next_attempt_at,
  number: row.number,
  failures: row.failures,
  retries: row.retries,
  orderKey: row.order_key,
  replayFrom: row.replay_from,
  url: row.url,
  sealedSecrets: row.previous_secret ? [row.secret, row.previous_secret] : [row.secret],
  apiVersion: row.api_version,
  failing: row.failing,
  mayBeSent: row.may_be_sent,
  event,
})
