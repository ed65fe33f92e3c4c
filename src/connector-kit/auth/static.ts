import type { AuthStrategy } from './auth.ts'

/** A key that goes into one header of every call, for as long as the account's owner leaves it valid. */
function fixedHeader(name: string, value: string, secrets: string[]): AuthStrategy {
  return {
    secrets,
    async sign(request) {
      request.headers[name] = value
      return null
    },
    refuses: (answer) => answer.status === 401,
  }
}

export function bearerToken(token: string): AuthStrategy {
  return fixedHeader('authorization', `Bearer ${token}`, [token])
}

export function basic(username: string, password: string): AuthStrategy {
  const pair = Buffer.from(`${username}:${password}`).toString('base64')
  return fixedHeader('authorization', `Basic ${pair}`, [password, pair])
}

export function apiKeyHeader(name: string, key: string): AuthStrategy {
  return fixedHeader(name.toLowerCase(), key, [key])
}
