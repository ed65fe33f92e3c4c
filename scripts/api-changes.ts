/**
 * `npm run check:api` compares openapi.json with the last release, and fails on changes that break callers without a
 * reason in scripts/accepted-api-changes.json. `--keep <version>` stores the present description as a release's.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { foldedJson } from './folded-json.ts'
import {
  compareDescriptions,
  lineOf,
  withoutTexts,
  type ApiDescription,
  type ReportedChange,
} from './release/compare-descriptions.ts'

const root = path.resolve(import.meta.dirname, '..')
const releasedFile = path.join(root, 'test/upgrade/released-api.json.gz')
const acceptedFile = path.join(root, 'scripts/accepted-api-changes.json')

/** A line of the report without its operations, and the reason why it is worth the harm. */
interface AcceptedChange {
  change: string
  reason: string
}
interface ReleasedApi {
  version: string
  description: ApiDescription
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown
const readReleased = () => JSON.parse(gunzipSync(readFileSync(releasedFile)).toString()) as ReleasedApi
const readPresent = () => readJson(path.join(root, 'openapi.json')) as ApiDescription

/** The next report begins at this release, so no exception is left. */
export function keepReleasedApi(version: string): void {
  const text = JSON.stringify({ version, description: withoutTexts(readPresent()) })
  writeFileSync(releasedFile, gzipSync(text, { level: 9 }))
  writeFileSync(acceptedFile, foldedJson([]))
}

function reportedLine(change: ReportedChange, accepted: readonly AcceptedChange[]): string {
  const [first, second, ...others] = change.operations
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const reason = accepted.find((one) => one.change === lineOf(change))?.reason
  const users = [first, second].filter(Boolean).join(', ')
  return `${change.effect}: ${lineOf(change)} (${users}${more})${reason === undefined ? '' : `: ${reason}`}`
}

const operationIds = ({ paths }: ApiDescription): string[] =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))

function newOperationsOf(released: ApiDescription, present: ApiDescription): string[] {
  const known = new Set(operationIds(released))
  return operationIds(present).filter((id) => !known.has(id))
}

export interface ApiReport {
  since: string
  /** Accepted changes as well. */
  breaking: string[]
  newOperations: string[]
  lines: string[]
  /** Breaking changes without a reason, and reasons without a change. */
  problems: string[]
}

export function reportApiChanges(
  released = readReleased(),
  present = readPresent(),
  accepted = readJson(acceptedFile) as AcceptedChange[],
): ApiReport {
  const changes = compareDescriptions(released.description, present)
  const breaking = changes.filter(({ effect }) => effect === 'breaks').map(lineOf)
  const named = accepted.map(({ change }) => change)
  return {
    since: released.version,
    breaking,
    newOperations: newOperationsOf(released.description, present),
    lines: changes.map((change) => reportedLine(change, accepted)),
    problems: [
      ...breaking
        .filter((line) => !named.includes(line))
        .map((line) => `"${line}" breaks callers: undo it, or name it with a reason.`),
      ...named
        .filter((line) => !breaking.includes(line))
        .map((line) => `"${line}" is named, and is no change (any more).`),
    ],
  }
}

/** Returns text for a release's notes; empty if callers need not look at anything. */
export function apiNotes({ since, lines }: ApiReport): string {
  return lines.length === 0
    ? ''
    : `\n\n### Changes of the API since ${since}\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { keep: { type: 'string' } } })
  if (values.keep !== undefined) keepReleasedApi(values.keep)
  const { since, lines, problems } = reportApiChanges()
  for (const line of lines) console.log(line)
  if (lines.length === 0) console.log(`openapi.json: nothing that callers of ${since} would notice`)
  for (const problem of problems) console.error(`scripts/accepted-api-changes.json: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}
