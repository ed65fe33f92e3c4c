/** The draft for a PMS, and checks that need no call. */
import type { Connector } from '../../../connector-kit/connector.ts'
import type { QuoteRequest, ReservationDraft } from '../../../connector-kit/write-operations.ts'
import type { ReservationCreateBody } from '../../../contract/reservation-write.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { NativeListing } from '../queries.ts'
import { unsupported } from '../../../upstream/errors.ts'
import { assertPayable } from '../../../records/payable-amount.ts'
import { writesOf } from './pms-checks.ts'
import { assertParty, assertStay } from '../rules.ts'
import { refuseFields } from '../unsupported.ts'

const neverInPms = ['checkInTime', 'checkOutTime', 'currency', 'guestId']

/** Throws for fields that the PMS's connector cannot send. */
export function checkPmsDraft(
  body: ReservationCreateBody,
  connector: Connector,
  { currency }: Pick<NativeListing, 'currency'>,
): void {
  const provider = connector.manifest.id
  const { fields } = writesOf(connector)
  const refused = [
    ...neverInPms,
    ...(fields.customPrice === 'no' ? ['totalPrice'] : []),
    ...(fields.notes ? [] : ['notes']),
    ...(fields.unit ? [] : ['unitId']),
    ...(fields.sendConfirmationEmail ? [] : ['sendConfirmationEmail']),
  ]
  refuseFields(body, refused, `${provider}, which keeps this listing, has no such field.`, { provider })
  if (body.platform === 'owner') throw unsupported(provider, 'book a stay of the owner', ['platform'])
  if (body.status === 'tentative' && !fields.tentative)
    throw unsupported(provider, 'hold a tentative booking', ['status'])
  assertStay(body)
  assertParty(body)
  const { totalPrice } = body
  if (totalPrice !== undefined) assertPayable('totalPrice', decimalOf(totalPrice), currency, totalPrice)
  if (fields.customPrice === 'required' && body.totalPrice === undefined) {
    throw new ApiError(
      'invalid_body',
      `\`totalPrice\` is required: ${provider} does not price stays itself.`,
      {
        field: 'totalPrice',
      },
    )
  }
}

/** The guests, for a PMS that wants adults and children. */
function partyFor(body: Pick<ReservationCreateBody, 'adults' | 'children' | 'guestCount'>) {
  const children = body.children ?? 0
  return { adults: body.adults ?? Math.max(1, (body.guestCount ?? 1) - children), children }
}

/** The question for the price of a stay. */
export const quoteRequestOf = (
  { keeper, currency }: Pick<NativeListing, 'keeper' | 'currency'>,
  body: Pick<ReservationCreateBody, 'checkIn' | 'checkOut' | 'adults' | 'children' | 'guestCount'>,
  unitExternalId: string | undefined,
): QuoteRequest => ({
  listingExternalId: keeper.externalId,
  ...(unitExternalId === undefined ? {} : { unitExternalId }),
  checkIn: body.checkIn,
  checkOut: body.checkOut,
  ...partyFor(body),
  currency,
})

/** JSON numbers as decimals; no price has fractions of a cent. */
export function decimalOf(amount: number): string {
  const text = String(amount)
  return /^\d+(\.\d{1,6})?$/.test(text) ? text : amount.toFixed(2)
}

export function draftOf(
  body: ReservationCreateBody,
  listing: Pick<NativeListing, 'keeper' | 'currency'>,
  { marker, unitExternalId }: { marker: string; unitExternalId: string | undefined },
): ReservationDraft {
  const { firstName, lastName, email, phone } = body.guest
  return {
    listingExternalId: listing.keeper.externalId,
    ...(unitExternalId === undefined ? {} : { unitExternalId }),
    checkIn: body.checkIn,
    checkOut: body.checkOut,
    status: body.status ?? 'confirmed',
    platform: body.platform === 'website' ? 'website' : 'direct',
    guest: {
      firstName,
      ...(lastName === undefined ? {} : { lastName }),
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
    },
    ...partyFor(body),
    ...(body.totalPrice === undefined ? {} : { totalPrice: decimalOf(body.totalPrice) }),
    currency: listing.currency,
    ...(body.notes === undefined ? {} : { notes: body.notes }),
    ...(body.sendConfirmationEmail === undefined
      ? {}
      : { sendConfirmationEmail: body.sendConfirmationEmail }),
    marker,
  }
}
