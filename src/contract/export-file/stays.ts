/** These lines of an export hold guests, and reservations with their history. */
import { Type } from 'typebox'
import {
  knownCurrencyOrNull,
  dateOnlyOrNull,
  flag,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timeOfDayOrNull,
  timestamp,
} from '../fields.ts'
import { pendingReasons, reservationSources, statusDetails } from '../reservation.ts'
import {
  countOrNull,
  createdAt,
  day,
  decimalOrNull,
  externalId,
  externalIdOrNull,
  line,
  momentOrNull,
  part,
  partOrNull,
  parts,
  refersTo,
  refersToOrNull,
  row,
  updatedAt,
  whole,
} from './fields.ts'

const contact = record({
  type: oneOfStrings(['email', 'phone'], { description: 'Kind of contact.' }),
  value: text('The address or number.', { minLength: 1, maxLength: 1000 }),
  isPrimary: flag('The preferred one.'),
  verified: flag('Whether the source verified it.'),
  lastUsedAt: momentOrNull('When it was last used.'),
  createdAt,
})

export const guestLine = line(
  'guest',
  {
    connectionId: refersToOrNull('connection', 'Account that has the guest under an id.'),
    externalId: externalIdOrNull('the guest'),
    firstName: textOrNull('First name.'),
    lastName: textOrNull('Last name.'),
    avatarUrl: textOrNull('Picture.'),
    language: textOrNull('Language.'),
    country: textOrNull('Country.'),
    currency: textOrNull('Currency the guest prefers.'),
    isBlacklisted: flag('Not to be accepted again.'),
    blacklistedReason: textOrNull('Why not.'),
    riskLevel: textOrNull('Risk.'),
    verificationLevel: textOrNull('How far the identity was checked.'),
    isBusinessTraveler: flag('Travels for business.'),
    flags: parts('Marks.'),
    notes: parts('Notes.'),
    createdAt,
    updatedAt,
    contacts: Type.Array(contact, { description: 'Addresses and numbers.' }),
  },
  'A person who booked, or who wrote.',
)

const conflict = record({
  stayId: refersTo('reservation', 'A reservation that stands before in the file.'),
  listingId: refersTo('listing', 'Where.'),
  since: timestamp('When it began.'),
})
const soldNight = record({
  listingId: refersTo('listing', 'The listing.'),
  date: day('The night.'),
  place: whole('Which of the units, from 1 on.', { minimum: 1 }),
})
const nightChange = record({
  listingId: refersTo('listing', 'The listing.'),
  date: day('The night.'),
  stands: flag('Whether the stay holds the night still.'),
  counted: flag('Whether the calendar knows of the stay.'),
})

export const reservationLine = line(
  'reservation',
  {
    listingId: refersTo('listing', 'What is booked.'),
    connectionId: refersToOrNull('connection', 'Account it was read from; null: it was made here.'),
    accountId: refersToOrNull('account', 'The account it is shown under.'),
    externalId: externalIdOrNull('the reservation'),
    guestId: refersToOrNull('guest', 'Who booked.'),
    unitId: refersToOrNull('unit', 'The room it was given.'),
    checkIn: day('First night.'),
    checkOut: day('Day of departure.'),
    checkInTime: timeOfDayOrNull('Agreed arrival, local time.'),
    checkOutTime: timeOfDayOrNull('Agreed departure, local time.'),
    status: oneOfStrings(['confirmed', 'pending', 'cancelled'], {
      description: 'What is over by the calendar alone is still `confirmed`.',
    }),
    statusDetail: nullable(oneOfStrings(statusDetails), { description: 'Why it is cancelled.' }),
    pendingReason: nullable(oneOfStrings(pendingReasons), { description: 'What it waits for.' }),
    respondBy: momentOrNull('Until when a request can be answered.'),
    completesAt: timestamp('From when on the stay is over.'),
    lapsesAt: momentOrNull('When a request gives its nights up by itself.'),
    lapseToldAt: momentOrNull('When that was told.'),
    source: nullable(oneOfStrings(reservationSources), { description: 'Where it was booked.' }),
    confirmationCode: text('Code of the booking on its channel.', { minLength: 1 }),
    bookedAt: momentOrNull('When it was booked.'),
    cancelledAt: momentOrNull('When it was cancelled.'),
    cancelledBy: nullable(oneOfStrings(['guest', 'host', 'platform']), { description: 'Who cancelled.' }),
    cancelReason: textOrNull('Why.'),
    occupancy: partOrNull('How many come.'),
    totalPrice: decimalOrNull('What the guest pays for the stay.'),
    currency: knownCurrencyOrNull('Currency of every amount of it.'),
    paymentStatus: textOrNull('State of the payment.'),
    financials: partOrNull('The price in its parts; amounts as decimal text.'),
    guestDetails: partOrNull('What else the source tells of its guest.'),
    sourceStatus: textOrNull("The source's own word for its state."),
    mergedInto: refersToOrNull(
      'reservation',
      'The reservation that is shown in its place, where two accounts tell of one stay; may stand behind it in the file.',
    ),
    revision: whole('Counts its changes.', { minimum: 1 }),
    createdAt,
    updatedAt,
    conflicts: Type.Array(conflict, { description: 'Reservations that were sold the same night.' }),
    soldNights: Type.Array(soldNight, { description: 'Nights that were sold here.' }),
    nightChanges: Type.Array(nightChange, { description: 'Nights whose calendar was not read since.' }),
  },
  'A booking of any state.',
)

export const changeLine = row(
  'reservation_change',
  'Reservation and revision',
  {
    reservationId: refersTo('reservation', 'What changed.'),
    revision: whole('Its revision since.', { minimum: 1 }),
    change: oneOfStrings(['created', 'updated', 'cancelled', 'deleted'], { description: 'What happened.' }),
    previous: part('What changed, with the values before.'),
    createdAt: timestamp('When.'),
  },
  'A change of a reservation.',
)

export const alterationLine = line(
  'alteration',
  {
    connectionId: refersTo('connection', 'Account it was read from.'),
    externalId: externalId('the alteration'),
    reservationId: refersTo('reservation', 'What is to be changed.'),
    status: oneOfStrings(['pending', 'accepted', 'declined', 'cancelled'], {
      description: 'How far it got.',
    }),
    initiator: nullable(oneOfStrings(['guest', 'host']), { description: 'Who asked.' }),
    original: part('The booking when it was asked for.'),
    checkIn: dateOnlyOrNull('First night asked for.'),
    checkOut: dateOnlyOrNull('Day of departure asked for.'),
    guestCount: countOrNull('Guests asked for.'),
    totalPrice: decimalOrNull('Price asked for.'),
    listingExternalId: textOrNull("The source's id of the listing asked for."),
    sourceStatus: text("The source's own word for its state."),
    requestedAt: momentOrNull('When it was asked for.'),
    respondedAt: momentOrNull('When it was answered.'),
    createdAt,
    updatedAt,
  },
  'A change that one side asked the other for.',
)

export const transactionLine = row(
  'transaction',
  'Connection and id of the line',
  {
    connectionId: refersTo('connection', 'The host.'),
    lineId: text('Id of the line.', { minLength: 1, maxLength: 200 }),
    status: oneOfStrings(['COMPLETED', 'UPCOMING'], { description: 'Whether it was paid.' }),
    kind: text('What the line is.'),
    isPayout: flag('Whether it is a payout, and not a part of one.'),
    date: day('When.'),
    currency: knownCurrencyOrNull('Currency of the amounts.'),
    amount: decimalOrNull('Amount.'),
    grossAmount: decimalOrNull('Before fees.'),
    hostServiceFee: decimalOrNull('Fee of the channel.'),
    cleaningFee: decimalOrNull('Cleaning fee in it.'),
    payoutId: textOrNull('The payout it belongs to.'),
    payoutIdSynthetic: flag('Whether that id was made here.'),
    payoutDate: dateOnlyOrNull('When it was paid.'),
    lineIndex: countOrNull('Place in the payout.'),
    paidOutAmount: decimalOrNull('What was paid; of a payout.'),
    confirmationCode: textOrNull('Code of the booking.'),
    listingName: textOrNull('Name of the listing.'),
    guestName: textOrNull('Name of the guest.'),
    nights: countOrNull('Nights.'),
    reservationStartDate: dateOnlyOrNull('First night.'),
    description: textOrNull('Text of the line.'),
    reference: textOrNull('Reference of the payout.'),
    syncedAt: timestamp('When it was read.'),
  },
  'A line of what a channel paid.',
)
