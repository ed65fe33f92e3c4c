/** The settings name an Airbnb listing's owner and its languages. */
import { Type } from 'typebox'
import { flag, record, text, textOrNull } from '../fields.ts'
import { ChannelPermit } from './permits.ts'

export const ListingHost = record({
  airbnbUserId: text("Airbnb's id of the host.", { examples: ['88123'] }),
  name: textOrNull('Name of the host.'),
  isConnected: flag('Whether Airbnb can be called for this host.'),
})
const hosts = Type.Array(ListingHost, { description: 'Hosts of the listing.' })
const locales = Type.Array(Type.String(), {
  description: 'Languages in which it has texts.',
  examples: [['en']],
})

export const listingSettingTypes = ['all', 'hosts', 'permits', 'locales'] as const

export const ShownSettings = Type.Union(
  [record({ hosts, locales }), hosts, locales, Type.Array(ChannelPermit, { description: 'Permits.' })],
  { description: 'Hosts and languages, or the list that `type` asks for.' },
)
