/** Lists what runs in production, with the licences that allow it to be distributed. */
import { execFileSync } from 'node:child_process'

interface LicenceEntry {
  expression?: string
  license?: { id?: string; name?: string }
}
export interface BomComponent {
  name: string
  version: string
  licenses?: LicenceEntry[]
}
export interface BillOfMaterials {
  metadata: { component: { name: string } }
  components: BomComponent[]
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

/** npm reads installed packages, so no network is needed. npm names the package after its folder. */
export function readBillOfMaterials(root: string, name: string): BillOfMaterials {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const bill = JSON.parse(text) as BillOfMaterials
  bill.metadata.component.name = name
  return bill
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
