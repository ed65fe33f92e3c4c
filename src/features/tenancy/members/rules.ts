/** Rules for roles, invitations and mail limits. Pure. */
import { memberRoles, type MemberRole } from '../../../contract/member-roles.ts'
import type { Member } from '../../../contract/members.ts'

/** Whether the second role allows less than the first. */
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

/** Limits on mails in any fifteen minutes: to one address, and requested from one IP. */
export const mailWindowMs = 15 * 60_000
export const maxMailsToAddress = 5
export const maxMailsFromAddress = 30

export const maxMembers = 500

/** Seconds to wait after failed attempts; the last value repeats. */
const pauses = [10, 30, 60, 300, 900, 3_600]

/** When to try again; null if the link expires before that. */
export function nextMailAttemptAt(attempts: number, now: Date, expiresAt: Date): Date | null {
  const seconds = pauses[Math.min(attempts, pauses.length) - 1] ?? 0
  const next = new Date(now.getTime() + seconds * 1000)
  return next < expiresAt ? next : null
}
