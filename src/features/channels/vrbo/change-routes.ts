/** Host actions on Vrbo bookings. Booking requests are answered in the Vrbo account: its API has no call for that. */
import { assertPayable } from '../../../records/payable-amount.ts'
import {
  VrboCancelBody,
  VrboChangeBody,
  VrboChanged,
  VrboExecuteBody,
  VrboPreview,
  VrboRefundBody,
  VrboRefunded,
} from '../../../contract/channel-vrbo-changes.ts'
import { ReservationCancelled } from '../../../contract/reservation-write.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { scaled } from '../../../platform/decimal.ts'
import {
  cancelForChannel,
  executeChange,
  isBegun,
  previewChange,
  refundBooking,
  type BookedStay,
  type HostChangeRequest,
} from '../../bookings/public.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { invalidField } from '../engine/invalid-body.ts'
import { verifyChange, signChange, type ShownChange } from './change-token.ts'
import { asVrbo, readAsVrbo, writeErrors } from './errors.ts'

const tag = 'Vrbo'
const params = idParams('reservation')
const of = '/v1/channels/vrbo/reservations/:id'
/** Validity of a preview where Vrbo does not give one. */
const usualMs = 3_600_000

/** Throws `invalid_body` for dates that form no stay. */
function parseChange({ checkIn, checkOut, guests }: VrboChangeBody): HostChangeRequest {
  if ((checkIn === undefined) !== (checkOut === undefined))
    throw invalidField(
      checkIn === undefined ? 'checkIn' : 'checkOut',
      '`checkIn` and `checkOut` go together.',
    )
  if (checkIn !== undefined && checkOut !== undefined && checkIn >= checkOut)
    throw invalidField('checkOut', 'The day of departure must lie after the first night.', checkOut)
  return {
    ...(checkIn === undefined || checkOut === undefined ? {} : { checkIn, checkOut }),
    ...(guests === undefined
      ? {}
      : {
          guests: { adults: guests.adults, children: guests.children ?? 0, pets: guests.pets ?? 0 },
        }),
  }
}

/** Throws for a change not previewed for this booking, or too long ago. One already begun can always be looked up. */
async function findShownChange(context: RouteWriteContext, id: string, token: string): Promise<ShownChange> {
  const { services, scope, idempotencyKey } = context
  const change = verifyChange(services.vault, scope, token)
  if (change === null || change.reservationId !== id)
    throw invalidField('previewToken', 'This change was not shown for this reservation: ask for a preview.')
  const isOver = Date.parse(change.expiresAt) <= services.clock.now().getTime()
  if (isOver && !(await isBegun(services.db, scope, idempotencyKey)))
    throw new ApiError(
      'invalid_state',
      `What was shown held until ${change.expiresAt}.`,
      { currentStatus: 'expired' },
      { fix: 'Ask for a preview again, and make the change that it shows.' },
    )
  return change
}

const toVrboChanged = (stay: BookedStay): VrboChanged => ({
  id: stay.id,
  confirmationCode: stay.confirmation_code,
  listingId: stay.listing_id,
  status: stay.shown_status,
  checkIn: stay.check_in,
  checkOut: stay.check_out,
  updatedAt: stay.updated_at.toISOString(),
})

const datesOf = ({ checkIn, checkOut }: HostChangeRequest) =>
  checkIn === undefined || checkOut === undefined ? {} : { checkIn, checkOut }

function assertAmount({ amount, currency }: VrboRefundBody): void {
  if (!/[1-9]/.test(amount)) throw invalidField('amount', 'Nothing is to be given back.', amount)
  assertPayable('amount', amount, currency)
}

export const vrboChangeRoutes = [
  route({
    method: 'POST',
    url: `${of}/change/preview`,
    id: 'previewVrboChange',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'Show what a change of a Vrbo booking would cost',
    description:
      'Other dates, another party, or both, as Vrbo prices them. Nothing is changed; the change is made with the `previewToken` until `expiresAt`.',
    params,
    body: VrboChangeBody,
    reply: VrboPreview,
    write: false,
    errors: [...writeErrors, 'reservation_not_modified'],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const {
        services,
        scope,
        params: { id },
        body,
      } = context
      const wish = parseChange(body)
      const { stay, preview } = await readAsVrbo(() => previewChange(context, id, wish))
      const { token, difference, currency, totalBefore, totalAfter } = preview
      const later = new Date(services.clock.now().getTime() + usualMs).toISOString()
      const expiresAt = preview.expiresAt ?? later
      return {
        reservationId: stay.id,
        confirmationCode: stay.confirmation_code,
        previewToken: signChange(services.vault, scope, { reservationId: id, token, wish, expiresAt }),
        expiresAt,
        currency,
        totalBefore: scaled(totalBefore, 2),
        totalAfter: scaled(totalAfter, 2),
        difference: {
          total: scaled(difference.total, 2),
          rent: scaled(difference.rent, 2),
          fees: scaled(difference.fees, 2),
          taxes: scaled(difference.taxes, 2),
        },
      }
    },
  }),

  route({
    method: 'POST',
    url: `${of}/change`,
    id: 'changeVrboReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'Change a Vrbo booking as it was shown',
    description:
      'Makes the change of a preview at Vrbo, and with it here: its dates, nights, price and party. Vrbo takes a preview once.',
    params,
    query: DryRun,
    body: VrboExecuteBody,
    reply: VrboChanged,
    errors: [...writeErrors, 'reservation_not_modified'],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const {
        params: { id },
        query,
        body,
      } = context
      const dryRun = query.dry_run === true
      const toReply = async () => {
        const { token, wish } = await findShownChange(context, id, body.previewToken)
        const { description, paymentDueDate: paymentDue } = body
        return { token, wish, description, ...(paymentDue === undefined ? {} : { paymentDue }) }
      }
      return asVrbo(
        context,
        (answer: VrboChanged) => answer,
        (write) =>
          executeChange(write, id, toReply, dryRun, (stay, { wish }) => ({
            ...toVrboChanged(stay),
            ...(dryRun ? { ...datesOf(wish), dryRun: true as const } : {}),
          })),
      )
    },
  }),

  route({
    method: 'POST',
    url: `${of}/cancel`,
    id: 'cancelVrboReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'Cancel a Vrbo booking in the name of the host',
    description:
      'At Vrbo, by one of its reasons, and here. What is cancelled already stays so, and the answer says it.',
    params,
    query: DryRun,
    body: VrboCancelBody,
    reply: ReservationCancelled,
    errors: writeErrors,
    statuses: { no_connection: 409 },
    handle: (context) => {
      const {
        params: { id },
        query,
        body: { reason, guestReason },
      } = context
      if (guestReason !== undefined && reason !== 'guest_requested_cancel')
        throw invalidField(
          'guestReason',
          '`guestReason` goes with `guest_requested_cancel` alone.',
          guestReason,
        )
      const reasons = {
        channel: 'vrbo',
        reason,
        ...(guestReason === undefined ? {} : { detail: guestReason }),
      }
      return asVrbo(
        context,
        (answer: ReservationCancelled) => answer,
        (write) => cancelForChannel(write, id, reasons, query.dry_run === true),
      )
    },
  }),

  route({
    method: 'POST',
    url: `${of}/refund`,
    id: 'refundVrboReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'Give money of a Vrbo booking back',
    description:
      'An amount in the currency of the booking, up to what was paid. Where Vrbo does not say what became of it, it is never asked for twice under one `Idempotency-Key`: Vrbo shows no refunds, so look there.',
    params,
    query: DryRun,
    body: VrboRefundBody,
    reply: VrboRefunded,
    errors: writeErrors,
    statuses: { no_connection: 409 },
    handle: (context) => {
      const {
        services,
        params: { id },
        query,
        body,
      } = context
      assertAmount(body)
      const dryRun = query.dry_run === true
      const { amount, currency } = body
      return asVrbo(
        context,
        (answer: VrboRefunded) => answer,
        (write) =>
          refundBooking(write, id, body, dryRun, (stay) => ({
            ...{ id: stay.id, confirmationCode: stay.confirmation_code, currency },
            refunded: scaled(amount, 2),
            refundedAt: dryRun ? null : services.clock.now().toISOString(),
            ...(dryRun ? { dryRun: true as const } : {}),
          })),
      )
    },
  }),
]
