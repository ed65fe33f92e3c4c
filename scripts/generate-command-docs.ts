/** Writes docs/operate/command-line.md from the commands and their options. */
import { commandGroups, type CliCommand, type Option } from '../src/cli/command.ts'
import { commands } from '../src/cli/commands.ts'
import { ownCommand } from '../src/platform/own-command.ts'
import { generatedFile } from './generated-file.ts'

export async function generateCommandDocs(options: { check: boolean }): Promise<string[]> {
  const sections = await Promise.all(
    commandGroups.map(async (group) => {
      const members = commands.filter((command) => command.group === group)
      return [`## ${group}`, ...(await Promise.all(members.map(sectionOf)))].join('\n\n')
    }),
  )
  return generatedFile('docs/operate/command-line.md', `${intro}\n\n${sections.join('\n\n')}\n`, options)
}

const intro = `# The command line

<!-- Generated from src/cli by \`npm run generate\`. Do not edit. -->

\`\`\`
${ownCommand} --help
${ownCommand} <command> --help
\`\`\`

Commands read the same settings as the server: the environment, and \`.env\` in the folder they are run in. Those that need the database use the one of
the running server, or start the private PostgreSQL of \`DATA_DIR\` for a moment. Those under [Use a server](#use-a-server) need a key only, and run on any
machine: see [Use a terminal](../guides/terminal.md).

| Exit status | Meaning |
|---|---|
| 0 | done |
| 1 | failed; the message says why |
| 2 | wrong usage; the message says what was expected and names the help |

Results go to stdout; errors and progress go to stderr. Colours, bars and tables that fit the width are for terminals:
in a pipe there are no colours, a row of a table is one line, and progress is a line every ten seconds. \`NO_COLOR=1\` switches colours off,
\`FORCE_COLOR=1\` on.

## JSON for scripts

Commands with \`--json\` print one object. Lists stand in \`data\`; names are those of the API, times are in UTC, and ids are text. New versions add fields and take none
away. \`npm run -s\` keeps npm's own lines out:

\`\`\`
npm run -s lodgewire -- keys list --json
\`\`\`

\`doctor --json\` has one entry for each check, always in the same order:

\`\`\`json
{
  "version": "0.1.0",
  "level": "warn",
  "checks": [
    {
      "name": "disk",
      "level": "warn",
      "findings": [
        {
          "level": "warn",
          "message": "1.4 GB free for /srv/lodgewire",
          "advice": "Free some space, or set DATA_DIR to a folder on a larger disk."
        }
      ]
    }
  ]
}
\`\`\`

| Field | Meaning |
|---|---|
| \`version\` | version of this Lodgewire |
| \`level\` | the worst of all checks: \`ok\`, \`warn\` or \`fail\`; with \`fail\` the command ends with 1 |
| \`checks[].name\` | \`settings\`, \`port\`, \`data_folder\`, \`disk\`, \`database\`, \`encryption_key\`, \`kept_counts\`, \`conditions\`, \`backups\`, \`channel_webhooks\`, \`clock\`, \`outbound_access\`; with a setting that is not valid only \`settings\` |
| \`checks[].level\` | the worst of its findings; \`skip\` where there was nothing to look at, as with the clock of a machine that reaches nothing outside |
| \`checks[].findings[]\` | \`level\`, a \`message\` for people, and \`advice\`: what to do, null with \`ok\` |
| \`checks[].findings[].condition\` | only of \`conditions\`: \`name\` of its alert, \`since\` when (null where that is not known), \`places\` with the ids of the records, and its \`runbook\` |`

async function sectionOf(command: CliCommand): Promise<string> {
  const { options, examples, more } = await command.load()
  const rows = Object.entries(options).map(([name, option]) => rowOf(name, option))
  const words = [ownCommand, command.name, command.arguments, rows.length > 0 && '[options]'].filter(Boolean)
  return [
    `### ${command.name}`,
    `${command.summary}.${more === undefined ? '' : ` ${escapeTags(more)}`}`,
    `\`\`\`\n${words.join(' ')}\n\`\`\``,
    ...(rows.length > 0 ? [['| Option | Meaning |', '|---|---|', ...rows].join('\n')] : []),
    ...(isOnlyItsName(command, examples) ? [] : [`For example:\n\n\`\`\`\n${linesOf(examples)}\n\`\`\``]),
  ].join('\n\n')
}

const isOnlyItsName = ({ name }: CliCommand, examples: readonly string[]) =>
  examples.length === 1 && examples[0] === name

const linesOf = (examples: readonly string[]) =>
  examples.map((example) => `${ownCommand} ${example}`).join('\n')

function rowOf(name: string, { value, summary, default: usual }: Option): string {
  const option = [`--${name}`, value].filter(Boolean).join(' ').replaceAll('|', '\\|')
  return `| \`${option}\` | ${escapeTags(summary)}${usual === undefined ? '' : ` (default: ${usual})`} |`
}

/** HTML would read \`<workspace>\` as a tag. */
const escapeTags = (text: string) => text.replaceAll('<', '&lt;').replaceAll('|', '\\|')
