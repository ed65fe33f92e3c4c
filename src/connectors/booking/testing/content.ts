/** Changes of everything that a property says of itself, each another one than the one before. */
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
  photos: (time) => ({ photos: [{ url: `https://photos.example.com/quay-${time}.jpg` }] }),
  settings: (time) => ({ pets: { allowed: time % 2 ? 'YES' : 'NO' } }),
}
