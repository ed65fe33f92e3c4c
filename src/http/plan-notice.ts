/** Every answer has this notice while a plan holds listings of the workspace back. */
import type { PlanNotice } from '../contract/plan-notice.ts'
import { exposedHeaders } from './limits/headers.ts'

export interface NoticeParts {
  headers: Record<string, string>
  /** The body's member is JSON text. */
  member: string
}

export function noticeOf(serviceName: string, notice: PlanNotice): NoticeParts {
  const [held, limit] = [`x-${serviceName}-listings-held-back`, `x-${serviceName}-active-listing-limit`]
  return {
    headers: {
      [held]: String(notice.listingsHeldBack),
      [limit]: String(notice.activeListingLimit),
      'access-control-expose-headers': [...exposedHeaders, held, limit].join(', '),
    },
    member: `"planNotice":${JSON.stringify(notice)}`,
  }
}

/** Appends the notice to a JSON object; other bodies stay as they are. The text is ours, so no spaces surround the braces. */
export function withNotice(text: string, { member }: NoticeParts): string {
  if (!text.startsWith('{') || !text.endsWith('}')) return text
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${member}}`
}
