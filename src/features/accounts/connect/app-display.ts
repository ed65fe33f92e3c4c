/** How the connect page shows the app that asks for an account. */
import type { AppDisplay } from '../../../contract/connect-session.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../services.ts'
import { sessionRow } from './queries.ts'
import { sessionKey } from './session-id.ts'

const links = ['appLogoUrl', 'privacyUrl', 'termsUrl'] as const

/** Characters that break the line or reverse the text beside the name. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

function refuse(field: keyof AppDisplay, allowed: string, value: string): never {
  throw new ApiError('invalid_body', `\`${field}\` must be ${allowed}.`, { field, value_received: value })
}

function acceptLink(field: (typeof links)[number], given: string): string {
  const url = URL.parse(given)
  if (url?.protocol === 'https:' && url.hostname && !url.username && !url.password) return url.href
  return refuse(field, 'an address that starts with https:// and has no user name or password', given)
}

/** null: the app sent nothing to show. Throws for values that could not be shown as sent. */
export function acceptDisplay({ appName, ...given }: AppDisplay): AppDisplay | null {
  if (appName !== undefined && (unprintable.test(appName) || !/\S/.test(appName)))
    refuse('appName', 'visible text of one line, without marks that change its direction', appName)
  const display: AppDisplay = appName === undefined ? {} : { appName }
  for (const field of links) {
    const link = given[field]
    if (link !== undefined) display[field] = acceptLink(field, link)
  }
  return Object.keys(display).length > 0 ? display : null
}

/** Origin from which the session's page loads a logo; null: no logo, or no such session. */
export async function logoOrigin({ db }: Pick<Services, 'db'>, sessionId: string): Promise<string | null> {
  const key = sessionKey(sessionId)
  const row = key && (await sessionRow(db, key))
  const logo = row?.display?.appLogoUrl
  return logo === undefined ? null : new URL(logo).origin
}
