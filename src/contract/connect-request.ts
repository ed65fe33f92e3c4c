/** An app requests with these bodies that an account is connected. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { reservationHistoryMonths } from './connection.ts'
import {
  accessTypes,
  appDisplay,
  ConnectCopy,
  connectPatterns,
  purpose,
  sessionId,
} from './connect-session.ts'
import {
  id,
  integer,
  link,
  nullable,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
  timestamp,
} from './fields.ts'

export const migrationScope = [
  'listings',
  'photos',
  'amenities',
  'rooms',
  'houseRules',
  'fees',
  'taxes',
  'owners',
  'guests',
  'reservations',
  'payments',
  'conversations',
  'calendar',
  'rates',
  'channelIds',
] as const

const providerIds = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Ids of the providers to offer; null or left out: all.',
})
const redirectUrl = Type.String({
  format: 'uri',
  maxLength: 2000,
  description:
    'Where the browser goes at the end: an `https` address without a user name. The page shows its host.',
})
const state = Type.String({ maxLength: 500, description: 'A value of your own; comes back with the result.' })
const locale = nullable(Type.String({ maxLength: 35 }), {
  description: 'Language of the page, `en` or `fr`. Any other value, or none: the language of the browser.',
})
const accessType = oneOfStrings(accessTypes, {
  description: 'Access level to ask for on Airbnb; the host chooses when left out.',
})
/** Body of `POST /v1/connect`. */
export const ConnectBody = record({
  redirectUrl,
  state: Type.Optional(state),
  purpose: Type.Optional(purpose),
  workspace: Type.Optional(
    record(
      {
        name: Type.String({ minLength: 1, maxLength: 120, description: 'Name of the new workspace.' }),
        externalRef: Type.Optional(Type.String({ maxLength: 120, description: 'Your own name for it.' })),
      },
      {
        description:
          'The workspace to migrate into. Only with `purpose` `migrate`, and there required unless `X-Workspace-Id` names one to reconnect.',
      },
    ),
  ),
  allowedProviders: Type.Optional(nullable(providerIds)),
  allowed_providers: Type.Optional(
    nullable(providerIds, { description: 'Older spelling of `allowedProviders`.', deprecated: true }),
  ),
  accessType: Type.Optional(accessType),
  reservationHistoryMonths: Type.Optional(reservationHistoryMonths),
  locale: Type.Optional(locale),
  scope: Type.Optional(
    Type.Array(oneOfStrings(migrationScope), {
      description:
        'What a migration takes over; left out: everything. What is not in it is not stored, and the report names it. Listings are always read, because the rest is of them, stays for `guests` and `payments` as well; reviews only without a scope. Sessions for other purposes keep it and read everything.',
    }),
  ),
  copy: Type.Optional(ConnectCopy),
  ...appDisplay,
})
export type ConnectBody = Static<typeof ConnectBody>

/** Answer of `POST /v1/connect`. */
export const ConnectSession = record({
  sessionId,
  url: link('Address of the hosted page. Send the property manager there, or open it in a popup.'),
  expiresAt: timestamp('The session can be finished until then.'),
  state: Type.Optional(textOrNull('The value you gave.')),
  purpose: Type.Optional(purpose),
  workspaceId: Type.Optional(id('The workspace that is migrated into; only with `purpose` `migrate`.')),
})
export type ConnectSession = Static<typeof ConnectSession>

/** Body of `POST /v1/connect/{provider}`. */
export const ProviderConnectBody = record({
  redirectUrl: Type.Optional(redirectUrl),
  state: Type.Optional(state),
  locale: Type.Optional(locale),
  ...appDisplay,
  accessType: Type.Optional(accessType),
  reservationHistoryMonths: Type.Optional(reservationHistoryMonths),
  credentials: Type.Optional(openObject('The credentials of the account, as the provider needs them.')),
  apiKey: Type.Optional(text('A credential, where the provider has one of this name.')),
  clientId: Type.Optional(text('A credential, where the provider has one of this name.')),
  clientSecret: Type.Optional(text('A credential, where the provider has one of this name.')),
})
export type ProviderConnectBody = Static<typeof ProviderConnectBody>

/** Answer of `POST /v1/connect/{provider}` without credentials. */
export const ProviderConnectSession = record({
  url: link('Address of the hosted page, with the provider chosen.'),
  sessionId,
  provider: text('The provider.', { examples: ['hostaway'] }),
  oauthUrl: Type.Optional(link('The same as `url`, under the name that older clients read. Airbnb only.')),
  expiresAt: timestamp('The session can be finished until then.'),
})
export type ProviderConnectSession = Static<typeof ProviderConnectSession>

export const SelectProviderBody = record({
  provider: Type.String({ minLength: 1, maxLength: 50, description: 'Id of the provider.' }),
})

export const SelectedProvider = record({
  sessionId,
  provider: text('The provider that was chosen.'),
  pattern: oneOfStrings(connectPatterns, {
    description: 'How accounts of this provider are connected.',
  }),
  nextUrl: link('Where the browser goes on.'),
})
export type SelectedProvider = Static<typeof SelectedProvider>

export const ListingOption = record({
  id: integer('Id of the listing.'),
  name: text('Name of the listing.'),
  city: Type.Optional(textOrNull('Its city.')),
})

export const ListingOptions = record({
  data: Type.Array(ListingOption, { description: 'Active listings of the workspace, by name.' }),
  total: integer('How many match.', { minimum: 0 }),
})
export type ListingOptions = Static<typeof ListingOptions>
