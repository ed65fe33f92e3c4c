/** Answers to inquiries: pre-approvals and special offers. */
import { Type } from 'typebox'
import {
  OfferWithdrawn,
  PreApprovalBody,
  PreApprovalWithdrawn,
  PreApproved,
  SpecialOffer,
  SpecialOfferBody,
} from '../../../contract/offer-write.ts'
import { RouteReply } from '../../../http/route.ts'
import { airbnbFailures } from '../../../upstream/account-failures.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { idParams, PathId } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { channelOf, findAnswerableInquiry, notSupportedError, findInquiryThread } from './find-inquiry.ts'
import { readOffer, sendOffer, withdrawSpecialOffer } from './offers.ts'
import { preApprove } from './pre-approve.ts'

const tag = 'Inquiries'
const params = idParams('conversation')
const offerParams = Type.Object(
  { id: PathId('conversation'), offerId: PathId('special offer') },
  { additionalProperties: false },
)

/** Errors of everything a PMS relays. */
const relayed = [
  'listing_inactive',
  'insufficient_access',
  'connection_reauth_required',
  'no_connection',
  'channel_not_supported',
  'inquiry_no_longer_open',
  'pms_rejected',
  'offer_action_failed',
  ...airbnbFailures,
] as const

export const inquiryAnswerRoutes = [
  route({
    method: 'POST',
    url: '/v1/conversations/:id/pre-approval',
    id: 'preApproveInquiry',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'Pre-approve an inquiry',
    description:
      'The guest can then book without asking again. Works at Airbnb, and where the PMS relays it.',
    params,
    query: DryRun,
    body: PreApprovalBody,
    bodyOptional: true,
    reply: PreApproved,
    status: 201,
    otherStatus: 200,
    errors: [
      ...relayed,
      'conversation_already_booked',
      'inquiry_expired',
      'airbnb_link_missing',
      'pms_write_unsupported',
    ],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const dryRun = context.query.dry_run === true
      const done = await preApprove(context, context.params.id, context.body ?? {}, dryRun)
      return new RouteReply(done, { status: dryRun ? 200 : 201 })
    },
  }),

  route({
    method: 'DELETE',
    url: '/v1/conversations/:id/pre-approval',
    id: 'withdrawPreApproval',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'Take back a pre-approval',
    description:
      'No connected PMS can take one back: everything is checked, and `channel_not_supported` answers what is in order.',
    params,
    query: DryRun,
    reply: PreApprovalWithdrawn,
    errors: ['listing_inactive', 'inquiry_no_longer_open', 'channel_not_supported'],
    handle: async ({ services, scope, params: { id }, fail }) => {
      const thread = await findInquiryThread(services, scope, id)
      if (thread.inquiry_status === 'pre_approved') {
        findAnswerableInquiry(thread, 'withdraw')
        throw notSupportedError(thread, 'where a pre-approval stands until it runs out')
      }
      if (thread.inquiry_status === null) throw notSupportedError(thread, 'and holds no inquiry')
      return fail(
        'inquiry_no_longer_open',
        `The inquiry of conversation ${id} is ${thread.inquiry_status}; there is no pre-approval to take back.`,
        channelOf(thread),
      )
    },
  }),

  route({
    method: 'POST',
    url: '/v1/conversations/:id/special-offers',
    id: 'sendSpecialOffer',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'Send a special offer',
    description:
      'Offers the guest of an inquiry other dates or another price. Works at Airbnb; no PMS makes offers so far.',
    params,
    query: DryRun,
    body: SpecialOfferBody,
    reply: SpecialOffer,
    status: 201,
    otherStatus: 200,
    errors: [
      ...relayed,
      'inquiry_expired',
      'airbnb_link_missing',
      'listing_not_on_airbnb',
      'offer_already_sent',
      'offer_price_total_required',
      'offer_price_breakdown_required',
    ],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const dryRun = context.query.dry_run === true
      const done = await sendOffer(context, context.params.id, context.body, dryRun)
      return new RouteReply(done, { status: dryRun ? 200 : 201 })
    },
  }),

  route({
    method: 'POST',
    url: '/v1/conversations/:id/special-offers/preview',
    id: 'previewSpecialOffer',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'See a special offer before it is sent',
    description: 'No connected channel or PMS can show one. A dry run of the offer itself checks as much.',
    params,
    body: SpecialOfferBody,
    reply: SpecialOffer,
    write: false,
    errors: ['listing_inactive', 'preview_not_supported'],
    handle: async ({ services, scope, params: { id }, fail }) =>
      fail('preview_not_supported', undefined, channelOf(await findInquiryThread(services, scope, id))),
  }),

  route({
    method: 'GET',
    url: '/v1/conversations/:id/special-offers/:offerId',
    id: 'getSpecialOffer',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'Get a special offer',
    description:
      'One that was sent through this API. While nobody knows whether it was made, `offer_action_failed` says so.',
    params: offerParams,
    reply: SpecialOffer,
    errors: ['listing_inactive', 'offer_action_failed'],
    handle: ({ services, scope, params: { id, offerId } }) => readOffer(services, scope, id, offerId),
  }),

  route({
    method: 'DELETE',
    url: '/v1/conversations/:id/special-offers/:offerId',
    id: 'withdrawSpecialOffer',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'Take back a special offer',
    description: 'The guest can no longer take the offer. Withdrawing it again answers the same.',
    params: offerParams,
    query: DryRun,
    reply: OfferWithdrawn,
    errors: relayed,
    statuses: { no_connection: 409 },
    handle: (context) =>
      withdrawSpecialOffer(
        context,
        context.params.id,
        context.params.offerId,
        context.query.dry_run === true,
      ),
  }),
]
