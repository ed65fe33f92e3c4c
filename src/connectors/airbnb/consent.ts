import type { Consent } from '../../connector-kit/connector.ts'
import type { AccessType } from '../../contract/connect-session.ts'

const page = 'https://www.airbnb.com/oauth2/auth'

/** What a host is asked to allow. Without property_management listings, prices and calendars are read only. */
const scopes: Record<AccessType, string> = {
  full_access: 'property_management,reservations_web_hooks,messages_read,messages_write',
  messaging: 'reservations_web_hooks,messages_read,messages_write',
  read_only: 'reservations_web_hooks,messages_read',
}

export const consentTo = (clientId: string): Consent => ({
  access: ['full_access', 'messaging', 'read_only'],
  url({ baseUrl, redirectUri, access }) {
    const url = baseUrl === undefined ? new URL(page) : new URL('/oauth2/auth', baseUrl)
    const asked = { client_id: clientId, redirect_uri: redirectUri, scope: scopes[access] }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return url.href
  },
})
