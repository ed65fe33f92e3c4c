import type { AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { Credentials } from './manifest.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Keys are UUIDs. People also paste them as their software sends them, in base64. */
export function plainKey({ apiKey }: Credentials): string {
  const decoded = Buffer.from(apiKey, 'base64').toString('latin1').replace(/:$/, '')
  return uuid.test(decoded) ? decoded : apiKey
}

/** Calls of the second version name the partner, too. The key stands alone, without the usual colon. */
export function keyAndClient(credentials: Credentials): AuthStrategy {
  const key = plainKey(credentials)
  const { clientId } = credentials
  const encoded = Buffer.from(key).toString('base64')
  return {
    secrets: [key, encoded, ...(clientId === undefined ? [] : [clientId])],
    async sign({ url, headers }) {
      headers['authorization'] = `Basic ${encoded}`
      if (!url.pathname.startsWith('/v2/')) return null
      if (clientId === undefined)
        throw new VendorError(
          'rejected',
          'Uplisting takes bookings only with the client id of a partner: ask Uplisting for one and add it to the connection',
          { reason: 'not_eligible' },
        )
      headers['x-uplisting-client-id'] = clientId
      return null
    },
    refuses: ({ status }) => status === 401,
  }
}
