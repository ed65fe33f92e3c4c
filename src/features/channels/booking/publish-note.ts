/** What is remembered of sending a listing to its property, for `publish-status`: kept with each of its rooms. */
import type { BookingPublishResult, BookingSection } from '../../../contract/booking-publishing.ts'
import { markOf, type SaidField } from '../../booking-publication.ts'

interface BookingSectionNote {
  /** null: never. */
  pushedAt: string | null
  error: string | null
}

/** In the form of whatever is sent to a channel listing. */
export interface PublishNote {
  startedAt: string
  endedAt: string
  error: string | null
  /** By name: marks of what Booking.com took. */
  fields: Record<string, string>
  sections: Partial<Record<BookingSection, BookingSectionNote>>
}

interface PublishEnd {
  startedAt: Date
  at: Date
  fields: readonly SaidField[]
  result: BookingPublishResult
  /** What ended it before its time; null: nothing did. */
  error: string | null
}

export function nextPublishNote(
  before: PublishNote | null,
  { startedAt, at, fields, result, error }: PublishEnd,
): PublishNote {
  const now = at.toISOString()
  const sections: PublishNote['sections'] = { ...before?.sections }
  for (const section of result.sections) sections[section] = { pushedAt: now, error: null }
  for (const { section, code, message } of result.errors) {
    // What nothing is known of was not sent.
    if (code === 'no_content') delete sections[section]
    else sections[section] = { pushedAt: sections[section]?.pushedAt ?? null, error: message }
  }
  const taken = fields.filter(({ section }) => result.sections.includes(section))
  return {
    startedAt: startedAt.toISOString(),
    endedAt: now,
    error: error ?? result.reason ?? null,
    fields: {
      ...before?.fields,
      ...Object.fromEntries(taken.map(({ field, wanted }) => [field, markOf(wanted)])),
    },
    sections,
  }
}
