/**
 * `npm run check:advisories` asks the registry what is known against the packages that run in production, and whether their signatures
 * fit. It fails for high and critical advisories that scripts/accepted-advisories.json does not name, and only warns when the registry
 * does not answer.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

interface AcceptedAdvisory {
  /** For example `GHSA-xxxx-xxxx-xxxx`. */
  advisory: string
  reason: string
  /** The day, like 2027-01-31, from which on the exception no longer holds. */
  until: string
}

interface NpmAdvisory {
  name: string
  title: string
  url: string
  severity: string
}
interface AuditReport {
  vulnerabilities?: Record<string, { via: (NpmAdvisory | string)[] }>
}
interface SignatureReport {
  invalid?: { name: string; version: string }[]
  missing?: { name: string; version: string }[]
}

export interface AdvisoryCheck {
  lines: string[]
  problems: string[]
  /** False if nothing is known. */
  isAnswered: boolean
}

const failing = ['high', 'critical']
const withinMs = 60_000

const advisoryId = ({ url }: NpmAdvisory) => url.split('/').at(-1) ?? url

export function judgeAdvisories(
  { vulnerabilities = {} }: AuditReport,
  accepted: readonly AcceptedAdvisory[],
  day: string,
): Pick<AdvisoryCheck, 'lines' | 'problems'> {
  const found = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one === 'object'),
  )
  const byId = new Map(found.map((one) => [advisoryId(one), one]))
  const lines: string[] = []
  const problems: string[] = []
  for (const [id, { name, severity, title }] of byId) {
    const exception = accepted.find(({ advisory }) => advisory === id)
    const line = `${severity}: ${id} ${name}: ${title}`
    if (!failing.includes(severity)) lines.push(line)
    else if (exception === undefined) problems.push(line)
    else if (exception.until <= day) problems.push(`${line} (was accepted until ${exception.until})`)
    else lines.push(`${line} (accepted until ${exception.until}: ${exception.reason})`)
  }
  for (const { advisory } of accepted)
    if (!byId.has(advisory)) problems.push(`${advisory} is named, and nothing is known of it (any more).`)
  return { lines, problems }
}

/** Returns null if npm gave no JSON in time. It exits with 1 for advisories as for failures. */
function askNpm<Report>(root: string, args: readonly string[]): Promise<Report | null> {
  return new Promise((resolve) => {
    const options = {
      cwd: root,
      timeout: withinMs,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    } as const
    execFile('npm', [...args, '--json', '--omit=dev'], options, (_error, text) => {
      try {
        resolve(JSON.parse(text) as Report)
      } catch {
        resolve(null)
      }
    })
  })
}

async function checkSignatures(root: string): Promise<Pick<AdvisoryCheck, 'lines' | 'problems'>> {
  const report = await askNpm<SignatureReport>(root, ['audit', 'signatures'])
  if (report?.invalid === undefined)
    return { lines: ['NOT CHECKED: signatures of packages; the registry gave none in time.'], problems: [] }
  const { invalid, missing = [] } = report
  return {
    lines: missing.length > 0 ? [`${missing.length} packages have no signature.`] : [],
    problems: invalid.map(({ name, version }) => `The signature of ${name} ${version} does not fit.`),
  }
}

export async function checkAdvisories(root: string, now = new Date()): Promise<AdvisoryCheck> {
  const file = path.join(import.meta.dirname, 'accepted-advisories.json')
  const accepted = JSON.parse(readFileSync(file, 'utf8')) as AcceptedAdvisory[]
  const report = await askNpm<AuditReport>(root, ['audit'])
  if (report?.vulnerabilities === undefined) {
    const line =
      'NOT CHECKED: advisories; the registry did not answer. Run npm run check:advisories where it does.'
    return { lines: [line], problems: [], isAnswered: false }
  }
  const advisories = judgeAdvisories(report, accepted, now.toISOString().slice(0, 10))
  const signatures = await checkSignatures(root)
  return {
    lines: [...advisories.lines, ...signatures.lines],
    problems: [...advisories.problems, ...signatures.problems],
    isAnswered: true,
  }
}

if (import.meta.main) {
  const { lines, problems } = await checkAdvisories(path.resolve(import.meta.dirname, '..'))
  for (const line of lines) console.log(line)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
