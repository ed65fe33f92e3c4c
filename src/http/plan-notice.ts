/** What every answer says while listings of the caller's workspace are held back by its plan. */
import type { PlanNotice } from '../contract/plan-notice.ts'
import { exposedHeaders } from './hooks/headers.ts'

export interface NoticeParts {
  headers: Record<string, string>
  /** The member of the body, as JSON text. */
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

/** The body with the notice as its last member; what is no object stays as it is. Texts are ours: nothing stands around the braces. */
export function withNotice(text: string, { member }: NoticeParts): string {
  if (!text.startsWith('{') || !text.endsWith('}')) return text
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${member}}`
}
