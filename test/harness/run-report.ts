/** The result of a test process, for the run that started it. */
import { existsSync, readFileSync } from 'node:fs'

export interface RunReport {
  tests: number
  failed: number
  skipped: number
  /** Null stands for a failure without a known file. */
  failedFiles: (string | null)[]
  /** Seconds of processor by file, without PostgreSQL's. */
  processorSeconds: Record<string, number>
}

/** A process that was ended, or failed without a failed test, counts as one failure. */
export function readRunReport(file: string, exitCode: number): RunReport {
  const report: RunReport = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as RunReport)
    : { tests: 1, failed: 1, skipped: 0, failedFiles: [], processorSeconds: {} }
  return exitCode !== 0 && report.failedFiles.length === 0 ? { ...report, failedFiles: [null] } : report
}

/** Sums several processes in one line. Files that failed and then passed alone count as passed. */
export function totalsLine(reports: readonly RunReport[], { passedAlone }: { passedAlone: boolean }): string {
  const sum = (key: 'tests' | 'failed' | 'skipped') =>
    reports.reduce((total, report) => total + report[key], 0)
  const failed = passedAlone ? 0 : sum('failed')
  return `total: ${sum('tests') - failed - sum('skipped')} passed, ${failed} failed, ${sum('skipped')} skipped`
}
