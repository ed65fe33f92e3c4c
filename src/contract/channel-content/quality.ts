/** A channel rates the quality of a listing. */
import { Type, type Static } from 'typebox'
import { number, record, text, textOrNull } from '../fields.ts'

export const QualityStandard = record({
  standard: text('Which one.', { examples: ['cleanliness'] }),
  state: textOrNull('Whether it is met, in the words of the channel.', { examples: ['met'] }),
})
export const QualityIssue = record({
  confirmationCode: text("The channel's code of the booking."),
  reviewIssues: Type.Array(Type.String(), { description: 'What its guest complained of.' }),
  cancellation: textOrNull('Why it was called off, where it was.'),
})
export const QualityStatistic = record({
  name: text('What is counted.', { examples: ['overall_rating'] }),
  value: number('The number.'),
})

export const ChannelQuality = record({
  standards: Type.Array(QualityStandard, { description: 'Standards of the channel.' }),
  issues: Type.Array(QualityIssue, { description: 'Bookings with trouble.' }),
  stats: Type.Array(QualityStatistic, { description: 'Numbers.' }),
})
export type ChannelQuality = Static<typeof ChannelQuality>

export const qualityTypes = ['all', 'standards', 'issues', 'stats'] as const

/** `all` answers standards and issues; other kinds answer the requested list. */
export const ShownQuality = Type.Union(
  [
    record({
      standards: ChannelQuality.properties.standards,
      issues: ChannelQuality.properties.issues,
    }),
    ChannelQuality.properties.standards,
    ChannelQuality.properties.issues,
    ChannelQuality.properties.stats,
  ],
  { description: 'Standards and issues, or the list that `type` asks for.' },
)
