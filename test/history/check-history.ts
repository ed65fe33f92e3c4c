/** Holds a history against every rule. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { findCycles } from './checks/cycles.ts'
import { findEffectsTwice } from './checks/effects-twice.ts'
import { findEffectsWithoutCause } from './checks/effects-without-cause.ts'
import { findLostUpdates } from './checks/lost-updates.ts'
import { findMissingDeliveries } from './checks/missing-deliveries.ts'
import { findOrderFaults } from './checks/order.ts'
import { findOpenNights } from './checks/open-nights.ts'
import { findStaleReads } from './checks/stale-reads.ts'
import { operationText, type HistoryFault } from './fault.ts'
import { saveOperations, type History, type HistoryOperation } from './history.ts'
import { viewOf } from './timelines.ts'

const checks = [
  findLostUpdates,
  findStaleReads,
  findOpenNights,
  findEffectsWithoutCause,
  findEffectsTwice,
  findOrderFaults,
  findMissingDeliveries,
  findCycles,
]

/** The first faults say enough. */
const mostShown = 10

export function checkHistory(history: readonly HistoryOperation[]): HistoryFault[] {
  const view = viewOf(history)
  return checks.flatMap((check) => check(view))
}

export function faultText({ rule, message, operations }: HistoryFault): string {
  return [`${rule}: ${message}`, ...operations.map((operation) => `    ${operationText(operation)}`)].join(
    '\n',
  )
}

/** Returns a line of figures. With `HISTORY_FOLDER` the history is kept there as `<name>.jsonl`. */
export function assertHistory({ operations }: History, name: string): string {
  const folder = process.env['HISTORY_FOLDER']
  if (folder !== undefined) saveOperations(path.join(folder, `${name}.jsonl`), operations)
  const faults = checkHistory(operations)
  const shown = faults.slice(0, mostShown).map(faultText).join('\n')
  assert.equal(faults.length, 0, `${faults.length} faults in the history of ${name}:\n${shown}`)
  const counts = Map.groupBy(operations, ({ kind }) => kind)
  return [...counts].map(([kind, of]) => `${of.length} ${kind}`).join(', ')
}
