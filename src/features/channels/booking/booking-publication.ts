/** A listing's texts and photos at its Booking.com property, and marks that recognize what was sent. */
import { createHash } from 'node:crypto'
import type { BookingSection } from '../../../contract/booking-publishing.ts'

type PublishedFields = Readonly<Record<string, unknown>>

export interface PublishedHome {
  content: PublishedFields | null
  photos: readonly PublishedFields[]
  /** Texts in languages other than English. */
  texts: readonly { locale: string; content: PublishedFields }[]
}

export interface PublishedField {
  section: BookingSection
  /** As the whole listing names it. */
  field: string
  /** The language of a text. */
  language?: string
  /** The text, or the address of a photo. */
  wanted: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

export function publishedFields({ content, texts, photos }: PublishedHome): PublishedField[] {
  const fields = [{ locale: 'en', content: content ?? {} }, ...texts].flatMap(
    ({ locale, content }): PublishedField[] => {
      const text = [content['description'], content['summary']].find(isText)
      const language = locale.toLowerCase()
      return text === undefined
        ? []
        : [{ section: 'description', field: `description.${locale}`, language, wanted: text }]
    },
  )
  const pictures = photos.flatMap(({ url }): PublishedField[] =>
    isText(url) && /^https?:/.test(url) ? [{ section: 'photos', field: `photos.${url}`, wanted: url }] : [],
  )
  return [...fields, ...pictures]
}

/** The mark is compared instead of the text itself. */
export const publicationMark = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)
