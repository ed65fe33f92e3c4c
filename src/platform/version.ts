import packageJson from '../../package.json' with { type: 'json' }

/** Only package.json holds the version; the API's description has its own. */
export const serverVersion: string = packageJson.version

/** Vendors identify clients by it, and some refuse calls without it. */
export const userAgent = `Lodgewire/${serverVersion}`

/** Compares versions of three numbers, like 0.2.0. */
export function isOlderVersion(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  const different = [0, 1, 2].find((part) => left?.[part] !== right?.[part])
  return different !== undefined && Number(left?.[different]) < Number(right?.[different])
}
