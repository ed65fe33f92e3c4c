/**
 * Lists what a server needs of a database that Citus distributed. `distribute` sets or asks for each of them, and the start of a server,
 * every command and `doctor` look whether they are there. Pure.
 */
import { ownCommand } from '../own-command.ts'
import { databaseSettings, tablesOfEveryMachine, tablesOfWorkspaces, triggersOfOneMachine } from './plan.ts'

/** Where the rows of a table are; `apart` means split, but not beside those of other tables. */
export type TablePlacement = 'every machine' | 'workspaces' | 'apart' | 'coordinator'

export interface DistributedDatabase {
  name: string
  /** The version of the extension, such as `13.2-1`. */
  version: string
  isCoordinator: boolean
  settings: Readonly<Record<string, string | null>>
  /** `lc_messages` of each machine that answers. */
  messages: readonly { machine: string; locale: string }[]
  tables: readonly { name: string; placement: TablePlacement }[]
  triggers: readonly string[]
}

export interface UnmetRequirement {
  requirement: string
  found: string
  needed: string
  /** A statement, a command or a place to look. */
  mend: string
}

type Finding = Omit<UnmetRequirement, 'requirement'>

interface Requirement {
  name: string
  /** True if `distribute --run` brings it about. */
  isSetByDistribute: boolean
  find(database: DistributedDatabase): Finding[]
}

const oldestCitus = 13
const mostNamed = 5
const distributeCommand = `${ownCommand} distribute --run`
export const isSupported = (version: string) => Number.parseInt(version, 10) >= oldestCitus
const placementOf = new Map<string, TablePlacement>([
  ...tablesOfEveryMachine.map((table) => [table, 'every machine'] as const),
  ...tablesOfWorkspaces.map((table) => [table, 'workspaces'] as const),
])
export const placedTables: readonly string[] = [...placementOf.keys()]

export const requirements: readonly Requirement[] = [
  {
    name: 'coordinator',
    isSetByDistribute: false,
    find: ({ isCoordinator }) =>
      isCoordinator
        ? []
        : [
            {
              found: 'a worker',
              needed: 'the coordinator, which draws ids and sends notices',
              mend: 'set DATABASE_URL to the address of the coordinator',
            },
          ],
  },
  {
    name: 'Citus',
    isSetByDistribute: false,
    find: ({ version }) =>
      isSupported(version)
        ? []
        : [
            {
              found: version,
              needed: `${oldestCitus} or newer`,
              mend: `install it on every machine, and run there: alter extension citus update`,
            },
          ],
  },
  {
    name: 'lc_messages',
    isSetByDistribute: false,
    find: ({ name, messages }) =>
      messages
        .filter(({ locale }) => !isEnglish(locale))
        .map(({ machine, locale }) => ({
          found: `"${locale}" on ${machine}`,
          needed: `"C" or English, because errors of workers are read from their text`,
          mend: `run on that machine: alter database ${quoted(name)} set lc_messages = 'C'`,
        })),
  },
  ...Object.entries(databaseSettings).map(([setting, value]) => ({
    name: setting,
    isSetByDistribute: true,
    find: ({ name, settings }: DistributedDatabase) =>
      settings[setting] === value
        ? []
        : [
            {
              found: `"${settings[setting] ?? ''}"`,
              needed: `"${value}"`,
              mend: `alter database ${quoted(name)} set ${setting} = '${value}'`,
            },
          ],
  })),
  {
    name: 'tables',
    isSetByDistribute: true,
    find: ({ tables }) => {
      const wrong = tables.filter(({ name, placement }) => placement !== placementOf.get(name))
      const unplaced = wrong.filter(({ placement }) => placement === 'coordinator')
      const elsewhere = wrong.filter(({ placement }) => placement !== 'coordinator')
      return [
        ...named(unplaced).map((list) => ({
          found: `${list} on the coordinator alone`,
          needed: 'to be placed',
          mend: distributeCommand,
        })),
        ...named(elsewhere).map((list) => ({
          found: `${list} placed otherwise than distribute does`,
          needed: 'each as distribute places it',
          mend: 'copy the database to a new one with pg_dump and distribute that (docs/operate/scaling.md)',
        })),
      ]
    },
  },
  {
    name: 'triggers',
    isSetByDistribute: true,
    find: ({ triggers }) =>
      named(triggers.filter((name) => triggersOfOneMachine.includes(name)).map((name) => ({ name }))).map(
        (list) => ({ found: list, needed: 'none of them', mend: distributeCommand }),
      ),
  },
]

export const unmetRequirements = (database: DistributedDatabase, chosen = requirements): UnmetRequirement[] =>
  chosen.flatMap(({ name, find }) => find(database).map((finding) => ({ requirement: name, ...finding })))

export const describeUnmet = ({ requirement, found, needed, mend }: UnmetRequirement): string =>
  `${requirement}: found ${found}, needed ${needed}: ${mend}`

/** Windows names the language and not its code. */
const isEnglish = (locale: string) => /^(?:C|POSIX|en|English)(?:[._@-]|$)/i.test(locale)

/** Returns one text with the names, or nothing when there are none. */
function named(things: readonly { name: string }[]): string[] {
  if (things.length === 0) return []
  const more = things.length > mostNamed ? ` and ${things.length - mostNamed} more` : ''
  return [
    things
      .slice(0, mostNamed)
      .map(({ name }) => name)
      .join(', ') + more,
  ]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
