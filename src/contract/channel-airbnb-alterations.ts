/** On Airbnb one side requests a change of a booking and the other answers. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ofAccount } from './channel-airbnb.ts'
import {
  dateOnlyOrNull,
  id,
  idOrNull,
  integerOrNull,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './fields.ts'
import { DataFreshness } from './freshness.ts'

const date = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] }))
const price = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1e12, description }))
const people = (description: string, minimum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum: 1000, description }))
const older = (name: string) => `Older name of \`${name}\`.`

/** Body of `POST /v1/channels/airbnb/alterations`. */
export const AirbnbAlterationBody = record({
  confirmation_code: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[^\\u0000]*$',
    description: "Airbnb's code of the booking that is to change.",
    examples: ['HMAB2C3D4E'],
  }),
  check_in: date('New first night.'),
  check_out: date('New day of departure.'),
  number_of_guests: people('How many are to come.', 1),
  total_price: price("New price of the whole stay, in the booking's currency."),
  listing_id: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
      ],
      { description: 'Listing that the stay is to move to, of the same Airbnb account.' },
    ),
  ),
  airbnb_listing_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\u0000]*$',
      description: "The same by Airbnb's id.",
    }),
  ),
  start_date: date(older('check_in')),
  end_date: date(older('check_out')),
  total_price_override: price(older('total_price')),
  guest_details: Type.Optional(
    record(
      {
        number_of_guests: people('How many are to come.', 1),
        number_of_adults: people('Adults.', 1),
        number_of_children: people('Children.', 0),
        number_of_infants: people('Infants, who do not count as guests.', 0),
      },
      { description: older('number_of_guests') },
    ),
  ),
})
export type AirbnbAlterationBody = Static<typeof AirbnbAlterationBody>

export const AirbnbAlteration = record({
  id: idOrNull('Id of the request to change the booking; null of a dry run.'),
  alterationId: textOrNull("Airbnb's id of it."),
  reservationId: id('Reservation that is to change.'),
  confirmationCode: text("Airbnb's code of the booking.", { examples: ['HMAB2C3D4E'] }),
  ...ofAccount,
  platform: Type.Literal('airbnb', { description: 'Always `airbnb`.' }),
  status: oneOfStrings(['pending', 'accepted', 'declined', 'canceled'], {
    description:
      'How far it got. One that Airbnb ended itself is `canceled`; one that was accepted and waits for the money of the guest is `pending`.',
  }),
  initiator: nullable(oneOfStrings(['host', 'guest']), { description: 'Who asked; null when not known.' }),
  reason: textOrNull('Why, where Airbnb tells it.'),
  notes: textOrNull('Further words, where Airbnb tells them.'),
  originalCheckIn: dateOnlyOrNull('First night before; null when not known.'),
  originalCheckOut: dateOnlyOrNull('Day of departure before; null when not known.'),
  originalGuestCount: integerOrNull('Guests before; null when not known.'),
  originalTotalPrice: textOrNull('Price before, exact; null when not known.', { examples: ['480.00'] }),
  newCheckIn: dateOnlyOrNull('First night that is asked for.'),
  newCheckOut: dateOnlyOrNull('Day of departure that is asked for.'),
  newGuestCount: integerOrNull('Guests that are asked for.'),
  newTotalPrice: textOrNull(
    'Price that is asked for, exact; null while Airbnb has not told what the change costs.',
    { examples: ['610.00'] },
  ),
  newListingId: idOrNull('Listing that the stay is to be at; null where it is not known here.'),
  newAirbnbListingId: textOrNull("The same by Airbnb's id."),
  createdAt: timestampOrNull('When it was asked for.'),
  updatedAt: timestampOrNull('When it changed here last.'),
  dryRun: Type.Optional(
    Type.Literal(true, { description: 'Only of a dry run: nothing was done, this is what would have been.' }),
  ),
})
export type AirbnbAlteration = Static<typeof AirbnbAlteration>

export const AirbnbAlterations = record({
  data: Type.Array(AirbnbAlteration, { description: 'The newest first, a thousand at most.' }),
  dataFreshness: DataFreshness,
})
