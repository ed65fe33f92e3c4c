/**
 * `npm run check:names` checks that a type name is a noun phrase defined once; in `test` only that it is a noun phrase.
 * In some folders variables are checked too.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findBannedVariables } from './variable-names.ts'

/** These names say nothing of what a type holds. */
const bannedNames: readonly { reason: string; names: string }[] = [
  {
    reason: 'a participle says what was done, not what it was done to',
    names: `Added Answered Applied Asked Asking Attached Begun Bound Changed Claimed Closed Compiled Connected Counted Damaged Derived Done
      Ended Fetched Finished Found Gathered Given Held Installed Kept Known Left Linked Listed Loaded Looked Made Making Mapped Measured
      Named Needed Noted Opened Ordered Paged Parsed Placed Planned Posted Priced Published Put Read Refused Rehearsed Remembered Removed
      Scanned Sealed Seen Sending Sent Set Shared Shown Signed Sold Stored Taken Told Translated Used Walked Wanted Watched Writing Written`,
  },
  {
    reason: 'an adjective or adverb needs its noun',
    names: 'Ahead All Around Both Due Next Open Other Others Past Rest',
  },
  { reason: 'a question word is no noun', names: 'How What When Where Who Why' },
  { reason: 'an imperative names a function', names: 'Ask Make Run Send Tell Warn' },
  {
    reason: 'the word fits everything; say whose or what of',
    names: `Answer Call Data Entry Field Fields Ids Info Item Items Line Lines Look Note One Options Outcome Page Part Parts Place Places
      Row Rows Said State Step Thing Value Values Way Word Words`,
  },
]

const reasonOf = new Map(
  bannedNames.flatMap(({ reason, names }) =>
    names.split(/\s+/).map((name): [string, string] => [name, reason]),
  ),
)

interface TypeDefinition {
  file: string
  name: string
  /** A contract schema is a component of `openapi.json`, so another type of its name must be renamed. */
  isSchema: boolean
}

/** Removes comments and template literals, since GraphQL and SQL contain lines that look like definitions. */
const codeOf = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/`(?:[^`\\]|\\[\s\S])*`/g, '``')

/** Augmentations extend another package's module, so their names are not ours. */
const withoutAugmentations = (code: string): string => code.replaceAll(/^declare module [\s\S]*?^\}/gm, '')

const definitionPattern =
  /^[ \t]*(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)(?! as )(?=[\s<={])/gm

/** Names are unique in `src`, in each vendor's folder, and in each folder of `simulators`. */
function namespaceOf(file: string): string {
  const [top = '', folder = '', vendor = ''] = file.split('/')
  if (top === 'simulators') return `simulators/${folder}`
  return folder === 'connectors' && vendor !== 'index.ts' ? `src/connectors/${vendor}` : 'src'
}

/** Variables are checked here; add a folder once its names pass. */
const foldersOfCheckedVariables = /^(?:src\/connectors|src\/features\/channels|simulators)\//

/** Finds files that define one name twice; a vendor's name must not be one of the rest of `src` either. */
function findDuplicates(definitions: readonly TypeDefinition[]): string[] {
  const files = new Map<string, Set<string>>()
  for (const { file, name } of definitions) {
    const key = `${namespaceOf(file)} ${name}`
    files.set(key, (files.get(key) ?? new Set()).add(file))
  }
  const isTwice = ({ file, name }: TypeDefinition) => {
    const namespace = namespaceOf(file)
    const isOutside = namespace.startsWith('src/') && files.has(`src ${name}`)
    return isOutside || (files.get(`${namespace} ${name}`)?.size ?? 0) > 1
  }
  return definitions.filter((one) => !one.isSchema && isTwice(one)).map(({ file, name }) => `${file} ${name}`)
}

interface NameFaults {
  duplicate: string[]
  banned: string[]
  variable: string[]
}

function findFaults(): NameFaults {
  const files = globSync(['src/**/*.ts', 'simulators/**/*.ts', 'test/**/*.ts'])
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.test\.ts$|^src\/platform\/schema\.ts$/.test(file))
    .toSorted()
  const codes = new Map(files.map((file) => [file, codeOf(file)]))
  const definitions = [...codes].flatMap(([file, code]) =>
    [...withoutAugmentations(code).matchAll(definitionPattern)].map(([, name = '']) => ({
      file,
      name,
      isSchema: file.startsWith('src/contract/') && code.includes(`const ${name} = `),
    })),
  )
  return {
    duplicate: findDuplicates(definitions.filter(({ file }) => !file.startsWith('test/'))),
    banned: definitions
      .filter(({ name, isSchema }) => !isSchema && reasonOf.has(name))
      .map(({ file, name }) => `${file} ${name}`),
    variable: files
      .filter((file) => foldersOfCheckedVariables.test(file))
      .flatMap((file) =>
        findBannedVariables(file, readFileSync(file, 'utf8')).map((name) => `${file} ${name}`),
      ),
  }
}

const advice = {
  variable: () =>
    'a participle or question word names no value: say which one, as in request, reply, count or reason',
  duplicate: () => 'is defined elsewhere too: give it a noun of its own, or make the two one',
  banned: (fault: string) => reasonOf.get(fault.split(' ')[1] ?? '') ?? '',
}

const found = findFaults()
for (const kind of ['duplicate', 'banned', 'variable'] as const) {
  for (const fault of found[kind]) {
    console.error(`${fault}: ${advice[kind](fault)}`)
    process.exitCode = 1
  }
}
