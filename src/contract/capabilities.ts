import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, nullable, oneOfStrings, record, text, textOrNull } from './fields.ts'

export const ReservationCapabilities = record(
  {
    managedBy: oneOfStrings(['pms', 'repull'], {
      description: 'Who keeps the reservations: a connected PMS, or this service itself (`repull`).',
    }),
    provider: textOrNull('The PMS; null for a listing kept by this service.'),
    create: flag('A booking can be made.'),
    modify: flag('A booking can be changed.'),
    cancel: flag('A booking can be cancelled.'),
    quote: flag('The PMS prices a stay on request.'),
    customPrice: flag('A booking can carry its own total price.'),
    notes: text('Peculiarities of the PMS; empty when there are none.'),
    verifiedAgainst: nullable(oneOfStrings(['sandbox', 'vendor_docs', 'third_party']), {
      description:
        'What the flags were proven against; null for a listing kept by this service. `third_party`: the PMS describes no such calls itself, so they are off until the write policy of the connection turns them on.',
    }),
  },
  { description: 'What can be done with reservations of this listing through the API.' },
)
export type ReservationCapabilities = Static<typeof ReservationCapabilities>

export const PmsCapabilities = record(
  {
    provider: text('The PMS.'),
    connected: flag('False when the connection is dead; then every write answers 409 `no_connection`.'),
    reservations: record({
      respond: flag('Booking requests can be accepted and declined.'),
      preapprove: flag('Inquiries can be pre-approved.'),
    }),
    reviews: record({ read: flag('Reviews can be read.'), reply: flag('Reviews can be answered.') }),
    listings: record({
      title: flag('The title can be written.'),
      descriptions: flag('The descriptions can be written.'),
      times: flag('Check-in and check-out times can be written.'),
      capacity: flag('Guest, bed and bedroom counts can be written.'),
      amenities: flag('Amenities can be written.'),
      houseRules: flag('House rules can be written.'),
      address: flag('The address can be written.'),
      photosAdd: flag('Photos can be added.'),
      photosDelete: flag('Photos can be deleted.'),
      photosReorder: flag('Photos can be put into another order.'),
      photoCaptions: flag('Captions can be written.'),
    }),
    guests: record({ create: flag('Guests can be created.'), update: flag('Guests can be changed.') }),
    conversations: record({
      send: flag('Messages can be sent.'),
      attachments: flag('Messages can carry files.'),
      channelSelect: flag('The channel of a message can be chosen.'),
    }),
    calendar: record({ write: flag('Prices and availability can be written.') }),
    payments: record({ read: flag('Payments can be read.') }),
    tasks: record({ read: flag('Tasks can be read.'), write: flag('Tasks can be written.') }),
    notes: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Peculiarities of the PMS by family, for example under `listings`.',
    }),
  },
  {
    description:
      'What the connected PMS can do. A flag is true only if the PMS supports it, the connection lives and its write policy allows it.',
  },
)
export type PmsCapabilities = Static<typeof PmsCapabilities>

export const Capabilities = record({
  reservations: ReservationCapabilities,
  pms: Type.Optional(PmsCapabilities),
})
export type Capabilities = Static<typeof Capabilities>
