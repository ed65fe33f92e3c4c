/** The health of a link says if its channel listing works. */
import { integer, oneOfStrings, record, textOrNull, timestampOrNull } from './fields.ts'
import type { Static } from 'typebox'

export const linkStates = ['exposed', 'failing', 'sending', 'in_step', 'read_only', 'not_connected'] as const

export const LinkHealth = record(
  {
    state: oneOfStrings(linkStates, {
      description:
        '`exposed`: nights that are sold here are still open there. `failing`: nights are not there, and the last try went wrong. `sending`: nights are on their way. `in_step`: it shows what our calendar says. `read_only`: our calendar is not written there. `not_connected`: the account cannot be called.',
    }),
    exposedNights: integer('Nights ahead that are sold here and open there.', { examples: [0] }),
    differingNights: integer('Nights ahead that are not known to be there as our calendar has them.', {
      examples: [2],
    }),
    since: timestampOrNull(
      'Since when the oldest of those is exposed, or differs where none is; null: none does.',
    ),
    error: textOrNull('What went wrong with the last try of one of them.'),
  },
  { description: 'How it does: `GET /v1/listings/{id}/exposure` has it night by night.' },
)
export type LinkHealth = Static<typeof LinkHealth>
