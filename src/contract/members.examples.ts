/** These examples of members and sessions are written by hand. */
import { at, entry } from './examples.ts'
import {
  InvitationBody,
  Member,
  MemberCreateBody,
  MemberRemoved,
  MemberSession,
  MemberUpdateBody,
  RedeemBody,
  SessionEnded,
  SignedIn,
  SignInAsked,
  SignInBody,
} from './members.ts'

const memberId = '0198f6a2-7c1e-4b52-9d3f-5a1f0c2b7e11'
const invited: Member = {
  id: memberId,
  email: 'ada@example.com',
  name: 'Ada',
  role: 'manager',
  status: 'invited',
  invitation: { status: 'sent', sentAt: at, expiresAt: at, attempts: 1, error: null },
  createdAt: at,
  createdBy: 'key:12',
  confirmedAt: null,
  lastSignInAt: null,
}
const active: Member = {
  ...invited,
  status: 'active',
  invitation: { ...invited.invitation, status: 'accepted' },
  confirmedAt: at,
  lastSignInAt: at,
}

export const memberExamples = {
  Member: entry(Member, active, invited),
  MemberCreateBody: entry(MemberCreateBody, {
    email: 'ada@example.com',
    name: 'Ada',
    role: 'manager',
    locale: 'en',
  }),
  MemberUpdateBody: entry(MemberUpdateBody, { role: 'read_only' }),
  MemberRemoved: entry(MemberRemoved, { id: memberId, removed: true }),
  InvitationBody: entry(InvitationBody, { locale: 'fr' }),
  SignInBody: entry(SignInBody, { email: 'ada@example.com', locale: 'en' }),
  SignInAsked: entry(SignInAsked, { status: 'accepted', expiresInSeconds: 900 }),
  RedeemBody: entry(RedeemBody, { token: 'ml_1_ab12' }),
  SignedIn: entry(SignedIn, {
    sessionId: '31',
    token: 'ms_live_…',
    expiresAt: at,
    workspaceId: '1',
    member: active,
  }),
  MemberSession: entry(MemberSession, {
    id: '31',
    member: { id: memberId, email: 'ada@example.com', name: 'Ada', role: 'manager' },
    current: true,
    createdAt: at,
    expiresAt: at,
    lastUsedAt: at,
    lastUsedFrom: '203.0.113.7',
    agent: null,
  }),
  SessionEnded: entry(SessionEnded, { id: '31', ended: true }),
}
