/**
 * `npm run release -- [version] [--dry-run] [--unaudited] [--folder <folder>]` makes dist/<version>: package, bill of materials
 * (CycloneDX), licences, notes, provenance and checksums. Without a version it takes the smallest one that says what changed. A dry run
 * changes nothing in the tree and skips the checks.
 * docs/contributing/make-a-release.md says what comes before and after.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { serverVersion } from '../src/platform/version.ts'
import { checkAdvisories } from './check-advisories.ts'
import { apiNotes, keepReleasedApi, reportApiChanges, type ApiReport } from './api-changes.ts'
import { listWithRelease, releasedMigrationsFile, unreleasedMigrations } from './released-migrations.ts'
import { findRefusedLicences, licenceReport, readBillOfMaterials } from './release/licences.ts'
import { closeChangelog, isLeavingOut, readReleaseNotes } from './release/notes.ts'
import { provenanceOf } from './release/provenance.ts'
import { findFileListProblems, packTarball, tryTarball } from './release/tarball.ts'
import { assertVersionSays, deriveVersion, versionReasons } from './release/version-step.ts'

const root = path.resolve(import.meta.dirname, '..')
const inRoot = (...names: string[]) => path.join(root, ...names)
const checks = [
  ['run', 'check'],
  ['run', 'test:all'],
  ['run', 'test:e2e'],
]

interface ReleasePlan {
  version: string
  isDryRun: boolean
  /** The registry need not have answered which advisories there are. */
  isUnaudited: boolean
  folder: string
}

function readPlan(api: ApiReport): ReleasePlan {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      unaudited: { type: 'boolean', default: false },
      folder: { type: 'string' },
    },
  })
  const reasons = versionReasons(api.since, { ...api, newMigrations: unreleasedMigrations() })
  const [version = deriveVersion(api.since, reasons)] = positionals
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version like 0.2.0.`)
  assertVersionSays(api.since, version, reasons)
  console.log(`Version ${version} after ${api.since}`)
  for (const { step, text } of reasons) console.log(`  ${step}: ${text}`)
  return {
    version,
    isDryRun: values['dry-run'],
    isUnaudited: values.unaudited,
    folder: path.resolve(values.folder ?? inRoot('dist', version)),
  }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, stdio: 'inherit' })

function assertReleasable(version: string): void {
  if (git('status', '--porcelain') !== '') throw new Error('The work tree has changes: commit them first.')
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists already.`)
  if (isLeavingOut(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version))
    throw new Error(
      `CHANGELOG.md has a section ${version} and more under Unreleased: release the next version, or move the entries.`,
    )
  if (!existsSync(inRoot('test/upgrade/versions', `${version}.json.gz`)) && version === serverVersion)
    throw new Error('Keep what a server of this version wrote first: node scripts/keep-version.ts')
}

/** The SDK has the version of the server whose description its types are made of. */
function writeSdkVersion(version: string): void {
  const file = inRoot('sdk/typescript/package.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"version": "[^"]*"/, `"version": "${version}"`))
}

/** The chart starts the image of its own version. */
function writeChartVersion(version: string): void {
  const file = inRoot('deploy/helm/lodgewire/Chart.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^((?:app)?[vV]ersion): .*$/gm, `$1: ${version}`))
}

/** Returns the name of the SDK's package. */
function packSdk(folder: string): string {
  execFileSync(process.execPath, ['sdk/typescript/build.ts'], { cwd: root, stdio: 'inherit' })
  const args = ['pack', inRoot('sdk/typescript'), '--pack-destination', folder, '--json', '--ignore-scripts']
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' })) as {
    filename: string
  }[]
  if (!packed) throw new Error('The SDK was not packed.')
  return packed.filename
}

/** Writes version, changelog, list of migrations and API, which later versions are tested with, and what is generated from them. */
function writeVersion(version: string): void {
  if (version !== serverVersion) npm('version', version, '--no-git-tag-version', '--ignore-scripts')
  writeSdkVersion(version)
  writeChartVersion(version)
  const changelog = readFileSync(inRoot('CHANGELOG.md'), 'utf8')
  writeFileSync(
    inRoot('CHANGELOG.md'),
    closeChangelog(changelog, version, new Date().toISOString().slice(0, 10)),
  )
  writeFileSync(inRoot(releasedMigrationsFile), listWithRelease(version))
  keepReleasedApi(version)
  if (!existsSync(inRoot('test/upgrade/versions', `${version}.json.gz`)))
    execFileSync(process.execPath, ['scripts/keep-version.ts'], { cwd: root, stdio: 'inherit' })
  // Generated files hold the version and the date of the changelog.
  npm('run', '--silent', 'generate')
}

function commitAndTag(version: string): void {
  git('add', '--all')
  if (git('status', '--porcelain') !== '') git('commit', '--message', `release: ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Lodgewire ${version}`)
}

/** Returns the names of the files it wrote. */
function writeArtefacts({ version, folder }: ReleasePlan, api: ApiReport): string[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return name
  }
  const time = sourceTime()
  const { filename, files } = packTarball(root, folder)
  const problems = findFileListProblems(
    root,
    files.map((file) => file.path),
  )
  if (problems.length > 0) throw new Error(`The package is not as it should be:\n  ${problems.join('\n  ')}`)
  const bill = readBillOfMaterials(root, path.join(folder, filename), time)
  const refused = findRefusedLicences(bill.components)
  if (refused.length > 0) throw new Error(`Licences that are not allowed:\n  ${refused.join('\n  ')}`)
  tryTarball(root, path.join(folder, filename))
  const names = [
    filename,
    packSdk(folder),
    write('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`),
    write('licences.md', licenceReport(bill.components)),
    write(
      'notes.md',
      `${readReleaseNotes(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version)}${apiNotes(api)}\n`,
    ),
  ]
  const hashed = () => names.map((name) => ({ name, sha256: sha256(path.join(folder, name)) }))
  const statement = provenanceOf(hashed(), {
    ...{ version, repository: repositoryUri(), commit: git('rev-parse', 'HEAD'), startedOn: time },
    ...{
      builder: process.env['BUILDER_ID'] ?? 'urn:lodgewire:builder:by-hand',
      nodeVersion: process.version,
    },
  })
  names.push(write('provenance.intoto.json', `${JSON.stringify(statement, null, 2)}\n`))
  const sums = hashed().map((file) => `${file.sha256}  ${file.name}\n`)
  return [...names, write('SHA256SUMS', sums.join(''))]
}

/** Addresses of clones can hold a password, which stays out. */
function repositoryUri(): string {
  const [address = ''] = git('config', '--default', '', '--get', 'remote.origin.url').split('\n')
  return URL.canParse(address)
    ? `git+https://${new URL(address).host}${new URL(address).pathname}`
    : 'git+local:lodgewire'
}

/** Reproducible builds set SOURCE_DATE_EPOCH; the commit's time serves otherwise. */
const sourceTime = (): Date =>
  new Date(Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct')) * 1000)

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

async function assertAudited({ isDryRun, isUnaudited }: ReleasePlan): Promise<void> {
  const { lines, problems, isAnswered } = await checkAdvisories(root)
  for (const line of [...lines, ...problems]) console.log(line)
  if (isDryRun) return
  if (problems.length > 0) throw new Error('Update the packages, or name the advisories with a reason.')
  if (!isAnswered && !isUnaudited)
    throw new Error('Nobody knows which advisories there are: try again, or say --unaudited.')
}

async function release(): Promise<void> {
  // Releasing replaces the description that the report compares with.
  const api = reportApiChanges()
  const plan = readPlan(api)
  const { version, isDryRun, folder } = plan
  if (api.problems.length > 0) throw new Error(`npm run check:api fails:\n  ${api.problems.join('\n  ')}`)
  await assertAudited(plan)
  if (isDryRun)
    console.log(
      `Left out: ${checks.map((args) => `npm ${args.join(' ')}`).join(', ')}, commit and tag v${version}`,
    )
  else {
    assertReleasable(version)
    writeVersion(version)
    for (const args of checks) npm(...args)
  }
  const names = writeArtefacts(plan, api)
  // Last, so that a package that cannot be made leaves no tag behind.
  if (!isDryRun) commitAndTag(version)
  for (const name of names) console.log(path.join(folder, name))
}

try {
  await release()
} catch (error) {
  console.error(`Error: ${(error as Error).message}`)
  process.exitCode = 1
}
