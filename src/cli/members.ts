import { memberRoles } from '../contract/member-roles.ts'
import { MemberCreateBody, mailLocales } from '../contract/members.ts'
import { addMember } from '../features/tenancy/members/change-member.ts'
import { allMembers, type ListedMember } from '../features/tenancy/members/queries.ts'
import { keyHolder } from '../features/tenancy/workspaces/queries.ts'
import type { KeyMode } from '../features/tenancy/workspaces/keys.ts'
import { ApiError } from '../platform/api-error.ts'
import { targetOf, writeAuditLine } from '../platform/audit.ts'
import { loadConfig } from '../platform/config.ts'
import { createVault } from '../platform/crypto.ts'
import { loadKeyRing } from '../platform/key-file.ts'
import { Check } from 'typebox/value'
import { action, hint, jsonOption, UsageError } from './command.ts'
import type { OptionValues } from './command.ts'
import { assertId, inDatabase, onlyWorkspace } from './keys.ts'
import { minute, print, printJson } from './print.ts'
import { table } from './table.ts'
import { ownCommand } from '../platform/own-command.ts'

const modes: readonly KeyMode[] = ['sandbox', 'live']

const addOptions = {
  workspace: {
    type: 'string',
    value: '<id>',
    summary: 'Workspace of the member; needed when there are several',
  },
  role: { type: 'string', value: memberRoles.join('|'), summary: 'What the person may do', default: 'owner' },
  name: { type: 'string', value: '<text>', summary: 'Name of the person' },
  language: { type: 'string', value: mailLocales.join('|'), summary: 'Language of the mail', default: 'en' },
  mode: {
    type: 'string',
    value: 'sandbox|live',
    summary: 'sandbox is made-up data, live is your own',
    default: 'live',
  },
} as const

export const membersAdd = action({
  options: addOptions,
  examples: [
    'members add ada@example.com --name Ada',
    'members add bo@example.com --role manager --workspace 3',
  ],
  more: 'This is how the first owner of a workspace is made; owners invite further people themselves.',
  run: add,
})
export const membersList = action({
  examples: ['members list'],
  options: jsonOption,
  run: ({ json }) => list(json),
})

function chosen<const T extends string>(option: string, word: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === word)
  if (found !== undefined) return found
  throw new UsageError(
    `--${option} is one of ${choices.join(', ')}, not "${word}".${hint(word, [...choices])}`,
  )
}

async function add(values: OptionValues<typeof addOptions>, positionals: string[]): Promise<void> {
  const [email, ...more] = positionals
  if (!email || more.length > 0) throw new UsageError('members add takes one e-mail address')
  if (values.workspace) assertId(values.workspace, '--workspace')
  const mode = chosen('mode', values.mode, modes)
  const body: MemberCreateBody = {
    email,
    role: chosen('role', values.role, memberRoles),
    locale: chosen('language', values.language, mailLocales),
    ...(values.name === undefined ? {} : { name: values.name }),
  }
  if (!Check(MemberCreateBody, body)) {
    throw new UsageError(`"${email}" is no e-mail address in ASCII, or the name has more than 200 characters`)
  }
  const config = loadConfig()
  const vault = createVault(await loadKeyRing(config))
  const now = new Date()
  const about = { createdBy: 'cli', now }
  const member = await inDatabase(async ({ kysely }) => {
    const workspace = values.workspace ?? (await onlyWorkspace(kysely))
    const workspaceId = await keyHolder(kysely, workspace, mode)
    if (!workspaceId)
      throw new Error(`There is no workspace ${workspace}. See: ${ownCommand} workspaces list`)
    const scope = { workspaceId }
    return kysely.transaction().execute(async (tx) => {
      const { row } = await addMember(tx, vault, scope, body, about)
      const targets = [targetOf('member', row.id)]
      await writeAuditLine(tx, scope, { action: 'cli.members.add', actor: { kind: 'cli' }, targets }, now)
      return row
    })
  }).catch((error: unknown) => {
    throw error instanceof ApiError ? new Error(error.message) : error
  })
  const way =
    config.smtpUrl === undefined
      ? 'writes the sign-in link to its log, as SMTP_URL is not set'
      : 'mails the sign-in link'
  print(`${member.email} is invited as ${member.role} (member ${member.id}). A running server ${way}.`)
}

const memberJson = (row: ListedMember) => ({
  workspaceId: row.workspace_id,
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  status: row.confirmed_at === null ? 'invited' : 'active',
  lastSignInAt: row.last_sign_in_at,
})

async function list(json: boolean): Promise<void> {
  const rows = await inDatabase(({ kysely }) => allMembers(kysely))
  if (json) return printJson({ data: rows.map(memberJson) })
  if (rows.length === 0)
    return print(`There are no members yet. Invite one: ${ownCommand} members add <email>`)
  const lines = rows.map((row) => [
    row.workspace_id,
    row.id,
    row.email,
    row.name ?? '-',
    row.role,
    row.confirmed_at === null ? 'invited' : 'active',
    minute(row.last_sign_in_at),
  ])
  print(table(['WORKSPACE', 'ID', 'EMAIL', 'NAME', 'ROLE', 'STATUS', 'LAST SIGN-IN'], lines))
}
