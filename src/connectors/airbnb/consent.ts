import type { Consent } from '../../connector-kit/connector.ts'
import type { AccessType } from '../../contract/connect-session.ts'
import type { Credentials } from './manifest.ts'

const page = 'https://www.airbnb.com/oauth2/auth'

/** What a host is asked to allow. Without property_management listings, prices and calendars are read only. */
const scopes: Record<AccessType, readonly string[]> = {
  full_access: ['property_management', 'reservations_web_hooks', 'messages_read', 'messages_write'],
  messaging: ['reservations_web_hooks', 'messages_read', 'messages_write'],
  read_only: ['reservations_web_hooks', 'messages_read'],
}

/** As the browser brings them back, told apart by commas or blanks. */
const wordsIn = (scope: string | undefined): string[] | null =>
  scope === undefined ? null : scope.split(/[ ,+]+/).filter((word) => word !== '')

/** Whoever asks for it. */
export const permissions: Omit<Consent, 'url'> = {
  access: ['full_access', 'messaging', 'read_only'],
  asksFor: (access) => scopes[access],
  grantedIn: (credentials) => wordsIn((credentials as Credentials).scope),
  levelOf(granted) {
    if (granted.includes('property_management')) return 'full_access'
    return granted.includes('messages_write') ? 'messaging' : 'read_only'
  },
  needs: {
    // It keeps none that could be written.
    guests: [],
    listings: ['property_management'],
    messages: ['messages_write'],
    // Declining and calling off carry a message to the guest.
    reservations: ['reservations_web_hooks', 'messages_write'],
    // Nothing is known of a permission of its own: whoever may write nothing to guests writes no reviews either.
    reviews: ['messages_write'],
  },
}

export const consentTo = (clientId: string): Consent => ({
  ...permissions,
  url({ baseUrl, redirectUri, access }) {
    const url = baseUrl === undefined ? new URL(page) : new URL('/oauth2/auth', baseUrl)
    const asked = { client_id: clientId, redirect_uri: redirectUri, scope: scopes[access].join(',') }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return url.href
  },
})
