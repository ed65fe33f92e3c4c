/** Feed addresses: which may be fetched, and which part of one may be shown. */
import { ApiError } from '../../../platform/api-error.ts'
import { checkTarget, TargetRefused, type TargetRule } from '../../../platform/outbound/target.ts'

const fixes: Record<TargetRule, string> = {
  not_a_url: 'Send the full address of the calendar, as its platform shows it.',
  scheme:
    'Send an address that starts with `https://`; one that starts with `webcal://` is the same with another beginning.',
  credentials: 'Send the address that the platform shows for other calendars: the secret is a part of it.',
  private_address: 'Send an address that can be reached from the public internet.',
}

/** Platforms write `webcal:` for `https:` so that a click opens a calendar program. */
export const feedUrl = (text: string): string => text.trim().replace(/^webcals?:\/\//i, 'https://')

export async function assertFeedUrl(url: string, allowPrivate: boolean): Promise<URL> {
  try {
    await checkTarget(url, { allowPrivate })
    return new URL(url)
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    throw new ApiError(
      'invalid_body',
      `\`url\` ${error.message.replace(/^the target /, '')}.`,
      { field: 'url', value_received: hostAsWritten(url) },
      { cause: error, fix: fixes[error.rule] },
    )
  }
}

/** Shows the host as its sender wrote it; the resolved address is never revealed. */
function hostAsWritten(text: string): string {
  const [, scheme, host] = /^([a-z]+:\/\/)(?:[^/?#]*@)?([^/?#]*)/i.exec(text) ?? []
  return host ? `${scheme}${host}/…` : '…'
}

/** Path and query are credentials, so only the host is shown. */
export function redactUrl(text: string): string {
  const url = URL.parse(text)
  return url?.host ? `${url.protocol}//${url.host}/…` : '…'
}
