import type { AuthStrategy } from './auth.ts'

/** Credentials that travel as fields of the JSON body of every call. `open` goes along and is no secret. */
export function bodyFields(secrets: Record<string, string>, open: Record<string, string> = {}): AuthStrategy {
  return {
    secrets: Object.values(secrets),
    async sign(request) {
      const given = JSON.parse(request.body?.toString() ?? '{}') as object
      request.body = JSON.stringify({ ...secrets, ...open, ...given })
      request.headers['content-type'] = 'application/json'
      return null
    },
    refuses: (answer) => answer.status === 401,
  }
}
