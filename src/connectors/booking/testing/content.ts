/** Each change of a property's content differs from the one before. */
import type { PropertyContentFacts } from '../../../connector-kit/testing/content-facts.ts'

export const propertyContent: PropertyContentFacts = {
  checkin_methods: (time) => ({
    checkin_methods: [
      {
        stream_variation_name: 'primary_checkin_method',
        checkin_method: time % 2 ? 'lock_box' : 'reception',
      },
    ],
  }),
  contacts: (time) => ({
    contacts: [{ contact_profiles: [{ type: 'general' }], emails: [{ email: `ada${time}@example.com` }] }],
  }),
  description: (time) => ({ language_code: 'en', text: `By the water, door ${time}.` }),
  facilities: (time) => [{ facility_id: 3 + time, state: 'PRESENT' }],
  licences: (time) => ({ variant_id: 42, content_data: [{ name: 'number', value: `L-${time}` }] }),
  // The property's second policy is changed, since it can have at most seven.
  policies: (time) => ({
    policies: [
      {
        ...{ policy_id: 40_123_001, policy_code: 12 + time, no_show_penalty: 'total_price' },
        guarantee_payment: { required: true, effective_from: 'after_cancellation_begins' },
      },
    ],
  }),
  photos: (time) => ({ photos: [{ url: `https://photos.example.com/quay-${time}.jpg` }] }),
  settings: (time) => ({ pets: { allowed: time % 2 ? 'YES' : 'NO' } }),
}
