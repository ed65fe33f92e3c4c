/** The package holds code of others in the console's bundle. Their licences ask that the text goes with it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const intro = `Third-party notices

Lodgewire is licensed under the Apache License 2.0 (LICENSE). The web console (web/console/dist) contains parts of the packages below,
each with the text of its licence. npm installs the packages that the server runs on beside this one; each of them brings its licence,
and the release lists them in licences.md and sbom.cdx.json.
`

export const noticesFile = 'THIRD-PARTY-NOTICES'

const rule = '-'.repeat(72)

function licenceTexts(root: string): string {
  const file = path.join(root, 'web/console/dist/licences.txt')
  if (!existsSync(file)) throw new Error('The console is not built: node web/console/build.ts')
  return readFileSync(file, 'utf8')
}

export const thirdPartyNotices = (root: string): string => `${intro}\n${rule}\n\n${licenceTexts(root)}`

/** Returns the names of the packages whose code the console's bundle holds. */
export const bundledPackages = (root: string): string[] =>
  licenceTexts(root)
    .split(`\n${rule}\n`)
    .flatMap((part) => part.trim().split('\n', 1))
