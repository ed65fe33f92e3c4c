/** A connected channel account's units, Airbnb listings or Booking.com rooms, are mapped to listings. */
import { Type, type Static } from 'typebox'
import { flag, integer, integerOrNull, nullable, oneOfStrings, openObject, record, text } from './fields.ts'
import { onDriftField, onDriftShown, takeOverFields } from './channel-mapping.ts'
import { ListingOption } from './connect-request.ts'
import { sessionId } from './connect-session.ts'

const reference = text('The account: `channel:externalAccountId`.', { examples: ['booking:8122001'] })
const channel = text('The channel.', { examples: ['booking'] })
const unitId = text('What the channel calls it.', { examples: ['1030001'] })

/** Answer of `GET /v1/connections/{id}/units`. */
export const ChannelUnits = record({
  connection_id: reference,
  channel,
  status: oneOfStrings(['importing', 'ready', 'completed'], {
    description:
      '`importing`: the units are being read for the first time, and more may come. `completed`: every unit is mapped.',
  }),
  units: Type.Array(
    record({
      unit_id: unitId,
      unit_name: text('Its name on the channel, as far as it is known.'),
      grain: oneOfStrings(['listing', 'room'], { description: 'What a unit of this channel is.' }),
      current_listing_id: integerOrNull('The listing it is mapped to; null: to none yet.'),
      suggested_listing_id: integerOrNull(
        'The one listing that has exactly its name, where no other unit has it; null when there is none.',
      ),
      meta: openObject(
        'What else is known of it: how many there are, for how many guests, in which currency, whether our calendar is written there (`calendar_sync`), and what becomes of nights that are changed there by hand (`on_drift`).',
      ),
    }),
    { description: 'By `unit_id`.' },
  ),
  listing_options: Type.Array(ListingOption, {
    description: 'The first of `listing-options`: 20, or `optionsLimit`.',
  }),
  listing_options_total: integer('How many there are.', { minimum: 0 }),
  missing_capabilities: Type.Array(Type.String(), {
    description:
      'What the account does not allow us to do: `content`, `reservations`, `rates` or `messaging`.',
  }),
})
export type ChannelUnits = Static<typeof ChannelUnits>

const bySession = Type.Optional(sessionId)

/** Body of `POST /v1/connections/{id}/mappings`. */
export const UnitMappingsBody = record({
  sessionId: bySession,
  mappings: Type.Array(
    record({
      unitId: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'What the channel calls it.',
        examples: ['1030001'],
      }),
      listingId: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,17}$' }), Type.Null()],
          {
            description: 'The listing it is of. Null: of none any more.',
            examples: [4812],
          },
        ),
      ),
      create: Type.Optional(
        Type.Boolean({
          description:
            'In place of `listingId`: make a listing of ours of it. One that is mapped already is left as it is.',
        }),
      ),
      calendarSync: Type.Optional(
        Type.Boolean({
          description:
            'Whether our calendar is written there: true unless told. False: only what happens there is read.',
        }),
      ),
      onDrift: onDriftField,
      ...takeOverFields,
    }),
    { minItems: 1, maxItems: 100, description: 'One entry for each unit.' },
  ),
  finish: Type.Optional(
    Type.Boolean({
      description:
        'With `sessionId`: the session is completed by it, where every unit is as it was asked for; otherwise it stays open.',
    }),
  ),
})
export type UnitMappingsBody = Static<typeof UnitMappingsBody>

/** Body of `POST /v1/connections/{id}/mappings/automap`. */
export const AutomapBody = record({
  sessionId: bySession,
  apply: Type.Optional(
    Type.Boolean({ description: 'False: only say what would be mapped. True unless told.' }),
  ),
})
export type AutomapBody = Static<typeof AutomapBody>

export const UnitMappingError = record({
  code: text('A code of the error catalogue.', { examples: ['not_found'] }),
  message: text('What was wrong.'),
})

export const UnitMappingResult = record({
  unit_id: unitId,
  listing_id: integerOrNull('The listing it is of now; null: of none.'),
  created: flag('Whether a listing of ours was made of it now.'),
  ok: flag('Whether it is as it was asked for.'),
  calendar_sync: flag('Whether our calendar is written there now.'),
  on_drift: onDriftShown,
  written_by: nullable(Type.String(), {
    description: 'The PMS that keeps the listing and writes its calendar there; then the link only reads.',
    examples: ['hostaway'],
  }),
  error: Type.Union([UnitMappingError, Type.Null()], {
    description: 'Why it is not; nothing of this unit was changed then.',
  }),
})
export type UnitMappingResult = Static<typeof UnitMappingResult>

const results = Type.Array(UnitMappingResult, { description: 'In the order in which the units were sent.' })

/** Answer of `POST /v1/connections/{id}/mappings`. */
export const UnitMappings = record({ connection_id: reference, channel, results })
export type UnitMappings = Static<typeof UnitMappings>
/** Answer of `POST /v1/connections/{id}/mappings/automap`. */
export const AutomappedUnits = record({
  connection_id: reference,
  channel,
  results,
  applied: flag('Whether anything was changed.'),
})
export type AutomappedUnits = Static<typeof AutomappedUnits>
