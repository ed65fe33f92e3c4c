import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

const keepMs = 10 * 60_000

/**
 * The vendor does not document its answer to a missing scope, and a 401 would look like an expired token. So
 * the scopes are read first; a token that does not list them is let through.
 */
export async function requireScope(
  context: VendorContext,
  area: 'bookings' | 'inventory' | 'properties',
): Promise<void> {
  const scopes = await scopesOf(context)
  if (scopes === null || scopes.includes(`write:${area}`) || scopes.includes(`all:${area}`)) return
  throw new VendorError('rejected', `the invite code was made without the scope write:${area}`)
}

function scopesOf(context: VendorContext): Promise<string[] | null> {
  return rememberSettings(context, 'beds24 scopes', keepMs, async () => {
    const details = await context.http.get('/v2/authentication/details')
    const scopes = fieldOf(fieldOf(details, 'token'), 'scopes')
    return Array.isArray(scopes) ? scopes.map(String) : null
  })
}
