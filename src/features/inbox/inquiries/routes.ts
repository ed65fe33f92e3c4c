import { Type } from 'typebox'
import { sql } from 'kysely'
import { oneOfStrings } from '../../../contract/fields.ts'
import { Inquiry, inquiryStatuses } from '../../../contract/inquiry.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery, type ListOrdering } from '../../../http/list.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { IdFilter } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { toInquiry } from '../../../records/inquiries/map.ts'
import { inquiries, inquiryTotal, conversationListing } from './queries.ts'
import type { InquiryColumns } from '../../../records/inquiries/queries.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/** Checks the conversation filter of the inquiry list: it must exist here, under an active listing. */
const notFound = (field: string, value: string, message: string) =>
  new ApiError('not_found', message, { field, value_received: value.slice(0, 200) })

async function assertConversationOpen(db: Queryable, scope: Scope, id: string): Promise<void> {
  const row = await conversationListing(db, scope, id)
  if (!row) throw notFound('conversation_id', id, `No conversation ${id} in this workspace.`)
  if (row.listing_id) await assertListingActive(db, scope, row.listing_id, 'conversation_id')
}

const newestFirst: ListOrdering<InquiryColumns> = {
  name: 'createdAt',
  direction: 'desc',
  keys: [
    {
      expression: sql`inquiries.created_at`,
      type: 'timestamptz',
      valueOf: (row) => row.created_at.toISOString(),
    },
    { expression: sql`inquiries.id`, type: 'bigint', valueOf: (row) => row.id },
  ],
}

const ListInquiries = listQuery(
  {
    status: Type.Optional(
      oneOfStrings([...inquiryStatuses, 'all'], {
        description: 'By the status the record shows. Default `open`.',
      }),
    ),
    listing_id: IdFilter('Only inquiries about this listing.'),
    conversation_id: IdFilter('Only inquiries of this conversation; combine it with `status=all`.'),
  },
  { defaultLimit: 50 },
)

export const inquiryRoutes = [
  route({
    method: 'GET',
    url: '/v1/inquiries',
    id: 'listInquiries',
    family: 'inquiries',
    ofListings: 'narrows',
    tag: 'Inquiries',
    summary: 'List inquiries',
    description:
      'Questions of guests about a stay, the newest first; one that was not booked in its time shows as `expired`. ' +
      'Those about inactive listings are left out.',
    query: ListInquiries,
    queryAliases: { listingId: 'listing_id', conversationId: 'conversation_id' },
    reply: listOf(Inquiry),
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, query } = context
      const { db } = services
      if (query.listing_id) await assertListingActive(db, scope, query.listing_id)
      if (query.conversation_id) await assertConversationOpen(db, scope, query.conversation_id)
      const { status = 'open', listing_id, conversation_id } = query
      const filters = {
        ...(status === 'all' ? {} : { status }),
        ...(listing_id ? { listing_id } : {}),
        ...(conversation_id ? { conversation_id } : {}),
        now: services.clock.now(),
      }
      return listPage(context, {
        defaultLimit: 50,
        ordering: newestFirst,
        rows: (page) => inquiries(db, scope, filters, page),
        total: () => inquiryTotal(db, scope, filters),
        item: toInquiry,
      })
    },
  }),
]
