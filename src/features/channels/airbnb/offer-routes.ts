import { Type } from 'typebox'
import { AirbnbOffer, AirbnbOfferBody } from '../../../contract/channel-airbnb-offers.ts'
import type { PreApproved } from '../../../contract/offer-write.ts'
import { RouteReply } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { preApprove, readOffer, readOfferLive, sendOffer, withdrawSpecialOffer } from '../../inbox/public.ts'
import { PathId } from '../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { selectAccounts } from './accounts.ts'
import { asAirbnb, readAsAirbnb, writeErrors } from './errors.ts'
import { parseOffer, toAirbnbOffer, toAirbnbPreApproval, toSpecialOfferBody } from './offer-map.ts'
import { listingOfThreadsAccount, threadOfOffer } from './offer-queries.ts'
import { findThread } from './find-thread.ts'

const tag = 'Airbnb'
const offerId = PathId('special offer')
const OfferQuery = Type.Object({ offerId }, { additionalProperties: false })
const WithdrawQuery = Type.Object({ offerId, ...DryRun.properties }, { additionalProperties: false })

/** Throws `not_found` or `listing_inactive`. */
async function findThreadOfOffer(services: Services, scope: Scope, offerId: string): Promise<string> {
  const { connectionIds } = await selectAccounts(services, scope)
  const id = await threadOfOffer(services.db, scope, offerId, connectionIds)
  if (id === undefined)
    throw new ApiError('not_found', `No Airbnb offer ${offerId} in this workspace.`, {
      field: 'offerId',
      value_received: offerId,
    })
  await findThread(services, scope, id)
  return id
}

async function makeOffer(
  context: RouteWriteContext,
  body: AirbnbOfferBody,
  dryRun: boolean,
): Promise<AirbnbOffer> {
  const { services, scope } = context
  const { threadId, blockInstantBooking } = parseOffer(body)
  await findThread(services, scope, threadId)
  if (body.type === 'preapproval') {
    const at = services.clock.now()
    const preApproval = blockInstantBooking ? { blockInstantBooking } : {}
    return asAirbnb(
      context,
      (answer: PreApproved) => toAirbnbPreApproval(answer, at),
      (write) => preApprove(write, threadId, preApproval, dryRun),
    )
  }
  const listingName = body.listing_id ?? ''
  const listingId = await listingOfThreadsAccount(services.db, scope, threadId, listingName)
  if (listingId === undefined)
    throw new ApiError(
      'listing_not_on_airbnb',
      `Airbnb's listing ${listingName.slice(0, 100)} is not known in this account.`,
      {
        field: 'listing_id',
        value_received: listingName,
      },
    )
  const offer = toSpecialOfferBody(body, listingId)
  return asAirbnb(context, toAirbnbOffer, (write) => sendOffer(write, threadId, offer, dryRun))
}

export const airbnbOfferRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/airbnb/offers',
    id: 'getAirbnbOffer',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'Get an Airbnb special offer',
    description:
      'One that was sent through this API, as Airbnb has it at this moment: every request asks there. The stored state is at `GET /v1/conversations/{id}/special-offers/{offerId}`.',
    query: OfferQuery,
    reply: AirbnbOffer,
    errors: [...writeErrors, 'not_found', 'channel_not_supported'],
    statuses: { no_connection: 409 },
    handle: ({ services, scope, query }) =>
      readAsAirbnb(async () => {
        const threadId = await findThreadOfOffer(services, scope, query.offerId)
        return toAirbnbOffer(await readOfferLive(services, scope, threadId, query.offerId))
      }),
  }),

  route({
    method: 'POST',
    url: '/v1/channels/airbnb/offers',
    id: 'makeAirbnbOffer',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'Send an Airbnb special offer, or pre-approve',
    description:
      "Answers an inquiry with other dates, another listing or another price (`offer`), or lets the guest book as asked (`preapproval`). `listing_id` is Airbnb's own id. A new offer takes the place of the one before.",
    query: DryRun,
    body: AirbnbOfferBody,
    reply: AirbnbOffer,
    status: 201,
    otherStatus: 200,
    errors: [
      ...writeErrors,
      'not_found',
      'invalid_type',
      'conversation_already_booked',
      'inquiry_expired',
      'inquiry_no_longer_open',
      'airbnb_link_missing',
      'listing_not_on_airbnb',
      'channel_not_supported',
    ],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const dryRun = context.query.dry_run === true
      return new RouteReply(await makeOffer(context, context.body, dryRun), { status: dryRun ? 200 : 201 })
    },
  }),

  route({
    method: 'DELETE',
    url: '/v1/channels/airbnb/offers',
    id: 'withdrawAirbnbOffer',
    family: 'inquiries',
    ofListings: 'narrows',
    tag,
    summary: 'Take back an Airbnb special offer',
    description: 'The guest can no longer take the offer. Taking it back again answers the same.',
    query: WithdrawQuery,
    reply: AirbnbOffer,
    errors: [...writeErrors, 'not_found', 'inquiry_no_longer_open', 'channel_not_supported'],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const { services, scope, query } = context
      const threadId = await findThreadOfOffer(services, scope, query.offerId)
      const before = await readAsAirbnb(() => readOffer(services, scope, threadId, query.offerId))
      return asAirbnb(
        context,
        (answer: { dryRun?: true }): AirbnbOffer => ({
          ...toAirbnbOffer(before),
          status: 'voided',
          ...(answer.dryRun ? { dryRun: true } : {}),
        }),
        (write) => withdrawSpecialOffer(write, threadId, query.offerId, query.dry_run === true),
      )
    },
  }),
]
