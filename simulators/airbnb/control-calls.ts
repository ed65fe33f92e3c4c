import type { FastifyInstance } from 'fastify'
import { known } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import { daysOf, type DayRange } from '../kit/nights.ts'
import { mistakeIn } from '../kit/strict.ts'
import { writeNights, type NightBody } from './calendar-routes.ts'
import type { Desk } from './desk.ts'
import { consentByControl } from './oauth-routes.ts'
import { nightByHand } from './requests.ts'
import { publicKey } from './signature.ts'
import type { Webhooks } from './webhooks.ts'

type ControlByIdRequest = { Params: { id: string } }

/** Calls for what a host does by hand, and for tests of this vendor only. */
export function controlCalls(desk: Desk, webhooks: Webhooks) {
  const { store, grants } = desk
  return (app: FastifyInstance): void => {
    const ofHost = (id: string) => [...store.listings.values()].filter(({ host_id }) => host_id === id)

    app.get('/webhook-key', () => ({ publicKey: publicKey() }))
    app.get('/hosts', () => ({ hosts: [...store.hosts.values()] }))

    app.post<ControlByIdRequest>('/hosts/:id/consent', ({ params, body }) =>
      consentByControl(store.hosts, grants, params.id, body),
    )

    app.post<ControlByIdRequest>('/hosts/:id/revoke', ({ params }) => {
      const host_id = known(store.hosts.get(params.id), `no host ${params.id}`).id
      const isKnown = grants.allows(host_id, 'reservations_web_hooks')
      grants.revokeHost(host_id)
      const listing_ids = ofHost(host_id).map(({ id }) => id)
      if (isKnown) webhooks.tell('authorization_revoked', { host_id, listing_ids })
      return { host_id, listing_ids }
    })

    app.post<ControlByIdRequest>('/hosts/:id/other-software', ({ params, body }) => {
      const host = known(store.hosts.get(params.id), `no host ${params.id}`)
      const { name = null } = readKnown(body, ['name'])
      if (name !== null && typeof name !== 'string') throw new ControlError('name must be a string or null')
      return Object.assign(host, { managedBy: name })
    })

    app.post<ControlByIdRequest>('/listings/:id/calendar', ({ params, body }) => {
      const listing = known(store.listings.get(params.id), `no listing ${params.id}`)
      const mistake = mistakeIn(nightByHand, body)
      if (mistake !== undefined) throw new ControlError(mistake.text)
      const { from, to, ...night } = body as DayRange & NightBody
      if (to < from) throw new ControlError('to must not be before from')
      const days = daysOf({ from, to })
      writeNights(desk.account, listing, { days, sent: night })
      return { id: listing.id, nights: days.length }
    })

    app.post<ControlByIdRequest>('/listings/:id/sync', ({ params, body }) => {
      const listing = known(store.listings.get(params.id), `no listing ${params.id}`)
      const { synchronization_category = null } = readKnown(body, ['synchronization_category'])
      if (synchronization_category !== null && synchronization_category !== 'sync_all') {
        throw new ControlError('synchronization_category must be sync_all or null')
      }
      Object.assign(listing, { synchronization_category })
      const updates = [{ listing_id: listing.id, synchronization_category }]
      const { host_id } = listing
      const action = 'listing_synchronization_settings_updated'
      webhooks.notify(host_id, 'reservations_web_hooks', action, { host_id, updates })
      return listing
    })

    app.post<ControlByIdRequest>('/listings/:id/unlink', ({ params }) => {
      const listing = known(store.listings.get(params.id), `no listing ${params.id}`)
      listing.synchronization_category = null
      const { host_id, id } = listing
      const content = { host_id, listing_ids: [id] }
      webhooks.notify(host_id, 'reservations_web_hooks', 'listings_unlinked', content)
      return listing
    })

    /** Sends any notification with a valid signature: a test, or an unknown one. */
    app.post('/notify', ({ body }) => {
      const { action = 'test_notification', ...content } = readObject(body)
      if (typeof action !== 'string') throw new ControlError('action must be a string')
      const about = action === 'test_notification' ? { listing_id: '0', ...content } : content
      webhooks.tell(action, about)
      return { action, ...about }
    })
  }
}

function readKnown(input: unknown, names: readonly string[]): Record<string, unknown> {
  const body = readObject(input)
  refuseUnknown(body, names)
  return body
}
