import { Type } from 'typebox'
import { oneOfStrings } from '../../../contract/fields.ts'
import { requestIdForm, RequestStory } from '../../../contract/request-story.ts'
import { RequestLog, requestLogRanges, statusFamilies } from '../../../contract/request-log.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { wholeWorkspace } from '../../../platform/tenant.ts'
import { route } from '../../route.ts'
import { TextFilter } from '../../../http/params/text-filter.ts'
import { toRequestLogRow } from './map.ts'
import { requestOrdering, requestRows, requestTotal } from './queries.ts'
import { awaitRequestStory } from './request-story.ts'

const tag = 'Usage'
const hour = 3_600_000
const rangeMs: Record<(typeof requestLogRanges)[number], number> = {
  '1h': hour,
  '24h': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
}
const paging = { defaultLimit: 50, maxLimit: 200 }

const familyOf = (family: (typeof statusFamilies)[number] | undefined) =>
  family === undefined ? undefined : Number(family[0])

const namesIn = (list: string | undefined) => list?.split(',').map((name) => name.trim())

export const requestRoutes = [
  route({
    method: 'GET',
    url: '/v1/usage/logs',
    id: 'listUsageLogs',
    family: 'usage',
    account: 'ignored',
    tag,
    summary: 'List requests',
    description:
      'Requests that meant this data space, newest first, whatever they were answered; with `X-Workspace-Id` those that meant that workspace. Lines are written down every second and kept as long as the setting `REQUEST_LOG_DAYS` says.',
    query: listQuery(
      {
        range: Type.Optional(
          oneOfStrings(requestLogRanges, { description: 'How far back. `24h` when left out.' }),
        ),
        operation: TextFilter(1000, 'Only these operations, separated by commas: `listListings,getListing`.'),
        status: Type.Optional(
          oneOfStrings(statusFamilies, { description: 'Only answers of this family of status.' }),
        ),
        q: TextFilter(
          200,
          'Only requests with this text in their request id, path, operation, error code, user agent or address.',
        ),
      },
      paging,
    ),
    reply: RequestLog,
    errors: [],
    overCap: 'allow',
    handle: async (context) => {
      const { services, query } = context
      const { range = '24h' } = query
      const scope = wholeWorkspace(context.scope)
      const filter = {
        since: new Date(services.clock.now().getTime() - rangeMs[range]),
        operations: namesIn(query.operation),
        family: familyOf(query.status),
        text: query.q,
      }
      const page = await listPage(
        { ...context, scope },
        {
          defaultLimit: paging.defaultLimit,
          ordering: requestOrdering,
          rows: (wanted) => requestRows(services.db, scope, filter, wanted),
          total: () => requestTotal(services.db, scope, filter),
          item: toRequestLogRow,
        },
      )
      return { ...page, range }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/requests/:requestId',
    id: 'getRequest',
    family: 'requests',
    account: 'ignored',
    tag,
    summary: 'Get a request',
    description:
      'What one request was, how it stood with its limits, where its time went, and what became of the events it made. `requestId` is the `id` of a line of `GET /v1/usage/logs`, or else an `X-Request-ID`: of several that were sent with it the newest is answered, and `sameRequestId` names the others. It is there once it was answered, through whatever process, and as long as the setting `REQUEST_LOG_DAYS` says.',
    params: Type.Object(
      {
        requestId: Type.String({
          pattern: requestIdForm,
          description: 'Id of the line, or the `X-Request-ID` it was sent with or given.',
        }),
      },
      { additionalProperties: false },
    ),
    reply: RequestStory,
    errors: [],
    handle: async ({ services, scope, params, fail }) => {
      const story = await awaitRequestStory(services, wholeWorkspace(scope), params.requestId)
      return (
        story ??
        fail('not_found', `No request \`${params.requestId}\` of this workspace is in the log.`, undefined, {
          fix: 'A line is there once the request was answered. Requests without a valid key leave none, and those of a process that was killed may be lost.',
        })
      )
    },
  }),
]
