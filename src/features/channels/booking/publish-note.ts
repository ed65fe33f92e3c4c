/** Remembers what was sent of a listing to its property, for `publish-status`; stored with each of its rooms. */
import type { BookingPublishResult, BookingSection } from '../../../contract/booking-publishing.ts'
import { publicationMark, type PublishedField } from './booking-publication.ts'

interface BookingSectionNote {
  /** null: never. */
  pushedAt: string | null
  error: string | null
}

/** Same form as the note of any push to a channel listing. */
export interface PublishNote {
  startedAt: string
  endedAt: string
  error: string | null
  /** Digests of what Booking.com accepted, by field name. */
  fields: Record<string, string>
  sections: Partial<Record<BookingSection, BookingSectionNote>>
}

interface PublishEnd {
  startedAt: Date
  at: Date
  fields: readonly PublishedField[]
  result: BookingPublishResult
  /** What ended it early; null: nothing. */
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
    // A section without known content was not sent.
    if (code === 'no_content') delete sections[section]
    else sections[section] = { pushedAt: sections[section]?.pushedAt ?? null, error: message }
  }
  const accepted = fields.filter(({ section }) => result.sections.includes(section))
  return {
    startedAt: startedAt.toISOString(),
    endedAt: now,
    error: error ?? result.reason ?? null,
    fields: {
      ...before?.fields,
      ...Object.fromEntries(accepted.map(({ field, wanted }) => [field, publicationMark(wanted)])),
    },
    sections,
  }
}
