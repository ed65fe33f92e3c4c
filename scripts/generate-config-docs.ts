/** Writes docs/operate/configuration.md and .env.example from the table of settings. */
import { settings } from '../src/platform/config.ts'
import type { SettingDefinition } from '../src/platform/config-setting.ts'
import { generatedFile } from './generated-file.ts'

const all: SettingDefinition<unknown>[] = Object.values(settings)

export async function generateConfigDocs(options: { check: boolean }): Promise<string[]> {
  return [
    ...(await generatedFile('docs/operate/configuration.md', page(), options)),
    ...(await generatedFile('.env.example', envExample(), options)),
  ]
}

const page = (): string => `# Configuration

<!-- Generated from src/platform/config.ts by \`npm run generate\`. Do not edit. -->

Every setting has a default, so none is needed to start. Settings are environment variables; a file \`.env\` in the
folder the server is started from works as well (copy \`.env.example\`), and the environment wins over it. A value that
is not allowed stops the start with one line that names the setting and says what is allowed.

| Setting | Default | Meaning |
|---|---|---|
${all.map((setting) => `| [\`${setting.name}\`](#${setting.name.toLowerCase()}) | ${defaultOf(setting)} | ${setting.description} |`).join('\n')}

${all.map(section).join('\n\n')}

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

const section = (setting: SettingDefinition<unknown>): string => `## ${setting.name}

${setting.description}

- Default: ${defaultOf(setting)}
- Example: ${exampleOf(setting)}${setting.secret ? '\n- Secret: never logged and never shown in an error.' : ''}`

/** An example that says how to get a value has code marks of its own. */
const exampleOf = ({ example }: SettingDefinition<unknown>): string =>
  example.includes('`') ? example : `\`${example}\``

const envExample =
  (): string => `# Copy to .env and change what you need. Generated from src/platform/config.ts by \`npm run generate\`.

${all.map(envEntry).join('\n\n')}
`

const envEntry = (setting: SettingDefinition<unknown>): string => {
  const { name, description, default: value, whenUnset, example } = setting
  const unset = value === null ? `# Not set: ${whenUnset}.\n` : ''
  const shown = value || (example.includes('`') ? '' : example)
  return `# ${description.replaceAll('`', '')}\n${unset}# ${name}=${shown}`
}
