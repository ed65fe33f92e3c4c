import { GuestCreateBody, GuestCreated, GuestUpdateBody, GuestUpdated } from '../../contract/guest-write.ts'
import { GuestForgotten } from '../../contract/guest-forget.ts'
import { writeOnce } from '../../http/write-once.ts'
import { DryRun } from '../../http/params/dry-run.ts'
import { idParams } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { createGuest } from './create-guest.ts'
import { forgetGuest } from './forget-guest.ts'
import { updateGuest } from './update-guest.ts'

const pmsErrors = ['connection_reauth_required', 'pms_rejected', 'pms_error'] as const

export const guestWriteRoutes = [
  route({
    method: 'POST',
    url: '/v1/guests',
    id: 'createGuest',
    family: 'guests',
    // A guest without a stay belongs to no listing.
    ofListings: 'refused',
    tag: 'Guests',
    summary: 'Create a guest',
    description:
      'A guest with the same e-mail address, else the same phone number, and the same name is there already: then 200 answers that one, with what is new about it added.',
    query: DryRun,
    body: GuestCreateBody,
    reply: GuestCreated,
    status: 201,
    otherStatus: 200,
    errors: ['pms_write_unsupported', 'channel_not_supported', 'no_connection', ...pmsErrors],
    statuses: { no_connection: 409 },
    handle: (context) => createGuest(context, context.body, context.query.dry_run === true),
  }),

  route({
    method: 'PATCH',
    url: '/v1/guests/:id',
    id: 'updateGuest',
    family: 'guests',
    ofListings: 'narrows',
    tag: 'Guests',
    summary: 'Change a guest',
    description:
      'An e-mail address or phone number becomes the preferred one beside those that are known. What bookings show of the guest follows.',
    params: idParams('guest'),
    query: DryRun,
    body: GuestUpdateBody,
    reply: GuestUpdated,
    errors: ['listing_inactive', 'no_connection', ...pmsErrors],
    statuses: { no_connection: 409 },
    handle: (context) =>
      updateGuest(context, context.params.id, context.body, context.query.dry_run === true),
  }),

  route({
    method: 'POST',
    url: '/v1/guests/:id/forget',
    id: 'forgetGuest',
    family: 'guests',
    tag: 'Guests',
    summary: 'Forget a guest',
    description:
      'Erases who a guest was: names, contacts, notes, the texts and files of conversations, reviews, and everything kept of them in history, events, stored answers and writes to providers. The stays remain, without a guest. It cannot be undone; a second time erases nothing more. What a provider goes on telling of these stays is not taken in.',
    params: idParams('guest'),
    reply: GuestForgotten,
    errors: [],
    // The law requires forgetting, whatever the plan.
    overCap: 'allow',
    // A guest known to several accounts is forgotten by all of them.
    account: 'refused',
    handle: (context) =>
      writeOnce(context, async (tx) => {
        const about = { now: context.services.clock.now(), reason: 'request' } as const
        const { id } = context.params
        return (
          (await forgetGuest(tx, context.scope, id, about, context.services)) ??
          context.fail('not_found', `No guest ${id} in this workspace.`)
        )
      }),
  }),
]
