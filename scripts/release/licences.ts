/** Lists what runs in production, with the licences that allow it to be distributed. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bundledPackages } from './notices.ts'

interface LicenceEntry {
  expression?: string
  license?: { id?: string; name?: string }
}
export interface BomComponent {
  'bom-ref'?: string
  type?: string
  purl?: string
  name: string
  version: string
  licenses?: LicenceEntry[]
}
export interface BillOfMaterials {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string } }
  components: BomComponent[]
}

interface LockFile {
  packages: Record<string, { version?: string; license?: string } | undefined>
}

/** Permissive licences require their text to be kept, and nothing of the code around them. */
const allowedLicences = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'ISC',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * Lists what npm installs with the package, by its shrinkwrap, and what the console's bundle holds. npm needs no network for it. In the
 * repository npm would leave out what development needs as well. The time comes from the release, so a commit gives the same bytes.
 */
export function readBillOfMaterials(root: string, tarball: string, time = new Date()): BillOfMaterials {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-sbom-'))
  try {
    // npm names the package after its folder.
    const unpacked = path.join(folder, 'lodgewire')
    mkdirSync(unpacked)
    const files = ['package/package.json', 'package/npm-shrinkwrap.json']
    execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1', ...files])
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
    const text = execFileSync('npm', args, { cwd: unpacked, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    const { serialNumber: _random, ...bill } = JSON.parse(text) as BillOfMaterials
    bill.metadata.timestamp = time.toISOString()
    bill.components.push(...bundledComponents(root, bill.components))
    return { ...bill, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bill))}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function bundledComponents(root: string, installed: readonly BomComponent[]): BomComponent[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as LockFile
  const found = bundledPackages(root).map((name): BomComponent => {
    const places = [`web/console/node_modules/${name}`, `node_modules/${name}`]
    const { version, license } = places.map((place) => lock.packages[place]).find(Boolean) ?? {}
    if (version === undefined)
      throw new Error(`${name} is in the console's bundle and not in package-lock.json.`)
    const ref = `${name}@${version}`
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return {
      'bom-ref': ref,
      type: 'library',
      name,
      version,
      purl,
      licenses: license ? [{ license: { id: license } }] : [],
    }
  })
  const known = new Set(installed.map((component) => component['bom-ref']))
  return found.filter((component) => !known.has(component['bom-ref']))
}

/** Returns a name-based UUID (RFC 9562, version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(18, 20),
    hex.slice(20, 32),
  ].join('-')
}

const licenceOf = ({ licenses = [] }: BomComponent): string =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ') ||
  'none'

/** `A OR B` leaves the choice, `A AND B` requires both. */
const isAllowed = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((choice) => allowedLicences.has(choice.trim())))

export const findRefusedLicences = (components: readonly BomComponent[]): string[] =>
  components
    .filter((component) => !isAllowed(licenceOf(component)))
    .map((component) => `${component.name} ${component.version}: ${licenceOf(component)}`)

export function licenceReport(components: readonly BomComponent[]): string {
  const byLicence = Map.groupBy(components, licenceOf)
  const parts = [...byLicence]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(
      ([licence, list]) =>
        `## ${licence}\n\n${list.map(({ name, version }) => `- ${name} ${version}`).join('\n')}\n`,
    )
  return ['# Licences of the packages that run in production\n', ...parts].join('\n')
}
