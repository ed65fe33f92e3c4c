/** What each channel takes of a listing's content. Pure. */

export type ContentField = 'title' | 'summary' | 'description' | 'houseRules' | 'times'

interface TextRule {
  least?: number
  most?: number
}

/** Null: the channel has no place for it, so nothing is sent. An empty rule takes any text. */
type ChannelRules = Readonly<Record<ContentField, TextRule | 'whole hours' | null>>

const rules: Readonly<Record<string, ChannelRules>> = {
  airbnb: {
    title: { least: 8, most: 255 },
    summary: { most: 500 },
    description: { most: 5000 },
    houseRules: { most: 5000 },
    times: 'whole hours',
  },
  // Booking.com has one text: the description, else the summary.
  booking: { title: null, summary: null, description: {}, houseRules: null, times: null },
  vrbo: { title: {}, summary: {}, description: {}, houseRules: null, times: null },
}

export const longestAirbnbCaption = 250
export const mostAirbnbAmenities = 200

/** Airbnb takes names of this form only. */
export const isAirbnbWord = (key: string): boolean => /^[a-z0-9]+(_[a-z0-9]+)*$/.test(key)

export type ChannelVerdict =
  | { kind: 'not sent' }
  | { kind: 'whole hours'; fits: boolean }
  | { kind: 'length'; least: number | undefined; most: number | undefined; fits: boolean }
  | { kind: 'any' }

/** What a channel makes of a value; null where nothing is known of the channel. */
export function verdictOf(channel: string, field: ContentField, value: string): ChannelVerdict | null {
  const ofChannel = rules[channel]
  if (ofChannel === undefined) return null
  const rule = ofChannel[field]
  if (rule === null) return { kind: 'not sent' }
  if (rule === 'whole hours') return { kind: 'whole hours', fits: value === '' || /^\d\d:00$/.test(value) }
  const { least, most } = rule
  if (least === undefined && most === undefined) return { kind: 'any' }
  const fits = value === '' || (value.length >= (least ?? 0) && value.length <= (most ?? Infinity))
  return { kind: 'length', least, most, fits }
}
