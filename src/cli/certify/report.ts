/** A report holds figures, our own sentences and vetted names, and nothing else. */
import type { Manifest } from '../../connector-kit/manifest.ts'
import { skips } from '../../connector-kit/checks/check.ts'
import { findings as sentences, isFailure } from '../../connector-kit/checks/findings.ts'
import type { CertificationFinding } from '../../connector-kit/checks/findings.ts'
import type { ObservedCalls } from '../../connector-kit/checks/observer.ts'
import type { Result } from './run.ts'

export interface Report {
  vendor: string
  vendorName: string
  /** Lodgewire's version, since connectors have none of their own. */
  version: string
  /** The day it was made, in UTC. */
  date: string
  address: 'the vendor' | 'another address'
  maxRecords: number
  /** Our own words. */
  wrote: string
  summary: Record<Result['state'], number>
  statuses: Record<string, number>
  failures: Record<string, number>
  checks: Result[]
}

export interface ReportParts {
  manifest: Pick<Manifest, 'id' | 'displayName'>
  version: string
  now: Date
  address: Report['address']
  maxRecords: number
  wrote: Report['wrote']
  results: Result[]
  observed: Pick<ObservedCalls, 'statuses' | 'failures'>
}

export function reportOf(parts: ReportParts): Report {
  const { manifest, version, now, address, maxRecords, wrote, results, observed } = parts
  const count = (state: Result['state']) => results.filter((result) => result.state === state).length
  return {
    vendor: manifest.id,
    vendorName: manifest.displayName,
    version,
    date: now.toISOString().slice(0, 10),
    address,
    maxRecords,
    wrote,
    summary: {
      passed: count('passed'),
      failed: count('failed'),
      not_offered: count('not_offered'),
      skipped: count('skipped'),
    },
    statuses: observed.statuses,
    failures: observed.failures,
    checks: results,
  }
}

export function markdownOf(report: Report): string {
  const { vendorName, version, date, address, maxRecords, wrote, summary, statuses, failures, checks } =
    report
  return [
    `# ${vendorName}: certification of ${date}`,
    '',
    'Made by `lodgewire certify`. It holds figures, sentences of Lodgewire, and names of fields that stand in its own',
    'schemas: no ids, names, addresses, texts or amounts of the account.',
    '',
    `- Lodgewire ${version}, against ${address}`,
    `- at most ${maxRecords} records a list; wrote ${wrote}`,
    `- ${summary.passed} passed, ${summary.failed} failed, ${summary.not_offered} not offered, ${summary.skipped} skipped`,
    `- answers: ${countsIn(statuses)}; failures: ${countsIn(failures)}`,
    '',
    '| Check | Result | Figures | Calls | ms |',
    '|---|---|---|---|---|',
    ...checks.map(row),
    '',
    ...checks.flatMap(details),
  ].join('\n')
}

const row = (result: Result): string => {
  const figures = Object.entries(result.figures).map(([name, value]) => `${name} ${value}`)
  return `| \`${result.id}\` ${result.title} | ${stateOf(result)} | ${figures.join(', ')} | ${result.calls} | ${result.ms} |`
}

export function stateOf({ state, why }: Result): string {
  return why === undefined ? state : why === 'not_offered' ? 'not offered' : `${state}: ${skips[why]}`
}

const details = (result: Result): string[] => {
  const lines = findingLines(result)
  return lines.length === 0 ? [] : [`## ${result.id}`, '', ...lines.map((line) => `- ${line}`), '']
}

export function findingLines({ findings, trouble }: Result): string[] {
  const lines = findings.map(lineOf)
  if (trouble === undefined) return lines
  const { kind, status, method, path } = trouble
  const call = [method?.toUpperCase(), path].filter((part) => part !== undefined).join(' ')
  return [...lines, [kind, status, call].filter(Boolean).join(' ')]
}

function lineOf(finding: CertificationFinding): string {
  const names =
    finding.names === undefined ? '' : `: ${finding.names.map((name) => `\`${name}\``).join(', ')}`
  return `${isFailure(finding) ? '**failed** ' : ''}${finding.count} × ${sentences[finding.code].text}${names}`
}

function countsIn(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([name, times]) => `${times} × ${name}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}
