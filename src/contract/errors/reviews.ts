import type { ErrorGroup } from './definition.ts'

/** These errors concern replies to reviews and reviews of guests. */
export const reviewErrors = {
  unsupported_channel: {
    source: 'interface',
    status: 422,
    retry: 'never',
    when: 'The channel of this record does not let a host do this through an API.',
    fix: 'Do it on the channel itself.',
    extra: ['channel', 'valid_values', 'reason'],
  },
  already_replied: {
    source: 'interface',
    status: 409,
    retry: 'after_reread',
    when: 'The review already has a reply, and the channel keeps only the first one.',
    fix: 'Read the review; its `response` is the reply that stands.',
    extra: ['channel'],
  },
  reply_not_allowed: {
    source: 'interface',
    status: 409,
    retry: 'never',
    when: 'Vrbo takes no reply to this review.',
    fix: 'Leave the review without a reply.',
    extra: ['channel', 'reason'],
  },
  review_already_submitted: {
    source: 'interface',
    status: 409,
    retry: 'never',
    when: 'The guest of this stay was already reviewed, and a guest review is final.',
    fix: 'Nothing to do: read the review to see what was submitted.',
    extra: ['channel'],
  },
  not_host_review: {
    source: 'interface',
    status: 409,
    retry: 'never',
    when: 'The id names a review written by the guest, which is not the form a host fills in.',
    fix: 'List with `reviewer_role=host` and use the id of the open host review.',
    extra: ['channel'],
  },
  review_window_closed: {
    source: 'interface',
    status: 409,
    retry: 'never',
    when: 'The time the channel gives for reviewing the guest has passed.',
    fix: 'Nothing to do; watch `expiresAt` of open host reviews.',
    extra: ['channel'],
  },
} satisfies ErrorGroup
