/** What roles, invitations and mails come to. Pure. */
import { memberRoles, type Member, type MemberRole } from '../../../contract/members.ts'

/** Whether somebody with the second role may do less than with the first. */
export const isNarrowerRole = (from: MemberRole, to: MemberRole): boolean =>
  memberRoles.indexOf(to) > memberRoles.indexOf(from)

interface InvitationMail {
  confirmed_at: Date | null
  mail: 'pending' | 'sent' | 'logged' | 'failed'
  expires_at: Date
}

export function invitationStatus(
  { confirmed_at, mail, expires_at }: InvitationMail,
  now: Date,
): Member['invitation']['status'] {
  if (confirmed_at !== null) return 'accepted'
  if (mail === 'failed') return 'failed'
  return expires_at <= now ? 'expired' : mail
}

/** Mails to one address, and asked for from one place, in any fifteen minutes. */
export const mailWindowMs = 15 * 60_000
export const maxMailsToAddress = 5
export const maxMailsFromAddress = 30

/** How many members a workspace may have. */
export const maxMembers = 500

/** Pauses after attempts that came to nothing, in seconds; the last one is repeated. */
const pauses = [10, 30, 60, 300, 900, 3_600]

/** When to try again; null: the link is over by then. */
export function nextMailAttemptAt(attempts: number, now: Date, expiresAt: Date): Date | null {
  const seconds = pauses[Math.min(attempts, pauses.length) - 1] ?? 0
  const next = new Date(now.getTime() + seconds * 1000)
  return next < expiresAt ? next : null
}
