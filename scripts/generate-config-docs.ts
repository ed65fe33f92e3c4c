/** Writes docs/operate/configuration.md and .env.example from the table of settings. */
import { settingGroups, settings } from '../src/platform/settings/all-settings.ts'
import type { SettingDefinition } from '../src/platform/settings/setting-definition.ts'
import { generatedFile } from './generated-file.ts'

const all: SettingDefinition<unknown>[] = Object.values(settings)

export async function generateConfigDocs(options: { check: boolean }): Promise<string[]> {
  return [
    ...(await generatedFile('docs/operate/configuration.md', page(), options)),
    ...(await generatedFile('.env.example', envExample(), options)),
  ]
}

const page = (): string => `# Configuration

<!-- Generated from src/platform/settings by \`npm run generate\`. Do not edit. -->

No setting is required: the server starts with the defaults. Set what you need as environment variables, or in a file
\`.env\` in the folder you start the server from (copy \`.env.example\`). A variable of the environment wins over the
same line of the file. If a value is not allowed, the server does not start; it prints one line that names the setting
and says what is allowed.

Restart the server after a change. \`lodgewire doctor\` checks the settings together with what they point to.

A process in production usually sets \`PUBLIC_URL\`, \`DATABASE_URL\`, \`ENCRYPTION_KEY\`, \`TRUSTED_PROXIES\`, \`SMTP_URL\`
and, with more than one machine, \`S3_BUCKET\` and \`REDIS_URL\`.

${Object.entries(settingGroups).map(group).join('\n\n')}

## Files in \`DATA_DIR\`

| File | What it is |
|---|---|
| \`encryption.key\` | The key made on the first start when \`ENCRYPTION_KEY\` is not set. Without it stored credentials cannot be read: back it up. [How it is replaced](encryption-key.md). |
| \`encryption.key.before-…\` | Former keys, for backups from before. |
| \`keys.json\` | The two API keys of the first start and the server's address. Delete it once you have noted them. |
| \`postgres/\` | The private PostgreSQL with all data; \`server.log\` in it has its messages. [How it is backed up](backups.md). |
| \`files/\` | Uploaded files, unless \`S3_BUCKET\` is set. |
| \`postgres.password\` | Password of the private PostgreSQL, made on the first start. |
| \`postgres.folder\` | Only when the database had to be put elsewhere: where it is. |
| \`lodgewire.lock\`, \`lodgewire.pid\` | Keep a second server from using the same folder. |
`

const defaultOf = ({ default: value, whenUnset }: SettingDefinition<unknown>): string =>
  value === null ? (whenUnset ?? '') : value === '' ? 'none' : `\`${value}\``

const group = ([title, members]: [string, Record<string, SettingDefinition<unknown>>]): string => `## ${title}

| Setting | Default |
|---|---|
${Object.values(members)
  .map((setting) => `| [\`${setting.name}\`](#${setting.name.toLowerCase()}) | ${defaultOf(setting)} |`)
  .join('\n')}

${Object.values(members).map(section).join('\n\n')}`

const section = (setting: SettingDefinition<unknown>): string => `### ${setting.name}

${setting.description}

- Default: ${defaultOf(setting)}
- Example: ${exampleOf(setting)}${setting.secret ? '\n- Secret: never logged and never shown in an error.' : ''}`

/** An example that says how to get a value has code marks of its own. */
const exampleOf = ({ example }: SettingDefinition<unknown>): string =>
  example.includes('`') ? example : `\`${example}\``

const envExample =
  (): string => `# Copy to .env and change what you need. Generated from src/platform/settings by \`npm run generate\`.

${all.map(envEntry).join('\n\n')}
`

const envEntry = (setting: SettingDefinition<unknown>): string => {
  const { name, description, default: value, whenUnset, example } = setting
  const unset = value === null ? `# Not set: ${whenUnset}.\n` : ''
  const shown = value || (example.includes('`') ? '' : example)
  return `# ${description.replaceAll('`', '')}\n${unset}# ${name}=${shown}`
}
