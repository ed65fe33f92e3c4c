import type { TSchema } from 'typebox'
import type { Connector, VendorContext } from '../connector.ts'
import type {
  CalendarDayRecord,
  ConversationRecord,
  ListingRecord,
  MessageRecord,
  ReviewRecord,
  StayRecord,
} from '../../contract/records.ts'
import type { CertificationFinding } from './findings.ts'
import type { ObservedCalls } from './observer.ts'
import type { BoundedWalk, WalkBounds } from './walk.ts'
import type { ReportWords } from './words.ts'

export interface CheckSamples {
  singles: number
  threads: number
  calendars: number
  contents: number
  alterations: number
}

/** Each try costs a real account a call. */
export const fewSamples: CheckSamples = { singles: 3, threads: 5, calendars: 3, contents: 2, alterations: 5 }

/** Tools of one run, and what checks leave for later ones. */
export interface CertificationRun {
  connector: Connector<TSchema>
  context: VendorContext
  /** Opens a client with a refused token; null if this account has no token. */
  withDeadToken(): Promise<VendorContext | null>
  bounds: WalkBounds
  /** Numbers of records tried one by one; more of the same seldom prove more. */
  samples: CheckSamples
  words: ReportWords
  observed: ObservedCalls
  seen: {
    listings?: BoundedWalk<ListingRecord>
    stays?: BoundedWalk<StayRecord>
    conversations?: BoundedWalk<ConversationRecord>
    messages?: BoundedWalk<MessageRecord>
    reviews?: BoundedWalk<ReviewRecord>
    nights?: { listing: ListingRecord; from: string; to: string; days: CalendarDayRecord[] }[]
  }
}

/** Reasons why a check did not run. */
export const skips = {
  not_offered: 'the connector does not have this',
  no_access: 'the account could not be opened',
  nothing_there: 'the account has nothing to try this on',
  not_asked: 'only on request',
  stopped: 'the run was stopped before',
  bounded: 'the list is longer than --max-records',
  walk_failed: 'the walk it builds on failed',
} as const
export type Skip = keyof typeof skips

export type CheckOutcome =
  { skip: Skip } | { findings: CertificationFinding[]; figures: Partial<Record<Figure, number>> }

/** Names of the figures in a report. */
export type Figure =
  | 'records'
  | 'pages'
  | 'expected'
  | 'listings'
  | 'days'
  | 'compared'
  | 'calls'
  | 'medianMs'
  | 'slowestMs'
  | 'retries'
  | 'fields'
  | 'fieldsRead'
  | 'lowestLimit'
  | 'confirmed'
  | 'pending'
  | 'cancelled'
  | 'inquiries'
  | 'blocks'
  | 'tries'

export interface CertificationCheck {
  id: string
  title: string
  /** Says if the connector offers what is checked. */
  needs(operations: Connector['operations']): boolean
  run(run: CertificationRun): Promise<CheckOutcome>
}

export const nothing: CheckOutcome = { skip: 'nothing_there' }

/** Narrows an operation that `needs` has confirmed. */
export function offered<T>(operation: T | undefined): T {
  if (operation === undefined) throw new Error('a check was run that the connector does not offer')
  return operation
}
