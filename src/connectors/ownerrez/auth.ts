import type { AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { basic } from '../../connector-kit/auth/static.ts'

const userAgent = 'Lodgewire/1.0'

/** Email and token as Basic authentication. Calls that do not say who calls are refused with 403. */
export function namedBasic(email: string, accessToken: string): AuthStrategy {
  const pair = basic(email, accessToken)
  return {
    ...pair,
    async sign(request, context) {
      request.headers['user-agent'] = userAgent
      return pair.sign(request, context)
    },
  }
}
