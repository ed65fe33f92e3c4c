/** Routes about the reading of an account: runs, failed records and reconciliations. */
import { Type } from 'typebox'
import { oneOfStrings } from '../../../contract/fields.ts'
import { listOf } from '../../../contract/shared.ts'
import { failureSeverities, runKinds, runStates, SyncFailure, SyncRun } from '../../../contract/sync.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { PathId } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { connectionReference, knownConnection } from '../state/known-connection.ts'
import { reconciliationRoutes } from '../reconcile/routes.ts'
import {
  failureOrdering,
  failureRows,
  failureTotal,
  runOf,
  runOrdering,
  runRows,
  runTotal,
} from '../state/report-queries.ts'
import { toSyncFailure, toSyncRun } from './run-map.ts'
import { fetchEntities } from '../../../records/batch.ts'

const tag = 'Connect'

const ConnectionParams = Type.Object({ id: connectionReference }, { additionalProperties: false })

/** A cursor is valid for one connection's list only. */
const bound = <C extends { routeId: string }>(context: C, id: string): C => ({
  ...context,
  routeId: `${context.routeId} ${id}`,
})

export const syncRoutes = [
  route({
    method: 'GET',
    url: '/v1/connections/:id/runs',
    id: 'listSyncRuns',
    family: 'connections',
    ofListings: 'refused',
    tag,
    summary: 'List what was read from an account',
    description:
      'Newest first. Runs are kept for 30 days; incremental ones that found nothing for one day. The newest of each kind stays.',
    params: ConnectionParams,
    query: listQuery(
      {
        kind: Type.Optional(oneOfStrings(runKinds, { description: 'Only runs of this kind.' })),
        state: Type.Optional(oneOfStrings(runStates, { description: 'Only runs in this state.' })),
      },
      { defaultLimit: 20 },
    ),
    reply: listOf(SyncRun),
    errors: ['not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const { id, provider } = await knownConnection(services, scope, context.params.id)
      const view = { connector: services.connectors[provider], now: services.clock.now() }
      return listPage(bound(context, id), {
        defaultLimit: 20,
        ordering: runOrdering,
        rows: (page) => runRows(services.db, scope, id, query, page),
        total: () => runTotal(services.db, scope, id, query),
        item: (run) => toSyncRun(run, id, view),
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/connections/:id/runs/:runId',
    id: 'getSyncRun',
    family: 'connections',
    ofListings: 'refused',
    tag,
    summary: 'Get a run',
    description: 'One run with what it expected, saw, changed and could not store, kind by kind.',
    params: Type.Object({ id: connectionReference, runId: PathId('run') }, { additionalProperties: false }),
    reply: SyncRun,
    errors: ['not_found'],
    handle: async ({ services, scope, params, fail }) => {
      const { id, provider } = await knownConnection(services, scope, params.id)
      const run = await runOf(services.db, scope, id, params.runId)
      if (!run)
        return fail('not_found', `No run ${params.runId}.`, { field: 'runId', value_received: params.runId })
      return toSyncRun(run, id, { connector: services.connectors[provider], now: services.clock.now() })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/connections/:id/failures',
    id: 'listSyncFailures',
    family: 'connections',
    ofListings: 'refused',
    tag,
    summary: 'List records that were kept aside or stored in part',
    description:
      'Records of the account that could not be read or stored, and records that are stored without a field that could not be read, the last one tried first. One that can be read again disappears from here by itself.',
    params: ConnectionParams,
    query: listQuery(
      {
        entity: Type.Optional(oneOfStrings(fetchEntities, { description: 'Only records of this kind.' })),
        severity: Type.Optional(
          oneOfStrings(failureSeverities, {
            description: '`failure`: only records that are not stored; `warning`: only those stored in part.',
          }),
        ),
      },
      { defaultLimit: 20 },
    ),
    reply: listOf(SyncFailure),
    errors: ['not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const { id } = await knownConnection(services, scope, context.params.id)
      return listPage(bound(context, id), {
        defaultLimit: 20,
        ordering: failureOrdering,
        rows: (page) => failureRows(services.db, scope, id, query, page),
        total: () => failureTotal(services.db, scope, id, query),
        item: (row) => toSyncFailure(row, id),
      })
    },
  }),

  ...reconciliationRoutes,
]
