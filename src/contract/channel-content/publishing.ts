/** A channel listing as a whole can be sent, shown to guests, and hidden. */
import { Type, type Static } from 'typebox'
import { flag, id, oneOfStrings, record, text } from '../fields.ts'

export const airbnbListingActions = ['delete', 'push', 'publish', 'unlist', 'relist'] as const

/** Guests find a published listing. */
export interface Publication {
  /** Null means that the channel does not say. */
  live: boolean | null
}
export type PublicationChange = { relist: true } | { unlist: true }

export const pushedSections = [
  'details',
  'description',
  'amenities',
  'rooms',
  'policies',
  'photos',
  'pricing',
  'checkout_tasks',
] as const
export type PushedSection = (typeof pushedSections)[number]

const target = {
  airbnbConnectionId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '^[^\\u0000]*$',
      description:
        'Which Airbnb listing: `id` of the link, as `GET /v1/channels/airbnb/listings/{id}` lists it.',
      examples: ['31:53120044'],
    }),
  ),
  hostId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000]*$',
      description:
        'Or the host whose Airbnb listing it is: Airbnb’s id of the host. Where the listing is none of his yet, `push` and `publish` make one.',
      examples: ['88123'],
    }),
  ),
  force: Type.Optional(flag('Sends also what Airbnb shows already; without it only what differs is sent.')),
}

export const AirbnbListingActionBody = record({
  action: text(
    '`push` sends what is known here of the listing, `publish` also opens it to guests; `unlist` and `relist` close and open it on Airbnb; `delete` switches it off here, and nothing happens on Airbnb.',
    { examples: ['push'] },
  ),
  ...target,
})
export type AirbnbListingActionBody = Static<typeof AirbnbListingActionBody>

export const PublishBody = record(target)
export type PublishBody = Static<typeof PublishBody>

const sections = (description: string) =>
  Type.Array(oneOfStrings(pushedSections, { description: 'Section.' }), { description })

export const PublishResult = record(
  {
    published: flag(
      'Whether Airbnb shows everything that was to be sent; with `publish` also that guests find it.',
    ),
    live: Type.Optional(flag('Whether guests find it. Only where it was to be opened to them.')),
    sections: sections('Sections of which Airbnb shows something as it is known here.'),
    errors: Type.Array(
      record({
        section: oneOfStrings(pushedSections, { description: 'Section.' }),
        message: text('What is wrong with it.'),
        code: oneOfStrings(['locked', 'no_content', 'rejected'], {
          description:
            '`locked`: taken and not shown. `no_content`: nothing is known of it here. `rejected`: refused by Airbnb.',
        }),
        lockedFields: Type.Optional(
          Type.Array(Type.String(), { description: 'Fields that were not shown.' }),
        ),
      }),
      { description: 'Sections that did not get there.' },
    ),
    warnings: Type.Array(text('What was not sent, and why.'), { description: 'What was left out.' }),
    reason: Type.Optional(text('Why it is not published.')),
    lockedFields: Type.Array(Type.String(), {
      description: 'All fields that Airbnb took and does not show.',
    }),
    created: Type.Optional(
      record(
        {
          airbnbId: text('Airbnb’s id of it.', { examples: ['53120044'] }),
          airbnbConnectionId: text('The link.', { examples: ['31:53120044'] }),
        },
        { description: 'The Airbnb listing that this request made. Left out where there was one.' },
      ),
    ),
  },
  { description: 'What became of it on Airbnb. A part can be there and another not; nothing is taken back.' },
)
export type PublishResult = Static<typeof PublishResult>

const dryRun = Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' }))
const channel = Type.Literal('airbnb', { description: 'The channel.' })
const done = (actions: readonly string[]) => ({
  id: id('The listing.'),
  action: oneOfStrings(actions, { description: 'What was done.' }),
  channel,
})

const SwitchedOff = record({ id: id('The listing.'), active: flag('Open to the API here.'), dryRun })
const Pushed = record({ ...done(['push', 'publish']), result: PublishResult, dryRun })
const Listed = record({
  ...done(['unlist', 'relist']),
  airbnbConnectionId: text('The link.', { examples: ['31:53120044'] }),
  live: flag('Whether guests find it, as far as is known.'),
  verified: flag('Whether that was read back.'),
  dryRun,
})
export const AirbnbListingActionDone = Type.Union([SwitchedOff, Pushed, Listed], {
  description: 'What was done, as the action has it.',
})
export type AirbnbListingActionDone = Static<typeof AirbnbListingActionDone>

export const Published = record({
  listingId: id('The listing.'),
  channel,
  result: PublishResult,
  dryRun,
})
export type Published = Static<typeof Published>
