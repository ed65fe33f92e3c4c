import { sellerIds } from '../../../../connector-kit/capabilities.ts'
import {
  AirbnbListingActionBody,
  AirbnbListingActionDone,
  PublishBody,
  Published,
} from '../../../../contract/channel-content/publishing.ts'
import { PublishStatus } from '../../../../contract/publish-status.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { DryRun } from '../../../../http/params/dry-run.ts'
import { idParams } from '../../../../http/params/path-id.ts'
import { route } from '../../../route.ts'
import { changeErrors, tag } from '../content/section-route.ts'
import { actOnListing, publishListing } from './act-on-listing.ts'
import { assertLinkNamed } from './find-named-link.ts'
import { planPublication } from './plan-publication.ts'
import { publishableListing } from './queries.ts'
import { addressOf, channelRowsOf } from './status-queries.ts'
import { toPublishedConnection, toPushedChannel, toReadiness } from './publish-status.ts'

const errors = [...changeErrors, 'invalid_state', 'validation_error'] as const

export const airbnbPublishingRoutes = [
  route({
    method: 'POST',
    url: '/v1/channels/airbnb/listings/:id',
    id: 'actOnAirbnbListing',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Send, open or close an Airbnb listing, or switch it off here',
    description:
      '`push` sends texts, details, amenities, policies, prices of stays, tasks at departure, rooms and photos as they are known here, section by section; what Airbnb refuses or locks is named, and the rest stands. Rooms are added and get their beds, photos are added, twenty with each push; none is taken away. Tasks at departure need `AIRBNB_UNVERIFIED_CALLS`. `publish` opens the listing to guests afterwards, if nothing was refused. `unlist` and `relist` need `airbnbConnectionId` and are read back; `unlist` needs `AIRBNB_UNVERIFIED_CALLS`. A listing is not opened while nights that are sold here are open there. `delete` switches the listing off here; nothing happens on Airbnb, and what is sold there stays closed. `push` and `publish` with `hostId` of a host who does not have the listing yet make an Airbnb listing of it first. A listing that Airbnb keeps has nothing to send, and beside a PMS nothing is sent.',
    params: idParams('listing'),
    query: DryRun,
    body: AirbnbListingActionBody,
    reply: AirbnbListingActionDone,
    errors: [...errors, 'invalid_action', 'listing_inactive'],
    handle: (context) =>
      actOnListing(context, context.body, {
        listingId: context.params.id,
        dryRun: context.query.dry_run === true,
      }),
  }),

  route({
    method: 'POST',
    url: '/v1/listings/:id/publish/airbnb',
    id: 'publishListingToAirbnb',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'Publish a listing on Airbnb',
    description:
      'The same as `publish` of `POST /v1/channels/airbnb/listings/{id}`: what is known here is sent, and the listing opened to guests if nothing was refused. A part can be there and another not; nothing is taken back. With `hostId` of a host who does not have the listing yet an Airbnb listing is made of it first, once, however often it is asked for, and linked; that needs `AIRBNB_UNVERIFIED_CALLS`, an address and a name of eight signs.',
    params: idParams('listing'),
    query: DryRun,
    body: PublishBody,
    reply: Published,
    errors,
    listing: 'params.id',
    handle: async (context) => {
      const { params, body, query } = context
      const dryRun = query.dry_run === true
      await assertLinkNamed(context, params.id, body)
      return publishListing(context, body, { listingId: params.id, dryRun, opens: true }, (result) => ({
        ...{ listingId: params.id, channel: 'airbnb' as const, result },
        ...(dryRun ? { dryRun: true as const } : {}),
      }))
    },
  }),

  route({
    method: 'GET',
    url: '/v1/listings/:id/publish-status',
    id: 'getListingPublishStatus',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'See how far a listing got on its channels',
    description:
      'What was sent to each channel listing and when, what changed here since, whether the channel shows something else by now, and whether guests find it. Read from what is kept here, so it can be asked for as often as it is wanted; more than once in half a minute tells nothing new.',
    params: idParams('listing'),
    reply: PublishStatus,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params }) => {
      const { db, clock, connectors } = services
      const [listing, address, rows] = await Promise.all([
        publishableListing(db, scope, params.id),
        addressOf(db, scope, params.id),
        channelRowsOf(db, scope, params.id, sellerIds(connectors)),
      ])
      if (!listing || !address) throw new ApiError('not_found')
      const known = { listing, plan: planPublication(listing) }
      const [now, readiness] = [clock.now(), toReadiness(address)]
      return {
        listingId: params.id,
        addressReadiness: { airbnb: readiness, booking: readiness },
        channels: rows.flatMap((row) => toPushedChannel(row, known, now) ?? []),
        connections: rows.map(toPublishedConnection),
      }
    },
  }),
]
