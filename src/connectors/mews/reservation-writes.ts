import { demandMade, readable } from '../../connector-kit/answers.ts'
import { explainRefusal, requireFreeNights } from '../../connector-kit/refused-dates.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft, ReservationWrites } from '../../connector-kit/write-operations.ts'
import { readAccount, serviceOf } from './account.ts'
import type { Service } from './account.ts'
import { nightsOnSale } from './calendar.ts'
import { bookings, everyRow, tell } from './calls.ts'
import { nameOf, profileFor } from './guest-writes.ts'
import { localTime } from './map.ts'
import { nightsFor, quote } from './quote.ts'
import { hotelNamed, partyOf, soldAs, timesOf } from './sold.ts'
import type { SoldRoomType } from './sold.ts'
import { VendorAdded, VendorReservation } from './vendor.ts'

export const reservationWrites: ReservationWrites = {
  fields: { customPrice: 'optional', notes: true, unit: true, tentative: true, sendConfirmationEmail: true },
  ownSources: ['direct', 'website'],

  async create(context, draft) {
    const sold = await soldAs(context, draft.listingExternalId)
    // The vendor checks overbooking by its own rules, which can allow some.
    await requireFreeNights(context, nightsOnSale, draft)
    const nights =
      draft.totalPrice === undefined ? undefined : await nightsFor(context, sold, draft, draft.totalPrice)
    const { guest } = draft
    const profile = await profileFor(context, guest, sold.service.hotel.chainId)
    const priced = nights === undefined ? {} : { TimeUnitPrices: nights }
    const body = {
      ...hotelNamed(sold.account, sold.service),
      ServiceId: sold.service.id,
      SendConfirmationEmail: draft.sendConfirmationEmail === true,
      CheckOverbooking: true,
      CheckRateApplicability: true,
      Reservations: [{ ...reservationOf(sold, draft, profile.id), ...priced }],
    }
    const answer = await explainRefusal(context, nightsOnSale, draft, () =>
      tell(context, 'reservations/add', body),
    )
    const [added] = readable(VendorAdded, [answer]).flatMap(({ Reservations }) => Reservations)
    const isOther = profile.name !== null && profile.name !== nameOf(guest.firstName, guest.lastName)
    const message = `the hotel has a profile with this email address already, named ${profile.name}`
    return {
      externalId: demandMade(added?.Reservation.Id),
      errors: isOther ? [{ section: 'guest', code: 'duplicate', message }] : [],
    }
  },

  async findMarked(context, { marker, listingExternalId }) {
    const account = await readAccount(context)
    const serviceId = account.categories.get(listingExternalId)?.ServiceId
    const filter = serviceId === undefined ? {} : { ServiceIds: [serviceId] }
    const rows = await everyRow(context, bookings, { ...filter, ChannelNumbers: [marker] })
    const marked = readable(VendorReservation, rows).filter(({ ChannelNumber }) => ChannelNumber === marker)
    return marked.map(({ Id }) => Id)
  },

  modify: {
    dates: true,
    async run(context, { externalId, checkIn, checkOut, adults, children }) {
      const { row, service } = await held(context, externalId)
      const account = await readAccount(context)
      const isMoved = checkIn !== undefined && checkOut !== undefined
      const party = (count: number) =>
        partyOf({ account, service }, { adults: count, children: children ?? 0 }, row.PersonCounts)
      const update = {
        ReservationId: externalId,
        ...(isMoved ? movedTimes(row, service, checkIn, checkOut) : {}),
        ...(adults === undefined ? {} : { PersonCounts: { Value: party(adults) } }),
      }
      const put = () =>
        tell(context, 'reservations/update', {
          ...hotelNamed(account, service),
          ReservationUpdates: [update],
          // Moved nights get new prices; otherwise the agreed price stays.
          Reprice: isMoved,
          CheckOverbooking: true,
          ApplyCancellationFee: false,
          Reason: 'Changed through the API',
        })
      if (!isMoved) await put()
      else {
        const listingExternalId = row.RequestedResourceCategoryId
        const stay = { listingExternalId, checkIn, checkOut, ...ownDates(row, service) }
        await requireFreeNights(context, nightsOnSale, stay)
        await explainRefusal(context, nightsOnSale, stay, put)
      }
      return { externalId, errors: [] }
    },
  },

  async cancel(context, { externalId, reason }) {
    const { service } = await held(context, externalId)
    await tell(context, 'reservations/cancel', {
      ...hotelNamed(await readAccount(context), service),
      ReservationIds: [externalId],
      PostCancellationFee: false,
      SendEmail: false,
      Notes: reason ?? 'Cancelled through the API',
    })
    return { externalId, errors: [] }
  },

  quote,
}

function reservationOf(sold: SoldRoomType, draft: ReservationDraft, customerId: string): object {
  const times = timesOf(sold.service, draft.checkIn, draft.checkOut)
  return {
    Identifier: draft.marker,
    // The number can be filtered by, and is part of the booking from the start.
    ChannelNumber: draft.marker,
    State: draft.status === 'tentative' ? 'Optional' : 'Confirmed',
    ...times,
    // The vendor requires an end for a hold.
    ...(draft.status === 'tentative' ? { ReleasedUtc: times.StartUtc } : {}),
    CustomerId: customerId,
    RequestedCategoryId: draft.listingExternalId,
    RateId: sold.rate.Id,
    PersonCounts: partyOf(sold, draft),
    ...(draft.unitExternalId === undefined ? {} : { AssignedResourceId: draft.unitExternalId }),
    ...(draft.notes === undefined ? {} : { Notes: draft.notes }),
  }
}

async function held(
  context: VendorContext,
  externalId: string,
): Promise<{ row: VendorReservation; service: Service }> {
  const account = await readAccount(context)
  const rows = await everyRow(context, bookings, { ReservationIds: [externalId] })
  if (rows.length === 0) throw new VendorError('not_found', `no reservation ${externalId}`)
  const [row] = readable(VendorReservation, rows)
  const service = row && serviceOf(account, row)
  if (row !== undefined && service !== undefined) return { row, service }
  throw new VendorError('rejected', `reservation ${externalId} is no stay that can be read`)
}

/** Keeps the times of day on the new dates, because they were agreed with the guest. */
function movedTimes(
  { ScheduledStartUtc, ScheduledEndUtc }: VendorReservation,
  service: Service,
  checkIn: string,
  checkOut: string,
): object {
  const { timeZone } = service.hotel
  const usual = timesOf(service, checkIn, checkOut)
  const on = (date: string, utc: string | null | undefined): string | undefined =>
    utc
      ? Temporal.PlainDate.from(date)
          .toZonedDateTime({ timeZone, plainTime: localTime(utc, timeZone).toPlainTime() })
          .toInstant()
          .toString()
      : undefined
  return {
    StartUtc: { Value: on(checkIn, ScheduledStartUtc) ?? usual.StartUtc },
    EndUtc: { Value: on(checkOut, ScheduledEndUtc) ?? usual.EndUtc },
  }
}

function ownDates(
  { ScheduledStartUtc, ScheduledEndUtc, State }: VendorReservation,
  { hotel }: Service,
): { own?: { checkIn: string; checkOut: string } } {
  if (!ScheduledStartUtc || !ScheduledEndUtc || State === 'Canceled') return {}
  const day = (utc: string) => localTime(utc, hotel.timeZone).toPlainDate().toString()
  return { own: { checkIn: day(ScheduledStartUtc), checkOut: day(ScheduledEndUtc) } }
}
