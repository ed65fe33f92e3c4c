import type { AuthStrategy } from './auth.ts'

/** Puts a key into one header of every call; it is valid until the account's owner revokes it. */
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
