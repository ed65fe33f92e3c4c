import type { ErrorGroup } from './definition.ts'

const heldListings = ['listing_ids', 'listings', 'reason'] as const

/** The key, the plan or the access of the account forbids it. */
export const accessErrors = {
  unauthorized: {
    source: 'spec',
    status: 401,
    retry: 'operator',
    when: 'The request has no API key, or the key is unknown, revoked or expired.',
    fix: 'Send `Authorization: Bearer <API key>` with a key that is still valid; create one with `npm run lodgewire -- keys create`.',
  },
  forbidden: {
    source: 'spec',
    status: 403,
    retry: 'operator',
    when: 'The API key is valid but has no access to this resource or feature.',
    fix: 'Use a key that has the access, for example a `sk_test_` key for the sandbox endpoints, or have the feature enabled.',
    extra: ['needed_scope', 'key_scopes', 'field', 'value_received'],
  },
  listing_inactive: {
    source: 'spec',
    status: 403,
    retry: 'operator',
    when: 'The listing, or the listing this record belongs to, is inactive and therefore closed to the API.',
    fix: 'Activate it with `POST /v1/listings/status` and `"active": true`, then repeat the request.',
    extra: heldListings,
  },
  listings_limit_exceeded: {
    source: 'spec',
    status: 402,
    retry: 'operator',
    when: 'The workspace has, or would have, more active listings than its plan allows.',
    fix: 'Deactivate listings with `POST /v1/listings/status`, or move to a larger plan; the new limit is seen within 60 seconds.',
    extra: ['tier', 'limit', 'active_listings', 'upgrade_url'],
  },
  payment_required: {
    source: 'interface',
    status: 402,
    retry: 'operator',
    when: 'Publishing or bringing a listing online needs a paid plan.',
    fix: 'Move the workspace to a plan that includes publishing, then repeat the request.',
    extra: ['tier', 'upgrade_url'],
  },
  channel_publish_limit_reached: {
    source: 'interface',
    status: 402,
    retry: 'operator',
    when: 'The plan allows no further listing to be published on channels.',
    fix: 'Take another listing offline, or move to a larger plan.',
    extra: ['tier', 'limit', 'channel', 'upgrade_url'],
  },
  billing_error: {
    source: 'interface',
    status: 403,
    retry: 'operator',
    when: 'A billing operation was refused for this workspace.',
    fix: 'Settle the account with the operator of the server, then repeat the request.',
    extra: ['reason'],
  },
  insufficient_access: {
    source: 'spec',
    status: 403,
    retry: 'operator',
    when: 'The owner of the Airbnb account did not allow what this action needs; nothing was sent.',
    fix: 'Have the account connected again by the call in `reconnect`, with `accessType` `full_access`, and every box ticked; `missing` names what was not allowed, and `accessType` is the present level, where they are known.',
    extra: ['accessType', 'missing', 'provider', 'reconnect'],
  },
  connection_reauth_required: {
    source: 'spec',
    status: 403,
    retry: 'operator',
    when: 'The connected account revoked the access, or gave it without the right to write.',
    fix: 'Have the owner of the account connect it again, with the call in `reconnect` where it is given.',
    extra: ['provider', 'reconnect'],
  },
  listing_not_api_connected: {
    source: 'spec',
    status: 403,
    retry: 'operator',
    when: 'API synchronisation is switched off for this listing on Airbnb.',
    fix: "Switch the listing's synchronisation on in the Airbnb account, then repeat the request.",
    extra: ['listing_id', 'airbnb_listing_id', 'sync_category'],
  },
  legal_entity_not_yours: {
    source: 'interface',
    status: 403,
    retry: 'never',
    when: 'The legal entity named in the request belongs to another Booking.com partner account.',
    fix: 'Send the id of an entity of your own account, or describe a new one in `legal_entity`.',
    extra: ['field', 'value_received'],
  },
} satisfies ErrorGroup
