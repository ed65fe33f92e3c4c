import { anyOf, chooseNights, known, readMessage, requireOrder } from '../kit/asked.ts'
import { addDays, dayStartMs, daysBetween, secondOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { exact, withTwins } from './answers.ts'
import type { Guests } from './guests.ts'
import { answerBy, Inbox, reviewWindow, type Message, type Thread } from './inbox.ts'
import { inventParty, inventReservation, zoned, type Plan } from './invent-reservation.ts'
import { Media } from './media.ts'
import { listingFields, reservationFields, type Listing, type Reservation } from './records.ts'
import { Reviews } from './reviews.ts'
import type { Store } from './store.ts'
import { Timetable } from './timetable.ts'
import { cancelled, waiting } from './vocabulary.ts'
import type { Webhooks } from './webhooks.ts'

const fixed = ['confirmation_code', 'listing_id_str', 'host_id', 'thread_id_str', 'nights'] as const
const wrongOrder = 'end_date must not be before start_date'
const cancellers = ['guest', 'host', 'admin']
/** A guest who cancels later than this many days before arrival pays in full. */
const freeUntilDays = 5
type ReservationFields = Partial<Reservation>

/** Things happen at the channel after it was seeded. */
export class Account extends LivingAccount<Store, Webhooks, Reservation> {
  readonly inbox: Inbox
  readonly media: Media
  readonly reviews: Reviews
  readonly timetable: Timetable

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    super(store, tools, webhooks)
    this.media = new Media(tools.clock, tools.random.fork('media'))
    this.inbox = new Inbox(store, this.media)
    this.reviews = new Reviews(store)
    this.timetable = new Timetable(tools.clock)
  }

  /** Adds a booking without asking anybody, whatever the calendar says. */
  book(input: unknown): Reservation {
    const body = readObject(input)
    const { listing_id_str: listingId, ...rest } = body
    const fields: ReservationFields = readFields(reservationFields, rest, fixed)
    const listing = this.#listingFor(listingId)
    const stay = this.#stayFor(listing, fields)
    const party = inventParty(this.random)
    return this.make({ listing, ...stay, party, status: fields.status_type ?? 'accept' }, fields)
  }

  /** Stores a booking with its thread, and notifies the app. */
  make(plan: Omit<Plan, 'madeAtMs'>, fields: ReservationFields = {}): Reservation {
    return this.admit(this.draft(plan, fields))
  }

  /** Invents a booking that is not stored yet. */
  draft(plan: Omit<Plan, 'madeAtMs'>, fields: ReservationFields = {}): Reservation {
    return { ...inventReservation(this.store, { ...plan, madeAtMs: this.nowMs() }, this.random), ...fields }
  }

  admit(reservation: Reservation, thread?: Thread): Reservation {
    this.enter(reservation, this.nowMs(), thread)
    this.lateGuests.mayHoldBack(reservation, {
      ...{ guest_first_name: null, guest_last_name: null, guest_email: null, guest_phone_numbers: null },
    })
    const isWaiting = waiting.includes(reservation.status_type ?? '')
    this.#tell(reservation, isWaiting ? 'reservation_requested' : undefined)
    return reservation
  }

  /** Stores it without a notification; `thread` is the guest's earlier conversation. */
  enter(reservation: Reservation, madeAtMs: number, thread?: Thread): Reservation {
    const { confirmation_code, host_id, listing_id_str: listing_id } = reservation
    const { guest_id, guest_first_name, guest_preferred_locale } = reservation
    const guest = {
      ...{ id: guest_id ?? '', first_name: guest_first_name ?? '' },
      preferred_locale: guest_preferred_locale ?? 'en',
    }
    const own = thread ?? this.inbox.open({ host_id, listing_id, guest }, madeAtMs)
    own.reservationCode = confirmation_code
    reservation.thread_id_str = own.id
    this.store.hold(reservation)
    if (reservation.status_type === 'pending') {
      this.timetable.at(answerBy(madeAtMs), () => this.#timeOut(reservation))
    }
    this.#planAhead(reservation)
    return reservation
  }

  /** A guest asks for free nights before booking. */
  ask(guests: Guests): Thread {
    const listing = this.#listingFor(undefined)
    const { arrival, departure } = this.#stayFor(listing, {})
    const party = { number_of_adults: 2, number_of_children: 0, number_of_infants: 0 }
    return guests.inquire(listing, { arrival, departure, party })
  }

  change(id: string, input: unknown): Reservation {
    return this.apply(this.reservation(id), readFields(reservationFields, input, fixed))
  }

  cancel(id: string, input: unknown): Reservation {
    const body = readObject(input)
    refuseUnknown(body, ['cancelledBy'])
    const { cancelledBy = 'guest' } = body
    if (typeof cancelledBy !== 'string' || !cancellers.includes(cancelledBy)) {
      throw new ControlError(`cancelledBy must be one of ${cancellers.join(', ')}`)
    }
    const reservation = this.reservation(id)
    if (cancelled.includes(reservation.status_type ?? '')) {
      throw new ControlError(`reservation ${id} is already cancelled`)
    }
    const { start_date, expected_payout_amount_accurate } = reservation
    const isLate = cancelledBy === 'guest' && (start_date ?? '') < addDays(this.today(), freeUntilDays)
    return this.apply(reservation, {
      status_type: `cancelled_by_${cancelledBy}`,
      listing_cancellation_payout_accurate: isLate ? expected_payout_amount_accurate : exact(0),
    })
  }

  remove(id: string): void {
    const reservation = this.reservation(id)
    this.lateGuests.take(reservation)
    this.store.removeReservation(reservation)
    this.inbox.remove(reservation.thread_id_str ?? '')
    this.reviews.remove(reservation.confirmation_code)
  }

  write(input: unknown): Message {
    const request = readMessage(input, this.random)
    const thread = this.#threadFor(request.conversationId, request.reservationId)
    return this.say(thread, request.isIncoming ? thread.guest.id : thread.host_id, {
      message: request.text(),
    })
  }

  /** Adds a message to a thread and notifies the app. */
  say(thread: Thread, user_id: string, input: Pick<Message, 'message'> & Partial<Message>): Message {
    const message = this.inbox.add(thread, { user_id, ...input }, this.nowMs())
    const content = { message: this.inbox.shownMessage(message), thread: this.inbox.shown(thread) }
    this.webhooks.notify(thread.host_id, 'messages_read', 'message_added', content)
    return message
  }

  changeListing(id: string, input: unknown): Listing {
    const listing = known(this.store.listings.get(id), `no listing ${id}`)
    return Object.assign(listing, readFields(listingFields, input, ['id', 'host_id']))
  }

  reservation(id: string): Reservation {
    return known(this.store.reservations.get(id), `no reservation ${id}`)
  }

  apply(reservation: Reservation, fields: ReservationFields): Reservation {
    const before = reservation.status_type
    const start = fields.start_date ?? reservation.start_date
    const end = fields.end_date ?? reservation.end_date
    requireOrder(start, end, wrongOrder)
    Object.assign(
      reservation,
      { updated_at: secondOf(this.nowMs()) },
      this.lateGuests.take(reservation),
      fields,
    )
    if (start && end && (fields.start_date || fields.end_date)) this.#setDays(reservation, start, end)
    if (reservation.status_type === 'accept') reservation.booked_at ??= reservation.updated_at
    if (before !== reservation.status_type) this.store.voidAlterations(reservation)
    this.#tell(
      reservation,
      before === reservation.status_type ? 'reservation_alteration_confirmation' : undefined,
    )
    return reservation
  }

  shown(reservation: Reservation): object {
    return withTwins(reservation)
  }

  /** The channel pays out on the day after arrival. */
  payOut(reservation: Reservation): void {
    const { status_type, expected_payout_amount_accurate: owed } = reservation
    if (status_type !== 'accept' || reservation.total_paid_amount_accurate === owed) return
    const updated_at = secondOf(this.nowMs())
    Object.assign(reservation, { total_paid_amount_accurate: owed, updated_at })
    this.#tell(reservation, 'payout_notification')
  }

  /** Schedules what follows a standing booking; a moved stay schedules it later. */
  #planAhead(reservation: Reservation): void {
    const { start_date, end_date } = reservation
    const { fromMs, untilMs } = reviewWindow(end_date ?? '')
    this.timetable.at(dayStartMs(addDays(start_date ?? '', 1)), () => {
      if (reservation.start_date === start_date) this.payOut(reservation)
    })
    this.timetable.at(fromMs, () => {
      if (reservation.end_date === end_date) this.reviews.open(reservation)
    })
    this.timetable.at(untilMs, () => {
      if (reservation.end_date === end_date) this.reviews.close(reservation.confirmation_code)
    })
  }

  #timeOut(reservation: Reservation): void {
    if (reservation.status_type === 'pending') this.apply(reservation, { status_type: 'timeout' })
  }

  #tell(reservation: Reservation, action = actionFor(reservation.status_type ?? '')): void {
    if (action === undefined) return
    const content = { reservation: this.shown(reservation) }
    this.webhooks.notify(reservation.host_id, 'reservations_web_hooks', action, content)
  }

  #setDays(reservation: Reservation, start: string, end: string): void {
    const zone = this.store.zones.get(reservation.listing_id_str) ?? 'UTC'
    const { booking } = this.store.settingsOf(reservation.listing_id_str)
    reservation.nights = daysBetween(start, end)
    this.#planAhead(reservation)
    reservation.check_in_datetime = zoned(start, Number(booking.check_in_time_start), zone)
    reservation.check_out_datetime = zoned(end, booking.check_out_time, zone)
  }

  #listingFor(id: unknown): Listing {
    const all = [...this.store.listings.values()]
    if (id !== undefined) return known(this.store.listings.get(String(id)), `no listing ${String(id)}`, 400)
    return anyOf(all, this.random, 'there is no listing to book')
  }

  #stayFor(listing: Listing, { start_date, end_date }: ReservationFields) {
    requireOrder(start_date, end_date, wrongOrder)
    const wish = { arrival: start_date, departure: end_date }
    return chooseNights(wish, this.today(), this.random, (from, nights) =>
      firstFreeStay(this.store.staysOf(listing.id), listing.total_inventory_count ?? 1, from, nights),
    )
  }

  #threadFor(conversationId: unknown, reservationId: unknown): Thread {
    const { threads } = this.inbox
    if (conversationId === undefined && reservationId === undefined) {
      return anyOf([...threads.values()], this.random, 'there is nobody to write to')
    }
    const code = this.store.reservations.get(String(reservationId))?.thread_id_str
    const words = `no conversation or reservation ${String(conversationId ?? reservationId)}`
    return known(threads.get(code ?? String(conversationId)), words, 400)
  }
}

/** A denial is not notified, since only the app or the host can deny, and both know. */
function actionFor(status: string): string | undefined {
  if (status === 'accept') return 'reservation_acceptance_confirmation'
  if (status === 'timeout' || status === 'pending_voided') return 'reservation_request_voided'
  return cancelled.includes(status) ? 'reservation_cancellation_confirmation' : undefined
}
