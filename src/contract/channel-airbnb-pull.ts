/** A pull reads all sections of an Airbnb listing again. */
import { Type, type Static } from 'typebox'
import { LinkFilter } from './channel-content/written.ts'
import { flag, id, integer, record, text, timestamp } from './fields.ts'

export const minPullSeconds = 900

export const AirbnbPullBody = record({ airbnbConnectionId: LinkFilter })
export type AirbnbPullBody = Static<typeof AirbnbPullBody>

export const AirbnbPulled = record({
  listingId: id('The listing.'),
  channel: Type.Literal('airbnb', { description: 'Where it was read.' }),
  connectionId: text('The link with the Airbnb listing, as mapping names it.', { examples: ['31:53120044'] }),
  externalId: text('Id of the listing on Airbnb.', { examples: ['53120044'] }),
  refreshedFromChannel: flag('Whether every section for which a call is known was read.'),
  sections: Type.Array(Type.String(), {
    description: 'Sections that were read and are kept here as they stand on Airbnb.',
    examples: [['details', 'description', 'photos']],
  }),
  pulledAt: timestamp('When.'),
  nextPullAvailableAt: timestamp('From when on the listing can be pulled again.'),
  minIntervalSeconds: integer('How long that is.'),
})
export type AirbnbPulled = Static<typeof AirbnbPulled>
