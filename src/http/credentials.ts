type Headers = Record<string, string | string[] | undefined>

/** The API key of a request: bearer credential first, `x-api-key` otherwise. */
export function apiKeyOf(headers: Headers): string | null {
  const { authorization } = headers
  if (typeof authorization === 'string') {
    const match = /^Bearer +(\S+) *$/i.exec(authorization)
    return match?.[1] ?? ''
  }
  const key = headers['x-api-key']
  return typeof key === 'string' && key !== '' ? key : null
}

export function workspaceHeader(headers: Headers): string | null {
  const value = headers['x-workspace-id']
  return typeof value === 'string' && value !== '' ? value : null
}
