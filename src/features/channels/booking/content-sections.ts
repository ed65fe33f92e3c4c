/** Finds a content section of a property that can be read or set from here. */
import type {
  PropertyContentSection,
  PropertyContent,
} from '../../../connector-kit/property-content-operations.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { provider } from './provider.ts'

/** Throws where the section cannot be read or written in that way. */
export function findSection(
  { sections }: PropertyContent,
  type: string,
  way: 'unreadable' | 'unwritable',
): PropertyContentSection {
  const section = sections[type]
  const reason = section ? section[way] : 'the channel has no such section'
  if (section && reason === undefined) return section
  throw new ApiError(
    'channel_not_supported',
    `\`${type}\` cannot be ${way === 'unreadable' ? 'read' : 'set'} from here: ${reason}.`,
    { channel: provider },
    {
      fix: 'Do it in the extranet of Booking.com. Where a call was put together from what third parties tell, the server makes it once its setting `BOOKING_UNVERIFIED_CALLS` is `true`.',
    },
  )
}
