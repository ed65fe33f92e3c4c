import { createConsoleLink } from '../features/tenancy/members/console-url.ts'
import { keyHolder } from '../features/tenancy/workspaces/queries.ts'
import { readKeysFile } from '../features/tenancy/workspaces/keys-file.ts'
import { writeAuditLine } from '../platform/audit.ts'
import { loadConfig } from '../platform/config.ts'
import { createVault } from '../platform/crypto.ts'
import { loadKeyRing } from '../platform/key-file.ts'
import { action, jsonOption } from './command.ts'
import type { OptionValues } from './command.ts'
import { assertId, inDatabase, onlyWorkspace } from './keys.ts'
import { print, printJson } from './print.ts'
import { ownCommand } from '../platform/own-command.ts'

const options = {
  workspace: { type: 'string', value: '<id>', summary: 'Workspace to open; needed when there are several' },
  email: { type: 'string', value: '<address>', summary: 'Which owner; needed when there are several' },
  ...jsonOption,
} as const

export const openConsole = action({
  options,
  examples: ['console', 'console --workspace 3 --email ada@example.com'],
  more: 'The link opens once, for 15 minutes. While a workspace has no owner, whoever opens it becomes the owner.',
  run: printLink,
})

async function printLink({ workspace, email, json }: OptionValues<typeof options>): Promise<void> {
  if (workspace) assertId(workspace, '--workspace')
  const config = loadConfig()
  const publicUrl = config.publicUrl ?? readKeysFile(config.dataDir)?.baseUrl
  if (publicUrl === undefined)
    throw new Error('The address of the server is not known. Set PUBLIC_URL, or start the server once.')
  const vault = createVault(await loadKeyRing(config))
  const now = new Date()
  const link = await inDatabase(async ({ kysely }) => {
    const id = workspace ?? (await onlyWorkspace(kysely))
    const workspaceId = await keyHolder(kysely, id, 'live')
    if (workspaceId === undefined)
      throw new Error(`There is no workspace ${id}. See: ${ownCommand} workspaces list`)
    const scope = { workspaceId }
    return kysely.transaction().execute(async (tx) => {
      const made = await createConsoleLink(tx, scope, { vault, publicUrl, email: email ?? null, now })
      await writeAuditLine(tx, scope, { action: 'cli.console', actor: { kind: 'cli' }, targets: [] }, now)
      return made
    })
  })
  if (json) return printJson(link)
  const who = link.email === null ? 'makes whoever opens it the owner' : `signs ${link.email} in`
  print(`${link.url}\nThe link opens once, for 15 minutes, and ${who}.`)
}
