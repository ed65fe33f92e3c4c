import { parseArgs } from 'node:util'
import { newKey } from '../features/workspaces/keys.ts'
import type { KeyMode } from '../features/workspaces/keys.ts'
import { apiKeys, insertApiKey, keyHolder, revokeApiKey, workspaces } from '../features/workspaces/queries.ts'
import { loadConfig } from '../platform/config.ts'
import { hashApiKey } from '../platform/crypto.ts'
import type { Database } from '../platform/db.ts'
import { commandLog } from './command-log.ts'
import { usageErrors, UsageError } from './command.ts'
import type { Command } from './command.ts'
import { withDatabase } from './database.ts'
import { minute, print, table } from './print.ts'

const modes: KeyMode[] = ['sandbox', 'live']

export const keysCommands: Command[] = [
  {
    name: 'keys create',
    usage: '[--workspace <id>] [--mode sandbox|live] [--name <text>]',
    summary: 'Make an API key and print it; it is not shown again',
    run: createKey,
  },
  { name: 'keys list', summary: 'List the API keys', run: listKeys },
  { name: 'keys revoke', usage: '<id or key>', summary: 'Make an API key invalid', run: revokeKey },
]

async function createKey(args: string[]): Promise<void> {
  const { values } = usageErrors(() =>
    parseArgs({
      args,
      options: {
        workspace: { type: 'string' },
        mode: { type: 'string', default: 'sandbox' },
        name: { type: 'string' },
      },
    }),
  )
  const mode = modes.find((known) => known === values.mode)
  if (!mode) throw new UsageError(`--mode is sandbox or live, not "${values.mode}"`)
  if (values.workspace) assertId(values.workspace, '--workspace')
  const key = newKey(mode)
  await inDatabase(async ({ kysely }) => {
    const workspace = values.workspace ?? (await onlyWorkspace(kysely))
    const holder = await keyHolder(kysely, workspace, mode)
    if (!holder)
      throw new Error(`There is no workspace ${workspace}. See: npm run lodgewire -- workspaces list`)
    await insertApiKey(kysely, holder, key, values.name ?? null)
  })
  print(key.key)
}

async function onlyWorkspace(db: Database['kysely']): Promise<string> {
  const all = await workspaces(db)
  const [first] = all
  if (!first) throw new Error('There is no workspace yet. Start the server once: npm start')
  if (all.length === 1) return first.id
  throw new UsageError(`--workspace is needed, there are ${all.length} workspaces`)
}

async function listKeys(args: string[]): Promise<void> {
  usageErrors(() => parseArgs({ args }))
  const rows = await inDatabase(({ kysely }) => apiKeys(kysely))
  const lines = rows.map((key) => [
    key.id,
    key.workspace_id,
    key.mode,
    `${key.prefix}…`,
    key.name ?? '-',
    minute(key.created_at),
    minute(key.last_used_at),
    key.revoked_at ? `revoked ${minute(key.revoked_at)}` : 'valid',
  ])
  print(table(['ID', 'WORKSPACE', 'MODE', 'KEY', 'NAME', 'CREATED', 'LAST USED', 'STATE'], lines))
}

async function revokeKey(args: string[]): Promise<void> {
  const { positionals } = usageErrors(() => parseArgs({ args, allowPositionals: true }))
  const [given, ...more] = positionals
  if (!given || more.length > 0) throw new UsageError('keys revoke takes one id or one key')
  const isKey = given.startsWith('sk_')
  if (!isKey) assertId(given, 'The id of a key')
  const key = { id: isKey ? null : given, hash: isKey ? hashApiKey(given) : null }
  const revoked = await inDatabase(({ kysely }) => revokeApiKey(kysely, key))
  if (!revoked) throw new Error('There is no such key. See: npm run lodgewire -- keys list')
  print(`Key ${revoked.id} (${revoked.prefix}…) is revoked. A running server refuses it within seconds.`)
}

function assertId(text: string, name: string): void {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new UsageError(`${name} is a number, not "${text}"`)
}

function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(loadConfig(), commandLog(), work)
}
