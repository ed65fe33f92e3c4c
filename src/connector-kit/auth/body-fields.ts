import type { AuthStrategy } from './auth.ts'

/** Puts credentials into the JSON body of every call. `open` fields are not secret. */
export function bodyFields(secrets: Record<string, string>, open: Record<string, string> = {}): AuthStrategy {
  return {
    secrets: Object.values(secrets),
    async sign(request) {
      const body = JSON.parse(request.body?.toString() ?? '{}') as object
      request.body = JSON.stringify({ ...secrets, ...open, ...body })
      request.headers['content-type'] = 'application/json'
      return null
    },
    refuses: (answer) => answer.status === 401,
  }
}
