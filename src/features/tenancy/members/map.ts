import type { Member, MemberSession } from '../../../contract/members.ts'
import type { MemberRow } from './queries.ts'
import { invitationStatus } from './rules.ts'
import type { MemberSessionRow } from './session-queries.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

export const toMember = (row: MemberRow, now: Date): Member => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  status: row.confirmed_at === null ? 'invited' : 'active',
  invitation: {
    status: invitationStatus(row, now),
    sentAt: row.mail === 'sent' || row.mail === 'logged' ? iso(row.settled_at) : null,
    expiresAt: row.expires_at.toISOString(),
    attempts: row.attempts,
    error: row.mail_error,
  },
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  confirmedAt: iso(row.confirmed_at),
  lastSignInAt: iso(row.last_sign_in_at),
})

/** `current` is the id of the calling key. */
export const toSession = (row: MemberSessionRow, current: string): MemberSession => ({
  id: row.id,
  member: { id: row.member_id, email: row.email, name: row.name, role: row.role },
  current: row.id === current,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: iso(row.last_used_at),
  lastUsedFrom: row.last_address,
  agent:
    row.agent_client === null
      ? null
      : {
          id: row.agent_client,
          name: row.agent_name ?? row.agent_client,
          scopes: row.scopes ?? [],
          limits: row.agent_limits,
        },
})
