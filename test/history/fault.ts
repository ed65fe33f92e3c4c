/** What a rule found in a history. */
import type { HistoryOperation } from './history.ts'
import type { HistoryView } from './timelines.ts'

export type HistoryRule =
  | 'lost update'
  | 'stale read'
  | 'effect without cause'
  | 'effect twice'
  | 'order'
  | 'missing delivery'
  | 'cycle'

export interface HistoryFault {
  rule: HistoryRule
  message: string
  operations: HistoryOperation[]
}

export type HistoryCheck = (view: HistoryView) => HistoryFault[]

const ms = (at: number) => `${at.toFixed(1)} ms`

export const operationText = ({ process, what, begin, end, result }: HistoryOperation): string =>
  `${process}: ${what} (${result}) from ${ms(begin)} to ${ms(end)}`
