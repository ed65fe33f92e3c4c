import { anyOf, known, readMessage, requireOrder } from '../kit/asked.ts'
import { daysBetween, stampOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { blankRow, readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { chooseListing, chooseStay, chooseUnit, wrongOrder } from './booking-place.ts'
import { addMessage, openConversation } from './invent-message.ts'
import { inventOwnerStay, inventReservation, withoutDates } from './invent-reservation.ts'
import { listingFields, type Listing } from './listing-record.ts'
import type { Conversation, Message } from './message-record.ts'
import { guestFields, reservationFields, type Reservation } from './reservation-record.ts'
import { firstReservationId } from './seed-reservations.ts'
import { accountId, type Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

const changesOfStay: readonly (keyof Reservation)[] = [
  'arrivalDate',
  'departureDate',
  'numberOfGuests',
  'adults',
  'children',
  'totalPrice',
]

const nobody: Partial<Reservation> = Object.fromEntries(guestFields.map((name) => [name, null]))

/** Things happen in the account after it was seeded; every change moves the times and sends the webhooks. */
export class Account extends LivingAccount<Store, Webhooks, Reservation> {
  book(input: unknown): Reservation {
    const fields = readFields(reservationFields, input, ['id'])
    const listing = chooseListing(this.store, fields.listingMapId, this.random)
    const stay = chooseStay(this.store, listing, fields, this.today(), this.random)
    const channelId = fields.channelId ?? this.random.pick([2018, 2005, 2000, 2002])
    const nowMs = this.nowMs()
    const plan = {
      id: this.store.nextId('reservation', firstReservationId),
      listing,
      unit: chooseUnit(this.store, listing, stay),
      ...stay,
      status: fields.status ?? 'new',
      channelId,
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const invented = (fields.status === 'ownerStay' ? inventOwnerStay : inventReservation)(plan, this.random)
    const dated = fields.isDatesUnspecified === 1 ? withoutDates(invented, this.today()) : invented
    const reservation = { ...dated, ...fields, nights: nightsOf({ ...dated, ...fields }) }
    this.lateGuests.mayHoldBack(reservation, nobody)
    this.store.addReservation(reservation)
    this.webhooks.send('reservation.created', reservation)
    return reservation
  }

  /** A booking through the API has the fields that were sent and nothing invented. */
  make(listing: Listing, fields: Partial<Reservation>): Reservation {
    const nowMs = this.nowMs()
    const stay = { arrival: fields.arrivalDate ?? '', departure: fields.departureDate ?? '' }
    const id = this.store.nextId('reservation', firstReservationId)
    const at = stampOf(nowMs)
    const unit = chooseUnit(this.store, listing, stay)
    const reservation: Reservation = {
      ...blankRow(reservationFields, id),
      listingName: listing.name,
      source: 'hostawayDirect',
      channelName: 'direct',
      reservationId: `${accountId}-${listing.id}-${fields.channelId}-${id}`,
      hostawayReservationId: id,
      isProcessed: 1,
      hasPullError: 0,
      isDatesUnspecified: 0,
      isInstantBooked: 0,
      isPaid: 0,
      isStarred: 0,
      isArchived: 0,
      isPinned: 0,
      nights: daysBetween(stay.arrival, stay.departure),
      currency: listing.currencyCode,
      status: 'new',
      reservationAgreement: 'not_required',
      reservationFees: [],
      customFieldValues: [],
      financeField: [],
      reservationDate: at,
      insertedOn: at,
      updatedOn: at,
      latestActivityOn: at,
      ...fields,
      listingMapId: listing.id,
      reservationUnit: unit === undefined ? [] : [{ id: id * 10, reservationId: id, listingUnitId: unit.id }],
    }
    this.store.addReservation(reservation)
    openConversation(this.store, reservation)
    this.webhooks.send('reservation.created', reservation)
    return reservation
  }

  change(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    // The vendor never moves a booking to another listing.
    const fields = readFields(reservationFields, input, ['id', 'listingMapId', 'hostawayReservationId'])
    const arrival = fields.arrivalDate ?? reservation.arrivalDate
    const departure = fields.departureDate ?? reservation.departureDate
    requireOrder(arrival, departure, wrongOrder)
    const isMoved = arrival !== reservation.arrivalDate || departure !== reservation.departureDate
    const isChanged = changesOfStay.some(
      (name) => fields[name] !== undefined && fields[name] !== reservation[name],
    )
    const previous = isMoved
      ? { previousArrivalDate: reservation.arrivalDate, previousDepartureDate: reservation.departureDate }
      : {}
    const status = isChanged && reservation.status === 'new' ? { status: 'modified' } : {}
    const nights = fields.nights ?? nightsOf({ ...reservation, ...fields })
    return this.apply(reservation, { ...previous, ...status, ...fields, nights })
  }

  cancel(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    const body = readObject(input)
    refuseUnknown(body, ['cancelledBy'])
    const cancelledBy = body.cancelledBy ?? 'guest'
    if (cancelledBy !== 'guest' && cancelledBy !== 'host') {
      throw new ControlError('cancelledBy must be guest or host')
    }
    if (reservation.status === 'cancelled') throw new ControlError(`reservation ${id} is already cancelled`)
    const cancellationDate = this.today()
    Object.assign(reservation, { status: 'cancelled', cancellationDate, cancelledBy })
    this.#touch(reservation)
    return reservation
  }

  /** The vendor has no webhook for a removed booking. */
  remove(id: string): void {
    const reservation = this.reservation(id)
    this.lateGuests.take(reservation)
    this.store.deleteReservation(reservation)
  }

  write(input: unknown): Message {
    const { isIncoming, text, ...about } = readMessage(input, this.random)
    const conversation = this.#conversationFor(about.conversationId, about.reservationId)
    const plan = { body: text(), isIncoming, atMs: this.nowMs() }
    const message = addMessage(this.store, conversation, plan, this.random)
    this.store.changed()
    if (isIncoming) this.webhooks.send('message.received', message)
    return message
  }

  changeListing(id: string, input: unknown): Listing {
    const listing = known(this.store.listings.get(Number(id)), `no listing ${id}`)
    Object.assign(listing, { latestActivityOn: this.#now() }, readFields(listingFields, input, ['id']))
    this.store.changed()
    return listing
  }

  reservation(id: string): Reservation {
    return known(this.store.reservations.get(Number(id)), `no reservation ${id}`)
  }

  apply(reservation: Reservation, fields: Partial<Reservation>): Reservation {
    Object.assign(reservation, this.lateGuests.take(reservation), fields)
    this.#touch(reservation, fields)
    return reservation
  }

  #touch(reservation: Reservation, fields: Partial<Reservation> = {}): void {
    const now = this.#now()
    reservation.updatedOn = fields.updatedOn ?? now
    reservation.latestActivityOn = fields.latestActivityOn ?? now
    this.store.changed()
    this.webhooks.send('reservation.updated', reservation)
  }

  #now(): string {
    return stampOf(this.nowMs())
  }

  #conversationFor(conversationId: unknown, reservationId: unknown): Conversation {
    if (conversationId !== undefined) {
      const conversation = this.store.conversations.get(Number(conversationId))
      return known(conversation, `no conversation ${String(conversationId)}`, 400)
    }
    const reservation =
      reservationId === undefined
        ? this.#anyStay()
        : known(
            this.store.reservations.get(Number(reservationId)),
            `no reservation ${String(reservationId)}`,
            400,
          )
    return this.store.conversationsOf(reservation.id)[0] ?? openConversation(this.store, reservation)
  }

  #anyStay(): Reservation {
    const guests = [...this.store.reservations.values()].filter((stay) => stay.status !== 'ownerStay')
    return anyOf(guests, this.random, 'there is no reservation to write about')
  }
}

function nightsOf({ arrivalDate, departureDate }: Reservation): number | null {
  return arrivalDate === null || departureDate === null ? null : daysBetween(arrivalDate, departureDate)
}
