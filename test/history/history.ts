/** A history: what the processes of a test did and saw, each with begin and end by one clock. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type OperationKind = 'call' | 'event' | 'delivery' | 'vendor-call'

/** `unknown`: the answer was lost, so the operation may have taken effect or not. */
export type OperationResult = 'ok' | 'failed' | 'unknown'

/** Null is the state before anything was written. */
export interface RecordVersion {
  record: string
  value: string | null
}

/** Something that exists or happened once: a reservation, an event about its creation, a booking at a vendor. */
export interface SeenEffect {
  kind: string
  id: string
  /** Any of these names explains it. Two effects of a kind with a name in common are one effect that was done twice. */
  causes: string[]
}

/** An event as the log or a delivery shows it. */
export interface EventMark {
  eventId: string
  type: string
  /** The event's place in the log; null on what was made for one webhook alone. */
  sequence: number | null
  /** Events about this record are in order. */
  subject: string
  revision: number | null
  /** A hash of its data. */
  content: string
}

export interface DeliveryMark {
  endpoint: string
  isOrdered: boolean
  deliveryId: string
}

/** Somebody for whom nights are closed: a stay, or the host. */
export interface NightHold {
  holder: string
  /** Nights as `listing date`; null for all that the holder has. */
  nights: string[] | null
  /** Another name of the holder, by which the nights may be given up. */
  alias?: string
}

export interface HistoryOperation {
  process: string
  kind: OperationKind
  what: string
  /** Milliseconds of `performance.now()` of the test's process. */
  begin: number
  end: number
  result: OperationResult
  writes?: RecordVersion[]
  /** Versions of one moment between begin and end. */
  reads?: RecordVersion[]
  /** Every written record whose name begins so and is not in `reads` was read as not there. */
  readsAll?: string
  /** Every value that a record had, the oldest first. */
  orders?: { record: string; values: string[] }[]
  /** Nights are closed for the holder from now on. */
  holds?: NightHold
  /** The holder gives nights up. */
  releases?: NightHold
  /** Nights that were seen open, as `listing date`. */
  openNights?: string[]
  /** Names of what the operation may bring about. */
  causes?: string[]
  effects?: SeenEffect[]
  idempotencyKey?: string
  /** A hash of the answer. */
  answer?: string
  event?: EventMark
  delivery?: DeliveryMark
  /** The places that a page of the log showed behind `after`, when all kinds of events were asked for. */
  logPage?: { after: number; places: number[] }
}

export const hashOf = (text: string): string =>
  createHash('sha1').update(text).digest('base64url').slice(0, 12)

/** Returns a hash that does not depend on the order of fields. */
export function contentHash(value: unknown): string {
  const sorted = (_name: string, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  return hashOf(JSON.stringify(value, sorted) ?? '')
}

export class History {
  readonly operations: HistoryOperation[] = []
  readonly #process = new AsyncLocalStorage<string>()

  /** Calls made within the work belong to this process. */
  as<T>(process: string, work: () => T): T {
    return this.#process.run(process, work)
  }

  get process(): string {
    return this.#process.getStore() ?? 'test'
  }

  add(operation: HistoryOperation): HistoryOperation {
    this.operations.push(operation)
    return operation
  }
}

/** Writes one JSON object a line. */
export function saveOperations(file: string, operations: readonly HistoryOperation[]): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, operations.map((operation) => `${JSON.stringify(operation)}\n`).join(''))
}

export function loadOperations(file: string): HistoryOperation[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as HistoryOperation)
}
