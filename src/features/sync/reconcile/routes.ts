import { Type } from 'typebox'
import { Reconciliation, ReconciliationQueued } from '../../../contract/sync.ts'
import { RouteReply } from '../../../http/route.ts'
import { route } from '../../route.ts'
import { connectionReference, knownConnection } from '../state/known-connection.ts'
import { needsOwner, reauthRequired } from '../../../upstream/errors.ts'
import { wakeConnection } from '../../../upstream/connection-queries.ts'
import { toReconciliation } from './map.ts'
import { proofRows } from './report-queries.ts'
import { wantReconciliation } from '../../../upstream/connections/reading-queries.ts'

const tag = 'Connect'
const params = Type.Object({ id: connectionReference }, { additionalProperties: false })

export const reconciliationRoutes = [
  route({
    method: 'GET',
    url: '/v1/connections/:id/reconciliation',
    id: 'getReconciliation',
    family: 'connections',
    ofListings: 'refused',
    tag,
    summary: 'Get the proof that stays are the provider’s',
    description:
      'All future stays are compared with the provider field by field, at least once a day. What differs is mended the way every change arrives, with its events.',
    params,
    reply: Reconciliation,
    errors: ['not_found'],
    handle: async ({ services, scope, params: { id: reference } }) => {
      const connection = await knownConnection(services, scope, reference)
      const rows = await proofRows(services.db, scope, connection.id)
      return toReconciliation(connection, rows, { everyHours: services.config.reconciliationHours })
    },
  }),

  route({
    method: 'POST',
    url: '/v1/connections/:id/reconciliation',
    id: 'startReconciliation',
    family: 'connections',
    ofListings: 'refused',
    tag,
    summary: 'Compare all future stays now',
    description:
      'It begins as soon as the account is not being read in full otherwise, and after its first import. Asking again before it began changes nothing.',
    params,
    reply: ReconciliationQueued,
    status: 202,
    errors: ['not_found', 'no_connection', 'connection_reauth_required'],
    statuses: { no_connection: 404 },
    handle: async ({ services, scope, params: { id: reference }, fail }) => {
      const { id, provider, status } = await knownConnection(services, scope, reference)
      if (needsOwner(status)) throw reauthRequired(provider)
      const at = services.clock.now()
      const isQueued = await services.db.transaction().execute(async (tx) => {
        await wakeConnection(tx, scope, id, at)
        return wantReconciliation(tx, scope, id, at)
      })
      if (!isQueued) {
        return fail('no_connection', `The account of ${provider} is not connected now.`, {
          provider,
          reconnect: { method: 'POST', path: `/v1/connect/${provider}/credentials` },
        })
      }
      const body = { connection_id: id, queued: true as const, requested_at: at.toISOString() }
      return new RouteReply(body, { status: 202 })
    },
  }),
]
