/** Asserts the checks that `certify` reports. A simulator holds made-up people, so every name may be shown. */
import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import { fewSamples, type CertificationCheck, type CertificationRun } from '../checks/check.ts'
import { isFailure, type FindingCode } from '../checks/findings.ts'
import { createWords, type ReportableName, type ReportWords } from '../checks/words.ts'
import type { Bench } from './bench.ts'

export const reportAnyName: ReportWords = {
  say: (name) => name as ReportableName,
  path: (path) => path as ReportableName,
  isRead: () => true,
}

/** Real accounts may differ in these; a simulator promises and keeps them. */
const faultsOfSimulators: readonly FindingCode[] = [
  'walk_bounded',
  'count_differs',
  'units_differ',
  'reads_everything',
]

export function benchRun<C extends TSchema>(bench: Bench<C>): CertificationRun {
  const { connector, observed } = bench
  return {
    connector: connector as unknown as CertificationRun['connector'],
    context: bench.context(),
    withDeadToken: async () => null,
    bounds: { maxRecords: 10_000, signal: new AbortController().signal },
    samples: { ...fewSamples, threads: Infinity, calendars: 6 },
    words: { ...reportAnyName, isRead: createWords(connector.shapes ?? {}).isRead },
    observed,
    seen: {},
  }
}

/** Passes as well where the connector does not offer what is checked, or the account has nothing to try it on. */
export async function assertPasses(check: CertificationCheck, run: CertificationRun): Promise<void> {
  if (!check.needs(run.connector.operations)) return
  const outcome = await check.run(run)
  if ('skip' in outcome) return assert.equal(outcome.skip, 'nothing_there')
  const faults = outcome.findings.filter(
    (finding) => isFailure(finding) || faultsOfSimulators.includes(finding.code),
  )
  assert.deepEqual(faults, [])
}
