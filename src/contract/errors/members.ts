import type { ErrorGroup } from './definition.ts'

/** These errors concern a workspace's members and their sign-in. */
export const memberErrors = {
  last_owner: {
    source: 'server',
    status: 409,
    retry: 'after_reread',
    when: 'The member is the only owner of the workspace whose address is confirmed. Nothing was changed.',
    fix: 'Make another member an owner first, and let that person confirm the address.',
    extra: ['field', 'value_received'],
  },
  member_email_taken: {
    source: 'server',
    status: 409,
    retry: 'never',
    when: 'Another member of the workspace has this e-mail address. Nothing was added.',
    fix: 'Change that member with `PATCH /v1/members/{id}`, or send the invitation again with `POST /v1/members/{id}/invitation`.',
    extra: ['field', 'value_received'],
  },
  too_many_members: {
    source: 'server',
    status: 409,
    retry: 'operator',
    when: 'The workspace has as many members as it may have.',
    fix: 'Remove one who is not needed with `DELETE /v1/members/{id}`.',
    extra: ['limit', 'used'],
  },
  sign_in_link_invalid: {
    source: 'server',
    status: 401,
    retry: 'operator',
    when: 'The link was used, its time is over, a newer one took its place, or it never was one.',
    fix: 'Ask for another with `POST /v1/sign-in`; somebody who never signed in is invited again by an owner.',
  },
} satisfies ErrorGroup
