/** Mapping problems as API errors. */
import { ApiError } from '../../../platform/api-error.ts'
import { listingInactive } from '../../../records/listings/active.ts'
import { insufficientAccess } from '../../../upstream/granted.ts'
import type { MappingProblem } from './map-rules.ts'

export function toMappingError(problem: MappingProblem, listingId: number | string): ApiError {
  const named = { field: 'listingId', value_received: listingId }
  switch (problem.kind) {
    case 'no listing':
      return new ApiError('not_found', `No listing ${listingId} in this workspace.`, named)
    case 'archived':
      return new ApiError('invalid_state', `Listing ${listingId} is archived: its source no longer has it.`, {
        ...named,
        currentStatus: 'archived',
      })
    case 'inactive':
      return listingInactive([{ ...problem.listing, inactive_reason: null }])
    case 'taken':
      return new ApiError(
        'invalid_state',
        `Listing ${listingId} is ${problem.channel} listing ${problem.other} already; a listing is on ${problem.channel} once.`,
        { ...named, currentStatus: `mapped to ${problem.other}` },
      )
    case 'currency':
      return new ApiError(
        'invalid_state',
        `Listing ${listingId} has its prices in ${problem.ours}, the channel listing in ${problem.theirs}: one of the two has to change first.`,
        { ...named, currentStatus: `${problem.ours} and ${problem.theirs}` },
      )
    case 'no units':
      return new ApiError(
        'invalid_state',
        `Listing ${listingId} has no units to sell: nothing is for sale or booked where it was read, so nobody knows how many there are.`,
        { ...named, currentStatus: '0 units' },
      )
    case 'distributed':
      return new ApiError(
        'invalid_state',
        `${problem.provider} keeps listing ${listingId} and sells it on ${problem.channel}: two writers of one calendar would undo each other's work.`,
        { field: 'takeOver', currentStatus: `distributed by ${problem.provider}` },
        {
          fix: 'Switch the channel off in the PMS and repeat the request once that was read; or send `evenIfDistributed: true` if the PMS will write there no more.',
        },
      )
    case 'not allowed':
      return insufficientAccess(problem.access)
    case 'writes off':
      return new ApiError(
        'pms_writes_off',
        `The write policy of ${problem.provider} has \`calendar.availability\` switched off, so our calendar cannot be written there.`,
        { provider: problem.provider, field: 'syncEnabled' },
      )
    case 'not writable':
      return new ApiError(
        'channel_not_supported',
        `${problem.provider} takes no calendar from here. With \`calendarSync\` false the listing is mapped for reading only.`,
        { channel: problem.provider },
      )
  }
}
