/** What a listing says of itself at its property of Booking.com, and the marks by which what was sent is known again. Pure. */
import { createHash } from 'node:crypto'
import type { BookingSection } from '../contract/booking-publishing.ts'

type PublishedFields = Readonly<Record<string, unknown>>

export interface PublishedHome {
  content: PublishedFields | null
  photos: readonly PublishedFields[]
  /** In other languages than English. */
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
  const told = [{ locale: 'en', content: content ?? {} }, ...texts].flatMap(
    ({ locale, content: said }): PublishedField[] => {
      const wanted = [said['description'], said['summary']].find(isText)
      const language = locale.toLowerCase()
      return wanted === undefined
        ? []
        : [{ section: 'description', field: `description.${locale}`, language, wanted }]
    },
  )
  const pictures = photos.flatMap(({ url }): PublishedField[] =>
    isText(url) && /^https?:/.test(url) ? [{ section: 'photos', field: `photos.${url}`, wanted: url }] : [],
  )
  return [...told, ...pictures]
}

/** Stands for what was sent wherever it is asked whether it is still the same. */
export const publicationMark = (wanted: string): string =>
  createHash('sha256').update(wanted).digest('base64url').slice(0, 16)
