import type { ErrorGroup } from './definition.ts'

/** A property-management system refused the request, or cannot do it. */
export const pmsErrors = {
  pms_duplicate: {
    source: 'spec',
    status: 409,
    retry: 'never',
    when: 'The PMS already holds a booking made with this `Idempotency-Key`.',
    fix: 'Use the booking named in `existing`; for another booking send a new key.',
    extra: ['provider', 'existing'],
  },
  pms_group_booking: {
    source: 'spec',
    status: 409,
    retry: 'never',
    when: 'The stay is part of a group booking, which cannot be changed piece by piece from outside.',
    fix: 'Change the group in the PMS itself; the result arrives here by synchronisation.',
    extra: ['provider'],
  },
  pms_unavailable: {
    source: 'spec',
    status: 409,
    retry: 'after_reread',
    when: 'The PMS says the dates or the unit are not available, and nothing was booked.',
    fix: 'Read `GET /v1/availability/{propertyId}` and choose other dates or another unit.',
    extra: ['provider', 'pms'],
  },
  pms_writes_off: {
    source: 'spec',
    status: 409,
    retry: 'operator',
    when: 'The write policy of the connection forbids this through the API, so nothing was sent.',
    fix: 'Set `reservations.api` (bookings) or the switch of `calendar` that `message` names (nights) to true with `PATCH /v1/connect/{provider}/write-policy`, then repeat the request.',
    extra: ['provider', 'field'],
  },
  pms_not_linked: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'The listing is not managed in a PMS, so no PMS can price it.',
    fix: 'Ask `GET /v1/quotes` for the price of a direct booking.',
    extra: ['listing_id'],
  },
  pms_rejected: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'The PMS refused the request, and nothing was changed.',
    fix: 'Correct what `pms.errors` names and send the request with a new `Idempotency-Key`; the old key replays this answer.',
    extra: ['provider', 'pms', 'field'],
  },
  pms_write_unsupported: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'The PMS named in `provider` offers no way to do this through its API.',
    fix: 'Do it in the PMS itself; check the flags in `capabilities` of the listing before offering the action.',
    extra: ['provider', 'field', 'fields'],
  },
  pms_error: {
    source: 'spec',
    status: 502,
    retry: 'same_key',
    when: 'The PMS could not be reached or failed, and nothing is confirmed.',
    fix: 'Send the same request again with the SAME `Idempotency-Key`: a new key could book twice.',
    extra: ['provider', 'retry_after'],
  },
} satisfies ErrorGroup
