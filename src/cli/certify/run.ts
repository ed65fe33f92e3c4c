/** Runs checks in order and keeps their findings; a failing check stops no other. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorErrorKind } from '../../connector-kit/vendor-error.ts'
import { renewalCheck } from '../../connector-kit/checks/account-checks.ts'
import type {
  CertificationCheck,
  Figure,
  CheckOutcome,
  CertificationRun,
  Skip,
} from '../../connector-kit/checks/check.ts'
import { isFailure } from '../../connector-kit/checks/findings.ts'
import type { CertificationFinding } from '../../connector-kit/checks/findings.ts'
import { lastChecks, readChecks } from '../../connector-kit/checks/read-checks.ts'
import type { ReportableName, ReportWords } from '../../connector-kit/checks/words.ts'

/** How a call ended a check. */
interface Trouble {
  kind: VendorErrorKind
  status?: number
  method?: ReportableName
  path?: ReportableName
}

export interface Result {
  id: string
  title: string
  state: 'passed' | 'failed' | 'not_offered' | 'skipped'
  why?: Skip
  findings: CertificationFinding[]
  figures: Partial<Record<Figure, number>>
  trouble?: Trouble
  ms: number
  calls: number
}

export interface RunOptions {
  renewToken: boolean
  progress(result: Result): void
  /** Runs before each check, with the number of checks. */
  starts?(title: string, of: number): void
}

export async function runChecks(
  run: CertificationRun,
  options: RunOptions,
  writes: CertificationCheck[] = [],
): Promise<Result[]> {
  const results: Result[] = []
  const noted = (result: Result): Result => {
    results.push(result)
    options.progress(result)
    return result
  }
  const total = readChecks.length + 1 + writes.length + lastChecks.length
  const perform = (check: CertificationCheck, on: CertificationRun) => {
    options.starts?.(check.title, total)
    return performCheck(check, on)
  }
  for (const check of readChecks) {
    const isLocked = results[0]?.state === 'failed'
    noted(isLocked ? skipped(check, 'no_access') : await perform(check, run))
  }
  const isOpen = results[0]?.state === 'passed'
  noted(
    !options.renewToken
      ? skipped(renewalCheck, 'not_asked')
      : isOpen
        ? await perform(renewalCheck, run)
        : skipped(renewalCheck, 'no_access'),
  )
  for (const check of writes) noted(isOpen ? await perform(check, run) : skipped(check, 'no_access'))
  // A stopped run has these too.
  for (const check of lastChecks) noted(await perform(check, { ...run, bounds: unstopped(run) }))
  return results
}

const unstopped = ({ bounds }: CertificationRun) => ({ ...bounds, signal: new AbortController().signal })

async function performCheck(check: CertificationCheck, run: CertificationRun): Promise<Result> {
  if (!check.needs(run.connector.operations)) return skipped(check, 'not_offered')
  if (run.bounds.signal.aborted) return skipped(check, 'stopped')
  const started = performance.now()
  const before = run.observed.calls
  const measured = () => ({
    ms: Math.round(performance.now() - started),
    calls: run.observed.calls - before,
  })
  try {
    const outcome = await check.run(run)
    return { ...judged(check, outcome), ...measured() }
  } catch (error) {
    if (run.bounds.signal.aborted) return skipped(check, 'stopped')
    return { ...broken(check, error, run.words), ...measured() }
  }
}

type JudgedCheck = Omit<Result, 'ms' | 'calls'>

function judged({ id, title }: CertificationCheck, outcome: CheckOutcome): JudgedCheck {
  if ('skip' in outcome) {
    const state = outcome.skip === 'not_offered' ? 'not_offered' : 'skipped'
    return { id, title, state, why: outcome.skip, findings: [], figures: {} }
  }
  const { findings, figures } = outcome
  return {
    id,
    title,
    state: findings.some(isFailure) ? 'failed' : 'passed',
    findings: merged(findings),
    figures,
  }
}

function broken({ id, title }: CertificationCheck, error: unknown, words: ReportWords): JudgedCheck {
  if (!(error instanceof VendorError)) {
    return { id, title, state: 'failed', findings: [{ code: 'connector_crashed', count: 1 }], figures: {} }
  }
  const { kind, status, method, path } = error
  const said = method === undefined ? null : words.say(method.toLowerCase())
  const trouble: Trouble = {
    kind,
    ...(status === undefined ? {} : { status }),
    ...(said === null ? {} : { method: said }),
    ...(path === undefined ? {} : { path: words.path(path) }),
  }
  return {
    id,
    title,
    state: 'failed',
    findings: [{ code: 'vendor_refused', count: 1 }],
    figures: {},
    trouble,
  }
}

function skipped({ id, title }: CertificationCheck, why: Skip): Result {
  const state = why === 'not_offered' ? 'not_offered' : 'skipped'
  return { id, title, state, why, findings: [], figures: {}, ms: 0, calls: 0 }
}

/** Merges equal findings of several records. */
function merged(findings: readonly CertificationFinding[]): CertificationFinding[] {
  return [...Map.groupBy(findings, ({ code }) => code)].map(([code, same]) => {
    const names = [...new Set(same.flatMap((finding) => finding.names ?? []))].sort()
    const count = same.reduce((sum, finding) => sum + finding.count, 0)
    return { code, count, ...(names.length === 0 ? {} : { names }) }
  })
}
