import { readOf, readPageOf } from '../../../contract/channel-airbnb.ts'
import { AirbnbThread } from '../../../contract/channel-airbnb-inbox.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { byLastMessage, conversationTotal } from '../../inbox/public.ts'
import { route } from '../../route.ts'
import { AccountIdFilter, selectAccounts } from './accounts.ts'
import { findThread, ThreadParams } from './find-thread.ts'
import { toAirbnbThread } from './thread-map.ts'
import { threads } from '../engine/thread-queries.ts'

const tag = 'Airbnb'

export const airbnbThreadRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/airbnb/messaging',
    id: 'listAirbnbThreads',
    family: 'conversations',
    ofListings: 'narrows',
    tag,
    summary: 'List Airbnb threads',
    description:
      'Threads of the connected hosts, as they were read last, the latest message first. Those about inactive listings are left out.',
    query: listQuery({ account_id: AccountIdFilter }, { defaultLimit: 50 }),
    reply: readPageOf(AirbnbThread),
    errors: ['not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const { connectionIds, dataFreshness } = await selectAccounts(services, scope, query.account_id)
      const page = await listPage(context, {
        defaultLimit: 50,
        ordering: byLastMessage,
        rows: (pageRequest) => threads(services.db, scope, connectionIds, pageRequest),
        total: () => conversationTotal(services.db, scope, { connectionIds }),
        item: toAirbnbThread,
      })
      return { ...page, dataFreshness }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/channels/airbnb/messaging/:threadId',
    id: 'getAirbnbThread',
    family: 'conversations',
    ofListings: 'narrows',
    tag,
    summary: 'Get an Airbnb thread',
    description: 'One thread, in the same shape as in the list.',
    params: ThreadParams,
    reply: readOf(AirbnbThread),
    errors: ['listing_inactive'],
    handle: async ({ services, scope, params }) => {
      const row = await findThread(services, scope, params.threadId)
      const { dataFreshness } = await selectAccounts(services, scope, row.host.id)
      return { data: toAirbnbThread(row), dataFreshness }
    },
  }),
]
