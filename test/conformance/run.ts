/**
 * `npm run conformance`: every connector against its simulator, every exchange against the vendor's own description,
 * every request spoiled. `-- <vendor> …` for some vendors only, `--verbose` names what was taken although spoiled. Needs VENDOR_SPECS_DIR.
 */
import { existsSync } from 'node:fs'
import { connectors } from '../../src/connectors/index.ts'
import type { Connector } from '../../src/connector-kit/connector.ts'
import baseline from './shares.json' with { type: 'json' }
import { operationOf, schemasOf, readDescriptions, violationsOf } from './check.ts'
import type { Declared, Violation } from './check.ts'
import { driveConnector, type Driven } from './drive.ts'
import { shareOf } from './shares.ts'
import { readExamples, type ExamplesRead } from './examples.ts'
import { knownDifferences, type KnownDifference } from './known-differences.ts'
import { descriptions } from './vendors.ts'

interface ReportLine {
  vendor: string
  operations: string
  exchanges: number
  known: number
  'examples read': number
  violations: number
  'spoiled requests refused': string
}

const folder = process.env.VENDOR_SPECS_DIR
const isVerbose = process.argv.includes('--verbose')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))

if (folder === undefined || !existsSync(folder)) {
  console.warn('!!! SKIPPED: nothing was checked. Set VENDOR_SPECS_DIR to a folder of vendor descriptions.')
} else {
  const chosen = Object.values(connectors).filter(
    ({ manifest }) => wanted.length === 0 || wanted.includes(manifest.id),
  )
  const lines: ReportLine[] = []
  const faults: string[] = []
  for (const connector of chosen) lines.push(await checkVendor(connector, folder, faults))
  console.table(lines)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

async function checkVendor(connector: Connector, folder: string, faults: string[]): Promise<ReportLine> {
  const vendor = connector.manifest.id
  const files = descriptions[vendor] ?? []
  const declared = await readDescriptions(folder, files)
  if (files.length === 0)
    console.warn(`!!! ${vendor}: there is no description, so nothing is checked against it`)
  const driven = await driveConnector(connector)
  try {
    faults.push(...driven.failures)
    const examples = await readExamples(connector, declared, driven.exchanges)
    const judged = judge(driven, declared, knownDifferences[vendor] ?? [], examples, faults)
    const { spoiled, refused, taken } = await shareOf(driven, (request) =>
      schemasOf(operationOf(declared, request)),
    )
    if (isVerbose) for (const line of taken) console.log(`${vendor}: taken although spoiled: ${line}`)
    const share = spoiled === 0 ? 1 : Math.floor((refused / spoiled) * 1000) / 1000
    const least = (baseline as Record<string, number>)[vendor]
    if (files.length > 0 && least !== undefined && share < least)
      faults.push(`${vendor}: refuses ${share} of the spoiled requests, and did refuse ${least}`)
    if (least !== undefined && share > least) console.log(`${vendor}: shares.json can be raised to ${share}`)
    return { vendor, ...judged, 'spoiled requests refused': `${refused} of ${spoiled}` }
  } finally {
    await driven.close()
  }
}

function judge(
  { vendor, exchanges }: Driven,
  declared: readonly Declared[],
  known: readonly KnownDifference[],
  examples: ExamplesRead,
  faults: string[],
): Omit<ReportLine, 'vendor' | 'spoiled requests refused'> {
  const used = new Set<KnownDifference>()
  const operations = new Set<string>()
  const kinds = new Map<string, { count: number; example: string }>()
  const note = ({ operation, kind, message, url }: Violation): void => {
    const entry = known.find((one) => one.operation.test(operation) && one.kind.test(kind))
    if (entry !== undefined) used.add(entry)
    else {
      const name = `${operation} | ${kind}`
      const before = kinds.get(name)
      kinds.set(name, { count: (before?.count ?? 0) + 1, example: before?.example ?? `${message} (${url})` })
    }
  }
  for (const exchange of declared.length > 0 ? exchanges : []) {
    const found = operationOf(declared, exchange.request)
    if (found !== undefined) operations.add(found.name)
    violationsOf(declared, exchange).forEach(note)
  }
  examples.problems.forEach(note)
  for (const [name, { count, example }] of kinds) {
    faults.push(`${vendor}: ${count} × ${name}: ${example.slice(0, 200)}`)
  }
  for (const { kind, why } of known.filter((entry) => !used.has(entry))) {
    faults.push(`${vendor}: nothing needs the known difference ${String(kind)} any more (${why})`)
  }
  return {
    operations: `${operations.size} of ${declared.length}`,
    exchanges: exchanges.length,
    known: used.size,
    'examples read': examples.read,
    violations: kinds.size,
  }
}
