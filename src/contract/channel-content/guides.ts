/** Guides tell guests of a channel listing how to arrive and leave. */
import { Type, type Static } from 'typebox'
import { flag, flagOrNull, integer, record, text, textOrNull } from '../fields.ts'

export const CheckInStep = record({
  id: integer('Id of the step.'),
  notes: textOrNull('What a guest does.'),
  mediaUrl: textOrNull('Picture of it.'),
})

export const CheckInGuide = record({
  locale: text('Language.', { examples: ['en'] }),
  published: flagOrNull('Whether guests can see it.'),
  steps: Type.Array(CheckInStep, { description: 'The steps in their order.' }),
})
export type CheckInGuide = Static<typeof CheckInGuide>

export const CheckInGuideBody = record({
  locale: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      description: 'Language; `en` unless told.',
      examples: ['en'],
    }),
  ),
  steps: Type.Array(
    record({ notes: Type.String({ minLength: 1, maxLength: 5000, description: 'What a guest does.' }) }),
    { maxItems: 30, description: 'All steps in their order; those that are there are replaced.' },
  ),
})
export type CheckInGuideBody = Static<typeof CheckInGuideBody>

export const CheckInGuideWritten = record({
  data: record(
    {
      listingId: integer('The listing.', { examples: [4812] }),
      ...CheckInGuide.properties,
    },
    { description: 'The guide as Airbnb shows it.' },
  ),
  stored: flag('Whether what Airbnb shows now was read and is kept here.'),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})

export const CheckOutTask = record({
  taskType: text('What is to be done.', { examples: ['return_keys'] }),
  isPresent: flag('Whether guests are asked for it.'),
  instruction: textOrNull('How it is done.'),
})
export type CheckOutTask = Static<typeof CheckOutTask>

/** The list replaces all tasks: Airbnb no longer asks for tasks missing in it. */
export interface CheckOutTasksChange {
  tasks: { taskType: string; instruction: string | null }[]
}
