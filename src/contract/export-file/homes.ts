/** These lines of an export hold accounts, listings with their units, and nights. */
import { Type } from 'typebox'
import { flag, flagOrNull, nullable, oneOfStrings, record, text, textOrNull, timestamp } from '../fields.ts'
import { knownCurrencyOrNull } from '../fields.ts'
import { migrationScope } from '../connect-request.ts'
import { inactiveReasons } from '../listing.ts'
import { sellerNames } from '../shared.ts'
import {
  count,
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
  wholeOrNull,
} from './fields.ts'

export const connectionLine = line(
  'connection',
  {
    provider: text('Channel or PMS.', { examples: ['hostaway'] }),
    externalAccountId: text("The provider's id of the account.", { minLength: 1, maxLength: 200 }),
    accountName: textOrNull('Name of the account.'),
    createdAt,
    connectedAt: timestamp('When it was connected last.'),
    importScope: nullable(Type.Array(oneOfStrings(migrationScope, { description: 'A kind.' })), {
      description: '`scope` of the session: what of the account is taken over; null: everything.',
    }),
  },
  'An account that records came from, without its credentials: taken in as disconnected.',
)

export const accountLine = line(
  'account',
  {
    connectionId: refersTo('connection', 'The connection that reaches it.'),
    provider: text('Channel or PMS.'),
    externalAccountId: text("The provider's id of the account.", { minLength: 1, maxLength: 200 }),
    name: textOrNull('Its name.'),
    pictureUrl: textOrNull('Its picture.'),
    createdAt,
  },
  'The account that records name as theirs; a connection can reach several.',
)

const link = record({
  connectionId: refersTo('connection', 'The account.'),
  externalId: externalId('the listing'),
  unitName: textOrNull('The unit that is meant, where the source sells single units.'),
  createdAt,
})

const channel = record({
  platform: oneOfStrings(sellerNames, { description: 'The channel.' }),
  externalId: externalId('the listing'),
  hotelId: textOrNull('The hotel, on booking.'),
  active: flag('Published and bookable there.'),
  syncEnabled: flag('Whether changes are sent to it.'),
  syncCategory: textOrNull('How far the channel lets it be managed from outside.'),
  markupPercent: decimalOrNull('35 means plus 35 percent.'),
  markupSetHere: flag('Whether the markup was set here.'),
  createdAt,
  updatedAt,
})

const listingText = record({
  locale: text('Language, with or without a region.', { pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
  content: part('The texts in it.'),
  updatedAt,
})

export const listingLine = line(
  'listing',
  {
    connectionId: refersToOrNull('connection', 'Account that keeps it; null: it was made here.'),
    accountId: refersToOrNull('account', 'The account it is shown under.'),
    externalId: externalIdOrNull('the listing'),
    model: oneOfStrings(['home', 'hotel'], { description: '`hotel`: a room type, its rooms are units.' }),
    name: text("The host's own name.", { minLength: 1 }),
    publicName: textOrNull('The title guests see.'),
    street: textOrNull('Street and number.'),
    city: textOrNull('City.'),
    state: textOrNull('State or region.'),
    postalCode: textOrNull('Postal code.'),
    countryCode: textOrNull('Country, ISO 3166-1.'),
    latitude: nullable(Type.String({ pattern: '^-?[0-9]{1,2}(\\.[0-9]{1,6})?$', exact: true }), {
      description: 'Degrees north.',
    }),
    longitude: nullable(Type.String({ pattern: '^-?[0-9]{1,3}(\\.[0-9]{1,6})?$', exact: true }), {
      description: 'Degrees east.',
    }),
    timeZone: textOrNull('IANA name.'),
    currency: knownCurrencyOrNull('Currency of its prices.'),
    active: flag('Open to the API.'),
    inactiveReason: nullable(oneOfStrings(inactiveReasons), { description: 'Why it is not.' }),
    lifecycleStatus: textOrNull('Where it is in its life.'),
    archivedAt: momentOrNull('Since when its source no longer has it.'),
    thumbnailUrl: textOrNull('Small picture.'),
    defaultNightlyPrice: decimalOrNull('Price of a night that has none of its own.'),
    minNights: countOrNull('Shortest stay.'),
    maxNights: countOrNull('Longest stay.'),
    unitCount: count('Homes or rooms sold under it.'),
    content: partOrNull('Guest-facing texts, in English.'),
    details: partOrNull('Facts about the home.'),
    amenities: parts('What it has, and what it is known not to have.'),
    photos: parts('Pictures by their addresses; the files themselves are not in the export.'),
    rooms: parts('Rooms of a home.'),
    checkoutTasks: parts('What guests do before they leave.'),
    pricing: part('Fees and discounts.'),
    policies: part('Rules of a stay.'),
    ownValues: part('What was set here in place of what the source says.'),
    revision: whole('Counts its changes.', { minimum: 1 }),
    createdAt,
    updatedAt,
    links: Type.Array(link, { description: 'What accounts call it.' }),
    channels: Type.Array(channel, { description: 'Where it is published.' }),
    texts: Type.Array(listingText, { description: 'Guest-facing texts in other languages.' }),
  },
  'A home or a room type.',
)

export const unitLine = line(
  'unit',
  {
    connectionId: refersToOrNull('connection', 'Account it was read from.'),
    externalId: externalIdOrNull('the unit'),
    parentId: refersToOrNull('unit', 'The unit it is a part of; may stand behind it in the file.'),
    name: text('Name or number of the room.', { minLength: 1 }),
    active: flag('In use.'),
    housekeepingStatus: textOrNull("State of the room, in the source's words."),
    floor: textOrNull('Floor, as the source writes it.'),
    source: textOrNull('The PMS it comes from.'),
    createdAt,
    updatedAt,
    listings: Type.Array(record({ listingId: refersTo('listing', 'A listing.') }), {
      description: 'The listings that sell it.',
    }),
  },
  'A room that a listing sells.',
)

export const nightLine = row(
  'night',
  'Listing and date',
  {
    listingId: refersTo('listing', 'The listing.'),
    date: day('The night.'),
    available: flag('Open, as the calendar says; stays that hold it are not counted.'),
    price: decimalOrNull("Price in the listing's currency; null: its default."),
    minNights: wholeOrNull('Shortest stay from it.'),
    maxNights: wholeOrNull('Longest stay from it.'),
    closedToArrival: flagOrNull('No stay may begin.'),
    closedToDeparture: flagOrNull('No stay may end.'),
    availableUnits: whole('Units left to sell.'),
    note: textOrNull('Note of the host.'),
    fromRate: flag('Whether the price comes from a rate plan.'),
    updatedAt,
  },
  'A night of the calendar, with its price and rules.',
)
