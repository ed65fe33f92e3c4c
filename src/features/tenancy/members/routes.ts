import { Type } from 'typebox'
import { memberRoles } from '../../../contract/member-roles.ts'
import {
  InvitationBody,
  InvitedMember,
  Member,
  MemberCreateBody,
  MemberRemoved,
  memberStatuses,
  MemberUpdateBody,
  OwnMember,
} from '../../../contract/members.ts'
import { listOf, oneOfStrings, uuid } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { route } from '../../route.ts'
import { TextFilter } from '../../../http/params/text-filter.ts'
import { changeMember, createMember, reinviteMember, missingMember, removeMember } from './change-member.ts'
import { toMember } from './map.ts'
import { memberRow, memberRows, memberTotal, membersOldestFirst, ownWorkspaces } from './queries.ts'

const tag = 'Members'
const params = Type.Object({ id: uuid('Id of the member.') }, { additionalProperties: false })

export const memberRoutes = [
  route({
    method: 'GET',
    url: '/v1/members',
    id: 'listMembers',
    family: 'members',
    account: 'ignored',
    tag,
    summary: 'List members',
    description:
      'The people of the workspace that is asked, or of its sandbox for a `sk_test_` key, in the order in which they were added.',
    query: listQuery(
      {
        role: Type.Optional(oneOfStrings(memberRoles, { description: 'Only members with this role.' })),
        status: Type.Optional(oneOfStrings(memberStatuses, { description: 'Only members in this state.' })),
        email: TextFilter(254, 'Only the member with this address, in capitals or not.'),
      },
      { defaultLimit: 20 },
    ),
    reply: listOf(Member),
    errors: [],
    handle: (context) => {
      const { services, scope, query } = context
      const now = services.clock.now()
      const { role = null, status = null, email } = query
      const filter = { role, status, email: email?.toLowerCase() ?? null }
      return listPage(context, {
        defaultLimit: 20,
        ordering: membersOldestFirst,
        rows: (page) => memberRows(services.db, scope, filter, page),
        total: () => memberTotal(services.db, scope, filter),
        item: (row) => toMember(row, now),
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/members',
    id: 'createMember',
    family: 'members',
    account: 'ignored',
    tag,
    summary: 'Add a member',
    description:
      'An invitation is mailed to the address; opening it confirms the address and signs the person in. Nobody gives a role that may do more than they may themselves.',
    body: MemberCreateBody,
    answersTo: 'key',
    noStore: true,
    reply: InvitedMember,
    status: 201,
    errors: ['member_email_taken', 'too_many_members', 'invalid_state'],
    handle: (context) => createMember(context, context.body),
  }),
  route({
    method: 'GET',
    url: '/v1/members/me',
    id: 'getOwnMember',
    family: 'members',
    account: 'ignored',
    tag,
    summary: 'Get who is signed in',
    description: 'The member whose session asks. An API key is nobody.',
    overCap: 'allow',
    reply: OwnMember,
    errors: ['not_found'],
    handle: async ({ services, principal }) => {
      const { memberId, workspaceId } = principal
      const row = memberId === null ? undefined : await memberRow(services.db, { workspaceId }, memberId)
      if (row) {
        const { own, sandbox } = await ownWorkspaces(services.db, workspaceId)
        return { ...toMember(row, services.clock.now()), workspace: own, sandbox }
      }
      throw new ApiError(
        'not_found',
        'Nobody is signed in: the request was made with an API key.',
        {},
        { fix: 'Ask with the token of a session, which `POST /v1/sign-in/redeem` gives.' },
      )
    },
  }),
  route({
    method: 'GET',
    url: '/v1/members/:id',
    id: 'getMember',
    family: 'members',
    account: 'ignored',
    tag,
    summary: 'Get a member',
    params,
    reply: Member,
    errors: [],
    handle: async ({ services, scope, params: { id } }) => {
      const row = await memberRow(services.db, scope, id)
      if (!row) throw missingMember(id)
      return toMember(row, services.clock.now())
    },
  }),
  route({
    method: 'PATCH',
    url: '/v1/members/:id',
    id: 'updateMember',
    family: 'members',
    account: 'ignored',
    tag,
    summary: 'Change a member',
    description:
      'The name, the role. With a narrower role all sessions of the member end. The address stays: another address is another member.',
    params,
    body: MemberUpdateBody,
    reply: Member,
    errors: ['last_owner'],
    handle: (context) => changeMember(context, context.params.id, context.body),
  }),
  route({
    method: 'DELETE',
    url: '/v1/members/:id',
    id: 'removeMember',
    family: 'members',
    account: 'ignored',
    tag,
    summary: 'Remove a member',
    description:
      'For good: address and name are forgotten here, and all sessions end, in every process within a second.',
    params,
    reply: MemberRemoved,
    errors: ['last_owner'],
    handle: (context) => removeMember(context, context.params.id),
  }),
  route({
    method: 'POST',
    url: '/v1/members/:id/invitation',
    id: 'inviteMemberAgain',
    family: 'members',
    account: 'ignored',
    tag,
    summary: 'Send an invitation again',
    description:
      'With a new link; the one from before opens no more. At most five mails go to an address in 15 minutes.',
    params,
    body: InvitationBody,
    bodyOptional: true,
    answersTo: 'key',
    noStore: true,
    reply: InvitedMember,
    errors: ['invalid_state'],
    handle: (context) => reinviteMember(context, context.params.id, context.body ?? {}),
  }),
]
