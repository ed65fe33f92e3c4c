import { Type } from 'typebox'
import { MemberSession, SessionEnded, SignedIn, sessionSeconds } from '../../../contract/members.ts'
import { listOf, uuid } from '../../../contract/shared.ts'
import { clearSessionCookie, isFromConsole, setSessionCookie } from '../../../http/credentials.ts'
import { allows } from '../../../http/key-rights.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { RouteReply, type Principal } from '../../../http/route.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { toSession } from './map.ts'
import { openSandboxSession } from './sandbox-session.ts'
import { endSession, sessionsNewestFirst, sessionRows, sessionTotal } from './session-queries.ts'

const tag = 'Members'
/** An id that no member has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** With the right to change members a caller sees all sessions (null), otherwise its own. */
const visibleMemberFor = ({ scopes, memberId }: Principal): string | null =>
  allows(scopes, 'members:write') ? null : (memberId ?? nobody)

/** `requested` is the member that the query names. */
const narrowToMember = (whose: string | null, asked: string | undefined): string | null =>
  asked === undefined ? whose : whose === null || whose === asked ? asked : nobody

export const memberSessionRoutes = [
  route({
    method: 'GET',
    url: '/v1/sessions',
    id: 'listMemberSessions',
    family: 'sessions',
    account: 'ignored',
    tag,
    summary: 'List sessions',
    description:
      'Who is signed in, newest first. Members see their own sessions; whoever may change members (`members:write`) sees those of all.',
    overCap: 'allow',
    query: listQuery(
      { memberId: Type.Optional(uuid('Only sessions of this member.')) },
      { defaultLimit: 20 },
    ),
    reply: listOf(MemberSession),
    errors: [],
    handle: (context) => {
      const { services, scope, query, principal } = context
      const filter = {
        memberId: narrowToMember(visibleMemberFor(principal), query.memberId),
        now: services.clock.now(),
      }
      return listPage(context, {
        defaultLimit: 20,
        ordering: sessionsNewestFirst,
        rows: (page) => sessionRows(services.db, scope, filter, page),
        total: () => sessionTotal(services.db, scope, filter),
        item: (row) => toSession(row, principal.keyId),
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/sessions/sandbox',
    id: 'openSandboxSession',
    family: 'sessions',
    account: 'ignored',
    tag,
    summary: 'Open the sandbox',
    description:
      'Signs a member of the live workspace in to its sandbox, with the same role. The live session goes on beside it.',
    answersTo: 'key',
    noStore: true,
    reply: SignedIn,
    status: 201,
    errors: ['invalid_state'],
    handle: (context) =>
      writeOnce(context, async (tx) => {
        const opened = await openSandboxSession(tx, context.principal, context.services.clock.now())
        const { token, expiresAt, scope, ...session } = opened
        const isConsole = isFromConsole(context.headers)
        return new RouteReply(
          {
            ...session,
            token: isConsole ? null : token,
            expiresAt: expiresAt.toISOString(),
            workspaceId: scope.workspaceId,
          },
          isConsole ? { headers: { 'set-cookie': setSessionCookie('sandbox', token, sessionSeconds) } } : {},
        )
      }),
  }),
  route({
    method: 'DELETE',
    url: '/v1/sessions/:id',
    id: 'endMemberSession',
    family: 'sessions',
    account: 'ignored',
    tag,
    summary: 'End a session',
    description:
      'Signs out: in all processes of the server within a second. Members end their own sessions; whoever may change members ends those of all.',
    params: idParams('session'),
    reply: SessionEnded,
    errors: [],
    handle: (context) => {
      const { services, scope, principal, params, headers } = context
      const { id } = params
      return writeOnce(context, async (tx) => {
        if (
          !(await endSession(tx, scope, { id, memberId: visibleMemberFor(principal) }, services.clock.now()))
        ) {
          throw new ApiError('not_found', `No session ${id} of yours.`, { field: 'id', value_received: id })
        }
        const isOwn = isFromConsole(headers) && id === principal.keyId
        return new RouteReply(
          { id, ended: true },
          { headers: isOwn ? { 'set-cookie': clearSessionCookie(headers) } : {} },
        )
      })
    },
  }),
]
