/** This server's own accounts with vendors that are only connected through one. */
import { optional } from './config-setting.ts'
import { text } from './config-parsers.ts'

export const partnerSettings = {
  airbnbClientId: optional({
    name: 'AIRBNB_CLIENT_ID',
    parse: text(/^[\x21-\x7e]{4,200}$/, 'the client id of an Airbnb partner app'),
    default: null,
    whenUnset: 'Airbnb takes no connections',
    description: "Client id of this server's Airbnb partner app. Set the secret with it.",
    example: 'the client id',
  }),
  airbnbClientSecret: optional({
    name: 'AIRBNB_CLIENT_SECRET',
    parse: text(/^[\x21-\x7e]{8,400}$/, 'the client secret of an Airbnb partner app'),
    default: null,
    whenUnset: 'needed with AIRBNB_CLIENT_ID',
    description: 'Client secret of that app.',
    example: 'its secret',
    secret: true,
  }),
}

type PartnerKey = keyof typeof partnerSettings

/** What is set, by the names of the settings. */
export function partnersOf(config: { readonly [K in PartnerKey]?: string | undefined }): ReadonlyMap<
  string,
  string
> {
  const keys = Object.keys(partnerSettings) as PartnerKey[]
  return new Map(
    keys.flatMap((key): [string, string][] => {
      const value = config[key]
      return value === undefined ? [] : [[partnerSettings[key].name, value]]
    }),
  )
}
