import type { Consent } from '../../connector-kit/connector.ts'
import type { AccessType } from '../../contract/connect-session.ts'
import type { Credentials } from './manifest.ts'

const page = 'https://www.airbnb.com/oauth2/auth'

/**
 * A host is asked to allow these. Without property_management, listings, prices and calendars can only be
 * read.
 */
const scopes: Record<AccessType, readonly string[]> = {
  full_access: ['property_management', 'reservations_web_hooks', 'messages_read', 'messages_write'],
  messaging: ['reservations_web_hooks', 'messages_read', 'messages_write'],
  read_only: ['reservations_web_hooks', 'messages_read'],
}

/** The browser returns them separated by commas or blanks. */
const wordsIn = (scope: string | undefined): string[] | null =>
  scope === undefined ? null : scope.split(/[ ,+]+/).filter((word) => word !== '')

/** These apply to every partner app. */
export const permissions: Omit<Consent, 'url'> = {
  access: ['full_access', 'messaging', 'read_only'],
  asksFor: (access) => scopes[access],
  grantedIn: (credentials) => wordsIn((credentials as Credentials).scope),
  levelOf(granted) {
    if (granted.includes('property_management')) return 'full_access'
    return granted.includes('messages_write') ? 'messaging' : 'read_only'
  },
  needs: {
    // Airbnb has no guests that could be written.
    guests: [],
    listings: ['property_management'],
    messages: ['messages_write'],
    // Declining and cancelling send a message to the guest.
    reservations: ['reservations_web_hooks', 'messages_write'],
    // Reviews have no known permission of their own: a host who allows no messages allows no reviews either.
    reviews: ['messages_write'],
  },
}

export const consentTo = (clientId: string): Consent => ({
  ...permissions,
  url({ baseUrl, redirectUri, access }) {
    const url = baseUrl === undefined ? new URL(page) : new URL('/oauth2/auth', baseUrl)
    const query = { client_id: clientId, redirect_uri: redirectUri, scope: scopes[access].join(',') }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  },
})
