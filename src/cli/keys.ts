import { keyScopes, type KeyScope } from '../contract/key-scopes.ts'
import { newKey } from '../features/tenancy/workspaces/keys.ts'
import type { KeyMode } from '../features/tenancy/workspaces/keys.ts'
import type { ApiKeyRow } from '../features/tenancy/workspaces/queries.ts'
import {
  apiKeys,
  insertApiKey,
  keyHolder,
  lockKeyCount,
  revokeApiKey,
  workspaces,
} from '../features/tenancy/workspaces/queries.ts'
import { existingIds } from '../features/tenancy/workspaces/auth-queries.ts'
import { longestKeyName, mostConnections, mostListings } from '../contract/keys.ts'
import { targetOf, writeAuditLine } from '../platform/audit.ts'
import { loadConfig } from '../platform/config.ts'
import { hashApiKey } from '../platform/crypto.ts'
import type { Database } from '../platform/db.ts'
import type { Queryable } from '../platform/tenant.ts'
import { commandLog } from './command-log.ts'
import { action, hint, jsonOption, UsageError } from './command.ts'
import type { OptionValues } from './command.ts'
import { withDatabase } from './database.ts'
import { minute, print, printJson, screenWidth } from './print.ts'
import { agentLimitsOf, agentOptions, describeLimits } from './agent-limits.ts'
import { table } from './table.ts'
import { ownCommand, startCommand } from '../platform/own-command.ts'

const modes: KeyMode[] = ['sandbox', 'live']

const createOptions = {
  workspace: {
    type: 'string',
    value: '<id>',
    summary: 'Workspace of the key; needed when there are several',
  },
  mode: {
    type: 'string',
    value: 'sandbox|live',
    summary: 'sandbox is made-up data, live is your own',
    default: 'sandbox',
  },
  name: { type: 'string', value: '<text>', summary: 'What it is for, shown by keys list' },
  scopes: {
    type: 'string',
    value: '<list>',
    summary: 'Rights, such as reservations:read,calendar:write; all when left out',
  },
  connections: {
    type: 'string',
    value: '<ids>',
    summary: 'Limit it to these connections, such as 31,47',
  },
  listings: {
    type: 'string',
    value: '<ids>',
    summary: 'Limit it to these listings, such as 4118,4127',
  },
  expires: {
    type: 'string',
    value: '<time>',
    summary: 'When it ends, such as 2027-01-31 or 2027-01-31T12:00:00Z',
  },
  ...agentOptions,
  ...jsonOption,
} as const

export const keysCreate = action({
  options: createOptions,
  examples: [
    'keys create',
    'keys create --mode live --name "price tool" --scopes calendar:read,calendar:write',
    'keys create --name agent --agent-kinds prices,closure --agent-writes 20 --agent-money-per-day 500EUR',
  ],
  more: 'The key is printed this once: the server keeps only its hash.',
  run: createKey,
})
export const keysList = action({
  examples: ['keys list'],
  options: jsonOption,
  run: ({ json }) => listKeys(json),
})
export const keysRevoke = action({
  examples: ['keys revoke 12'],
  more: 'A running server refuses the key within a second.',
  run: (_, positionals) => revokeKey(positionals),
})

async function createKey(values: OptionValues<typeof createOptions>): Promise<void> {
  const mode = modes.find((mode) => mode === values.mode)
  if (!mode)
    throw new UsageError(`--mode is sandbox or live, not "${values.mode}".${hint(values.mode, modes)}`)
  if ((values.name ?? '').length > longestKeyName)
    throw new UsageError(`--name has at most ${longestKeyName} characters`)
  if (values.workspace) assertId(values.workspace, '--workspace')
  const connectionIds = idsOf(values.connections, '--connections', mostConnections)
  const listingIds = idsOf(values.listings, '--listings', mostListings)
  const expiresAt = endOf(values.expires)
  const agentLimits = agentLimitsOf(values)
  const scopes = scopesOf(values.scopes)
  const rights = { scopes, expiresAt, connectionIds, listingIds, agentLimits, createdBy: 'cli' }
  const { maxKeys } = loadConfig()
  const key = newKey(mode)
  const id = await inDatabase(async ({ kysely }) => {
    const workspace = values.workspace ?? (await onlyWorkspace(kysely))
    const holder = await keyHolder(kysely, workspace, mode)
    if (!holder) throw new Error(`There is no workspace ${workspace}. See: ${ownCommand} workspaces list`)
    const scope = { workspaceId: holder }
    for (const [name, table, ids] of [
      ['--connections', 'connections', connectionIds ?? []],
      ['--listings', 'listings', listingIds ?? []],
    ] as const) {
      const found = await existingIds(kysely, scope, table, ids)
      const gone = ids.find((id) => !found.includes(id))
      if (gone !== undefined) throw new Error(`${name}: the workspace has no ${gone} in this mode.`)
    }
    return kysely.transaction().execute(async (tx) => {
      const used = await lockKeyCount(tx, holder, new Date())
      if (used >= maxKeys) {
        throw new Error(
          `There are ${used} keys of this kind, as many as MAX_KEYS allows. Revoke one: ${ownCommand} keys revoke`,
        )
      }
      const made = await insertApiKey(tx, holder, key, values.name ?? null, rights)
      await tell(tx, { workspaceId: holder, id: made.id }, 'cli.keys.create')
      return made.id
    })
  })
  if (values.json) printJson({ id, key: key.key })
  else print(key.key)
}

function scopesOf(list: string | undefined): KeyScope[] | null {
  if (list === undefined) return null
  return list.split(',').map((name) => {
    const scope = keyScopes.find((known) => known === name.trim())
    if (scope) return scope
    throw new UsageError(`--scopes knows no "${name.trim()}".${hint(name.trim(), [...keyScopes])}`)
  })
}

function idsOf(list: string | undefined, name: string, most: number): string[] | null {
  if (list === undefined) return null
  const ids = [...new Set(list.split(',').map((name) => name.trim()))]
  if (ids.length > most) throw new UsageError(`${name} takes ${most} ids at most, not ${ids.length}`)
  for (const id of ids) assertId(id, `${name}: each of the ids`)
  return ids
}

function endOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? new Date(text) : new Date(NaN)
  // JavaScript reads the 30th of February as a day in March.
  if (time.getTime() > Date.now() && time.toISOString().startsWith(text.slice(0, 10))) return time
  throw new UsageError(`--expires is a day or a time in UTC that is still to come, not "${text}"`)
}

/** More would push the message off the screen. */
const mostShown = 20

export async function onlyWorkspace(db: Database['kysely']): Promise<string> {
  // A workspace that a migration fills belongs to the one that began it, and has neither keys nor members.
  const all = (await workspaces(db)).filter(({ parent_id }) => parent_id === null)
  const [first] = all
  if (!first) throw new Error(`There is no workspace yet. Start the server once: ${startCommand}`)
  if (all.length === 1) return first.id
  const shown = all.slice(0, mostShown).map(({ id, name }) => [id, name])
  const left = all.length - shown.length
  const more = left > 0 ? `\n… and ${left} more: ${ownCommand} workspaces list` : ''
  throw new UsageError(
    `There are ${all.length} workspaces. Name one with --workspace <id>.`,
    `${table(['ID', 'NAME'], shown, screenWidth(process.stderr))}${more}`,
  )
}

async function listKeys(json: boolean): Promise<void> {
  const rows = await inDatabase(({ kysely }) => apiKeys(kysely))
  if (json) return printJson({ data: rows.map(keyJson) })
  const lines = rows.map((key) => [
    key.id,
    key.workspace_id,
    key.mode,
    `${key.prefix}…`,
    key.name ?? '-',
    minute(key.created_at),
    minute(key.last_used_at),
    key.scopes?.join(',') ?? 'everything',
    onlyFor(key),
    stateOf(key),
  ])
  print(
    table(
      ['ID', 'WORKSPACE', 'MODE', 'KEY', 'NAME', 'CREATED', 'LAST USED', 'SCOPES', 'ONLY FOR', 'STATE'],
      lines,
    ),
  )
}

/** A null list means no restriction. */
const keyJson = (key: ApiKeyRow) => ({
  id: key.id,
  workspaceId: key.workspace_id,
  mode: key.mode,
  prefix: key.prefix,
  name: key.name,
  scopes: key.scopes,
  connectionIds: key.connection_ids,
  listingIds: key.listing_ids,
  agentLimits: key.agent_limits,
  createdAt: key.created_at,
  lastUsedAt: key.last_used_at,
  expiresAt: key.expires_at,
  revokedAt: key.revoked_at,
})

const onlyFor = ({
  connection_ids: connections,
  listing_ids: listings,
  agent_limits: limits,
}: ApiKeyRow): string =>
  [
    ...(connections ? [`connections ${connections.join(',')}`] : []),
    ...(listings ? [`listings ${listings.join(',')}`] : []),
    ...(limits ? [describeLimits(limits)] : []),
  ].join('; ') || '-'

function stateOf({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKeyRow): string {
  if (revokedAt) return `revoked ${minute(revokedAt)}`
  if (!expiresAt) return 'valid'
  return `${expiresAt.getTime() > Date.now() ? 'until' : 'expired'} ${minute(expiresAt)}`
}

async function revokeKey(positionals: string[]): Promise<void> {
  const [given, ...more] = positionals
  if (!given || more.length > 0) throw new UsageError('keys revoke takes one id or one key')
  const isKey = given.startsWith('sk_')
  if (!isKey) assertId(given, 'The id of a key')
  const key = { id: isKey ? null : given, hash: isKey ? hashApiKey(given) : null }
  const revoked = await inDatabase(({ kysely }) =>
    kysely.transaction().execute(async (tx) => {
      const row = await revokeApiKey(tx, key, new Date())
      if (row) await tell(tx, { workspaceId: row.workspace_id, id: row.id }, 'cli.keys.revoke')
      return row
    }),
  )
  if (!revoked) throw new Error(`There is no such key. See: ${ownCommand} keys list`)
  print(`Key ${revoked.id} (${revoked.prefix}…) is revoked. A running server refuses it within a second.`)
}

/** The audit line is written in the change's transaction. */
async function tell(tx: Queryable, key: { workspaceId: string; id: string }, name: string): Promise<void> {
  const line = { action: name, actor: { kind: 'cli' }, targets: [targetOf('key', key.id)] } as const
  await writeAuditLine(tx, { workspaceId: key.workspaceId }, line)
}

export function assertId(text: string, name: string): void {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new UsageError(`${name} is a number, not "${text}"`)
}

export function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(loadConfig(), commandLog(), work)
}
