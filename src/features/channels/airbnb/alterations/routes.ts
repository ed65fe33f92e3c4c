import { Type } from 'typebox'
import {
  AirbnbAlteration,
  AirbnbAlterationBody,
  AirbnbAlterations,
} from '../../../../contract/channel-airbnb-alterations.ts'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import { oneOfStrings } from '../../../../contract/fields.ts'
import type { AlterationAnswer } from '../../../../connector-kit/alteration-operations.ts'
import { RouteReply } from '../../../../http/route.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import { assertListingActive } from '../../../../records/listings/active.ts'
import type { Services } from '../../../../services.ts'
import { DryRun } from '../../../../http/params/dry-run.ts'
import { idParams } from '../../../../http/params/path-id.ts'
import { route } from '../../../route.ts'
import { AccountIdFilter, selectAccounts } from '../accounts.ts'
import { asAirbnb, writeErrors } from '../errors.ts'
import { bookingOfCode } from '../reservation-queries.ts'
import { parseAlteration } from './parse-alteration.ts'
import { toAirbnbAlteration } from './map.ts'
import { alteration, alterationRows, type StoredAlteration } from './queries.ts'
import { answerAlteration, requestAlteration } from './write-alteration.ts'

const tag = 'Airbnb'
const url = '/v1/channels/airbnb/alterations'
const params = idParams("alteration, or Airbnb's own of it (`alterationId`)")

const ListQuery = Type.Object(
  {
    type: Type.Optional(
      oneOfStrings(['pending', 'all'], {
        description: '`pending` unless told: those that wait for an answer.',
      }),
    ),
    reservation_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000]*$',
        description: "Only of the booking with this code of Airbnb's.",
      }),
    ),
    account_id: AccountIdFilter,
  },
  { additionalProperties: false },
)

/** Throws `not_found` or `listing_inactive`. */
async function findAlteration(services: Services, scope: Scope, id: string): Promise<StoredAlteration> {
  const { connectionIds } = await selectAccounts(services, scope)
  const row = await alteration(services.db, scope, id, connectionIds)
  if (!row) throw new ApiError('not_found', `No Airbnb alteration ${id} in this workspace.`)
  await assertListingActive(services.db, scope, row.listing_id)
  return row
}

const writes = [...writeErrors, 'invalid_state', 'channel_not_supported', 'pms_writes_off'] as const

const answerRoute = <const A extends AlterationAnswer>(
  answer: A,
  id: string,
  summary: string,
  description: string,
) =>
  route({
    method: 'POST',
    url: `${url}/:id/${answer}`,
    id,
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary,
    description: `${description} Doing it again answers the same.`,
    params,
    query: DryRun,
    reply: AirbnbAlteration,
    errors: answer === 'accept' ? [...writes, 'reservation_not_modified'] : writes,
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const row = await findAlteration(context.services, context.scope, context.params.id)
      return asAirbnb(
        context,
        (answer: AirbnbAlteration) => answer,
        (write) => answerAlteration(write, row, answer, context.query.dry_run === true),
      )
    },
  })

export const airbnbAlterationRoutes = [
  route({
    method: 'GET',
    url,
    id: 'listAirbnbAlterations',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'List requests to change Airbnb bookings',
    description:
      'Changes of bookings that a guest asked the host for, or the host a guest, as they were read last. Those of inactive listings are left out.',
    query: ListQuery,
    reply: AirbnbAlterations,
    errors: ['not_found', 'invalid_type'],
    handle: async ({ services, scope, query }) => {
      const { connectionIds, dataFreshness } = await selectAccounts(services, scope, query.account_id)
      const isPending = (query.type ?? 'pending') === 'pending'
      const request = { connectionIds, isPending, code: query.reservation_code }
      const rows = await alterationRows(services.db, scope, request)
      return { data: rows.map(toAirbnbAlteration), dataFreshness }
    },
  }),

  route({
    method: 'GET',
    url: `${url}/:id`,
    id: 'getAirbnbAlteration',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'Get a request to change an Airbnb booking',
    description: 'One of them by its `id` or its `alterationId`, in the same shape as in the list.',
    params,
    reply: readOf(AirbnbAlteration),
    errors: ['listing_inactive'],
    handle: async ({ services, scope, params: { id } }) => {
      const row = await findAlteration(services, scope, id)
      const { dataFreshness } = await selectAccounts(services, scope, row.host.id)
      return { data: toAirbnbAlteration(row), dataFreshness }
    },
  }),

  route({
    method: 'POST',
    url,
    id: 'requestAirbnbAlteration',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'Ask the guest to change a booking',
    description:
      'Other dates, another number of guests, another price, or another listing of the same account: the booking stays as it is until the guest accepts.',
    query: DryRun,
    body: AirbnbAlterationBody,
    reply: AirbnbAlteration,
    status: 201,
    otherStatus: 200,
    errors: [...writes, 'not_found', 'listing_not_on_airbnb'],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const { services, scope, body, query } = context
      const request = parseAlteration(body)
      const { connectionIds } = await selectAccounts(services, scope)
      const code = body.confirmation_code
      const booking = await bookingOfCode(services.db, scope, { code, connectionIds }, services.clock.now())
      if (!booking)
        throw new ApiError('not_found', 'No Airbnb booking with this code in this workspace.', {
          field: 'confirmation_code',
          value_received: code,
        })
      const dryRun = query.dry_run === true
      const answer = await asAirbnb(
        context,
        (answer: AirbnbAlteration) => answer,
        (write) => requestAlteration(write, booking, request, dryRun),
      )
      return new RouteReply(answer, { status: dryRun ? 200 : 201 })
    },
  }),

  answerRoute(
    'accept',
    'acceptAirbnbAlteration',
    'Accept a change of an Airbnb booking',
    'The booking becomes what the guest asked for, and with it its nights, here and wherever they are sold.',
  ),
  answerRoute(
    'decline',
    'declineAirbnbAlteration',
    'Decline a change of an Airbnb booking',
    'The booking stays as it was.',
  ),
  answerRoute(
    'cancel',
    'cancelAirbnbAlteration',
    'Take back a change that the guest was asked for',
    'Possible until the guest has answered.',
  ),
]
