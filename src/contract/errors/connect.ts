import type { ErrorGroup } from './definition.ts'
import { inParameter } from './parameter-extras.ts'

/** Connecting accounts. */
export const connectErrors = {
  invalid_provider: {
    source: 'spec',
    status: 400,
    retry: 'never',
    when: 'The provider in the path is unknown, or is not the one this connect session allows.',
    fix: 'Use an id from `GET /v1/connect/providers`; in a session, one of its allowed providers.',
    extra: inParameter,
  },
  invalid_credentials: {
    source: 'spec',
    status: 401,
    retry: 'operator',
    when: 'The provider refused the credentials, or they are not those of the account to reconnect; they were not stored.',
    fix: 'Create or copy the credentials again in the account of the provider and send them once more.',
    extra: ['provider', 'field', 'reason'],
  },
  no_connection: {
    source: 'spec',
    status: 404,
    retry: 'operator',
    when: 'The workspace has no live connection to the provider that this request needs.',
    fix: 'Connect the account (again) with the call in `reconnect`, then repeat the request.',
    extra: ['provider', 'reconnect'],
    // The listing is there and readable; only its way to the PMS is gone, which is a state, not a missing id.
    statusFor: { reservation_write: 409, listing_write: 409 },
  },
  provider_unavailable: {
    source: 'spec',
    status: 409,
    retry: 'never',
    when: 'The provider is in the catalogue but takes no new connections.',
    fix: 'Choose a provider whose `status` in `GET /v1/connect/providers` is `live` or `beta`.',
    extra: ['provider'],
  },
  session_terminal: {
    source: 'spec',
    status: 409,
    retry: 'never',
    when: 'The connect session already ended: completed, failed or cancelled.',
    fix: 'Start a new session with `POST /v1/connect`; if it ended as `completed`, the account is already connected.',
    extra: ['session_status'],
  },
  session_expired: {
    source: 'spec',
    status: 410,
    retry: 'never',
    when: 'The connect session was not finished within its lifetime.',
    fix: 'Start a new session with `POST /v1/connect` and send the user to its `url`.',
    extra: ['session_status', 'returnUrl'],
  },
  network_error: {
    source: 'interface',
    status: 502,
    retry: 'backoff',
    when: 'The provider could not be reached while the credentials were being checked, so nothing was stored.',
    fix: 'Send the same credentials again in a minute; if it goes on, check the address of the account and the provider.',
    extra: ['provider', 'retry_after'],
  },
  upstream_error: {
    source: 'interface',
    status: 502,
    retry: 'backoff',
    when: 'A service this answer is computed from failed or did not answer.',
    fix: 'Repeat the request with growing pauses; nothing was changed.',
    extra: ['provider', 'upstream_status', 'retry_after'],
  },
  invalid_resume_token: {
    source: 'interface',
    status: 400,
    retry: 'never',
    when: 'The token of a reconnect link was not issued by this server or was altered.',
    fix: 'Open the complete `fixUrl` from `GET /v1/connect` again, without shortening it.',
    extra: ['reason'],
  },
  bad_account: {
    source: 'interface',
    status: 400,
    retry: 'never',
    when: 'A reconnect link names an account that this workspace no longer has.',
    fix: 'Connect the account anew with `POST /v1/connect`.',
    extra: ['channel', 'reason'],
  },
} satisfies ErrorGroup
