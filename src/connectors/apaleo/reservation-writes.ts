import { demand, demandMade, fieldOf, listIn, readable } from '../../connector-kit/answers.ts'
import { civilDate, daysFrom, addDays } from '../../connector-kit/dates.ts'
import { idText, presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import { explainRefusal } from '../../connector-kit/refused-dates.ts'
import { asSection } from '../../connector-kit/section-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationChange, ReservationWrites } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { everyListRow } from './envelope.ts'
import { quote } from './quote.ts'
import { reservationPath, reservationsPath } from './reservations.ts'
import { agesOf, personOf, reasonsIn, slicesOf, soldAs } from './sold-stay.ts'
import { VendorHeldStay, VendorMarked } from './vendor.ts'

const actionPath = (id: string, action: string) =>
  `/booking/v1/reservation-actions/${encodeURIComponent(id)}/${action}`

/** The plain calls refuse taken nights and broken rules; those with `$force` would not, and are never used. */
export const reservationWrites: ReservationWrites = {
  fields: { ...plainBooking, customPrice: 'optional', notes: true, unit: true },
  ownSources: ['direct', 'website'],

  async create(context, draft) {
    const { planId } = await soldAs(context, draft.listingExternalId)
    const person = personOf(draft.guest)
    const reservation = {
      arrival: draft.checkIn,
      departure: draft.checkOut,
      adults: draft.adults,
      ...(draft.children === 0 ? {} : { childrenAges: agesOf(draft.children) }),
      channelCode: draft.platform === 'website' ? 'Ibe' : 'Direct',
      primaryGuest: person,
      externalCode: draft.marker,
      ...(draft.notes === undefined ? {} : { comment: draft.notes }),
      timeSlices: slicesOf(draft, planId),
    }
    const answer = await explainRefusal(context, calendar, draft, () =>
      context.http.post('/booking/v1/bookings', {
        body: { booker: person, reservations: [reservation] },
        idempotencyKey: draft.marker,
      }),
    )
    const [reservationId] = listIn(answer, 'reservationIds')
    const externalId = demandMade(idText(presentText(fieldOf(reservationId, 'id'))))
    const { unitExternalId } = draft
    const errors =
      unitExternalId === undefined
        ? []
        : await asSection('unitId', () =>
            context.http.put(actionPath(externalId, `assign-unit/${encodeURIComponent(unitExternalId)}`)),
          )
    return { externalId, errors }
  },

  /** The filter also finds codes that begin with the marker. */
  async findMarked({ http }, { marker }) {
    const list = { path: reservationsPath, name: 'reservations', query: { externalCode: marker } }
    return readable(VendorMarked, await everyListRow(http, list)).flatMap(({ id, externalCode }) =>
      presentText(externalCode) === marker ? [String(id)] : [],
    )
  },

  modify: {
    dates: true,
    async run(context, change) {
      const stay = await heldStay(context, change.externalId)
      const dates = datesIn(stay)
      const isMoved = change.checkIn !== undefined && change.checkOut !== undefined
      const { checkIn, checkOut } = isMoved
        ? { checkIn: change.checkIn ?? '', checkOut: change.checkOut ?? '' }
        : dates
      requireAllowed(stay, [
        'AmendTimeSlices',
        ...(checkIn === dates.checkIn ? [] : ['AmendArrival']),
        ...(checkOut === dates.checkOut ? [] : ['AmendDeparture']),
      ])
      const body = amendmentOf(stay, change, { checkIn, checkOut })
      const own = stay.status === 'Canceled' ? {} : { own: dates }
      const search = { listingExternalId: String(stay.unitGroup.id), checkIn, checkOut, ...own }
      await explainRefusal(context, calendar, search, () =>
        context.http.put(actionPath(change.externalId, 'amend'), { body }),
      )
      return { externalId: change.externalId, errors: [] }
    },
  },

  async cancel(context, { externalId }) {
    const stay = await heldStay(context, externalId)
    if (stay.status !== 'Canceled') {
      requireAllowed(stay, ['Cancel'])
      await context.http.put(actionPath(externalId, 'cancel'))
    }
    return { externalId, errors: [] }
  },

  quote,
}

async function heldStay({ http }: VendorContext, externalId: string): Promise<VendorHeldStay> {
  const answer = await http.get(reservationPath(externalId), { query: { expand: 'timeSlices,actions' } })
  return demand(VendorHeldStay, answer, `reservation ${externalId}`)
}

/** The vendor says of each action if it is allowed now, and why not. */
function requireAllowed({ actions }: VendorHeldStay, names: readonly string[]): void {
  const refused = (actions ?? []).filter(
    ({ action, isAllowed }) => isAllowed === false && names.includes(action ?? ''),
  )
  const [first] = refused
  if (first === undefined) return
  const words = refused.flatMap(({ reasons }) => reasonsIn(reasons)).join(' ')
  throw new VendorError('rejected', words || `Apaleo does not allow ${first.action} now`)
}

interface StayNights {
  checkIn: string
  checkOut: string
}

function datesIn({ arrival, departure }: VendorHeldStay): StayNights {
  const [checkIn, checkOut] = [civilDate(arrival), civilDate(departure)]
  if (checkIn === null || checkOut === null) throw new VendorError('malformed', 'a stay without dates')
  return { checkIn, checkOut }
}

/**
 * An amendment names the whole stay. Each night keeps its rate plan and its agreed price, and a new night is priced by
 * the plan of the stay. Live accounts want the party in every night too.
 */
function amendmentOf(
  stay: VendorHeldStay,
  { adults, children }: ReservationChange,
  { checkIn, checkOut }: StayNights,
): object {
  const dates = datesIn(stay)
  const ages = stay.childrenAges ?? []
  const party = {
    adults: adults ?? wholeNumber(stay.adults) ?? 1,
    childrenAges: adults === undefined ? ages : agesOf(children ?? 0, ages),
  }
  const slices = new Map((stay.timeSlices ?? []).map((slice) => [civilDate(slice.from), slice]))
  const timeSlices = daysFrom(checkIn, addDays(checkOut, -1)).map((night) => {
    const { ratePlan = stay.ratePlan, totalGrossAmount } = slices.get(night) ?? {}
    const ratePlanId = presentText(ratePlan?.id)
    if (ratePlanId === null) throw new VendorError('rejected', 'a stay whose rate plan cannot be read')
    const isPriced = typeof totalGrossAmount?.amount === 'number'
    return { ratePlanId, ...party, ...(isPriced ? { totalGrossAmount } : {}) }
  })
  return {
    // The agreed time of day stays with a date that stays.
    arrival: checkIn === dates.checkIn ? stay.arrival : checkIn,
    departure: checkOut === dates.checkOut ? stay.departure : checkOut,
    ...party,
    requote: false,
    timeSlices,
  }
}
