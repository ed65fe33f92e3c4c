import { MemberCreateBody, mailLocales, memberRoles } from '../contract/members.ts'
import { addMember } from '../features/tenancy/members/change.ts'
import { allMembers } from '../features/tenancy/members/queries.ts'
import { keyHolder } from '../features/tenancy/workspaces/queries.ts'
import type { KeyMode } from '../features/tenancy/workspaces/keys.ts'
import { ApiError } from '../platform/api-error.ts'
import { targetOf, writeAuditLine } from '../platform/audit.ts'
import { loadConfig } from '../platform/config.ts'
import { createVault } from '../platform/crypto.ts'
import { loadKeyRing } from '../platform/key-file.ts'
import { Check } from 'typebox/value'
import { action, hint, UsageError } from './command.ts'
import type { Values } from './command.ts'
import { assertId, inDatabase, onlyWorkspace } from './keys.ts'
import { minute, print, table } from './print.ts'

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
  mode: { type: 'string', value: 'sandbox|live', summary: 'Made-up data or your own', default: 'live' },
} as const

export const membersAdd = action({ options: addOptions, run: add })
export const membersList = action({ run: list })

function chosen<const T extends string>(option: string, given: string, known: readonly T[]): T {
  const found = known.find((one) => one === given)
  if (found !== undefined) return found
  throw new UsageError(`--${option} is one of ${known.join(', ')}, not "${given}".${hint(given, [...known])}`)
}

async function add(values: Values<typeof addOptions>, positionals: string[]): Promise<void> {
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
      throw new Error(`There is no workspace ${workspace}. See: npm run lodgewire -- workspaces list`)
    const scope = { workspaceId }
    return kysely.transaction().execute(async (tx) => {
      const row = await addMember(tx, vault, scope, body, about)
      const targets = [targetOf('member', row.id)]
      await writeAuditLine(tx, scope, { action: 'cli.members.add', actor: { kind: 'cli' }, targets }, now)
      return row
    })
  }).catch((error: unknown) => {
    throw error instanceof ApiError ? new Error(error.message) : error
  })
  const way = config.smtpUrl === undefined ? 'written to the log of the server (no SMTP_URL)' : 'mailed'
  print(
    `Member ${member.id}: ${member.email} is invited as ${member.role}. The link is ${way} as soon as a server runs.`,
  )
}

async function list(): Promise<void> {
  const rows = await inDatabase(({ kysely }) => allMembers(kysely))
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
