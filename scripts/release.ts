/**
 * `npm run release -- [version] [--dry-run] [--folder <folder>]` makes dist/<version>: package, bill of materials
 * (CycloneDX), licences, notes and checksums. A dry run changes nothing in the tree and skips the checks.
 * docs/contributing/make-a-release.md says what comes before and after.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { serverVersion } from '../src/platform/version.ts'
import { apiNotes, keepReleasedApi, reportApiChanges, type ApiReport } from './api-changes.ts'
import { listWithRelease, releasedMigrationsFile } from './released-migrations.ts'
import { findRefusedLicences, licenceReport, readBillOfMaterials } from './release/licences.ts'
import { closeChangelog, isLeavingOut, readReleaseNotes } from './release/notes.ts'
import { findFileListProblems, packTarball, tryTarball } from './release/tarball.ts'

const root = path.resolve(import.meta.dirname, '..')
const inRoot = (...names: string[]) => path.join(root, ...names)
const checks = [['run', 'check'], ['test'], ['run', 'test:e2e']]

interface ReleasePlan {
  version: string
  isDryRun: boolean
  folder: string
}

function readPlan(): ReleasePlan {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, folder: { type: 'string' } },
  })
  const [version = serverVersion] = positionals
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version like 0.2.0.`)
  return {
    version,
    isDryRun: values['dry-run'],
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

/** Writes version, changelog, list of migrations and API, which later versions are tested with. */
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
  const bill = readBillOfMaterials(root, 'lodgewire')
  const refused = findRefusedLicences(bill.components)
  if (refused.length > 0) throw new Error(`Licences that are not allowed:\n  ${refused.join('\n  ')}`)
  const { filename, files } = packTarball(root, folder)
  const problems = findFileListProblems(
    root,
    files.map((file) => file.path),
  )
  if (problems.length > 0) throw new Error(`The package is not as it should be:\n  ${problems.join('\n  ')}`)
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
  const sums = names.map((name) => `${sha256(path.join(folder, name))}  ${name}\n`)
  return [...names, write('SHA256SUMS', sums.join(''))]
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

function release(plan: ReleasePlan): void {
  const { version, isDryRun, folder } = plan
  // Releasing replaces the description that the report compares with.
  const api = reportApiChanges()
  if (api.problems.length > 0) throw new Error(`npm run check:api fails:\n  ${api.problems.join('\n  ')}`)
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
  release(readPlan())
} catch (error) {
  console.error(`Error: ${(error as Error).message}`)
  process.exitCode = 1
}
