/** What a listing says of itself at its property of Booking.com, and the marks by which what was sent is known again. Pure. */
import { createHash } from 'node:crypto'
import type { BookingSection } from '../contract/booking-publishing.ts'

type Fields = Readonly<Record<string, unknown>>

export interface SaidOfHome {
  content: Fields | null
  photos: readonly Fields[]
  /** In other languages than English. */
  texts: readonly { locale: string; content: Fields }[]
}

export interface SaidField {
  section: BookingSection
  /** As the whole listing names it. */
  field: string
  /** The language of a text. */
  language?: string
  /** The text, or the address of a photo. */
  wanted: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

export function saidFields({ content, texts, photos }: SaidOfHome): SaidField[] {
  const told = [{ locale: 'en', content: content ?? {} }, ...texts].flatMap(
    ({ locale, content: said }): SaidField[] => {
      const wanted = [said['description'], said['summary']].find(isText)
      const language = locale.toLowerCase()
      return wanted === undefined
        ? []
        : [{ section: 'description', field: `description.${locale}`, language, wanted }]
    },
  )
  const pictures = photos.flatMap(({ url }): SaidField[] =>
    isText(url) && /^https?:/.test(url) ? [{ section: 'photos', field: `photos.${url}`, wanted: url }] : [],
  )
  return [...told, ...pictures]
}

/** Stands for what was sent wherever it is asked whether it is still the same. */
export const markOf = (wanted: string): string =>
  createHash('sha256').update(wanted).digest('base64url').slice(0, 16)
