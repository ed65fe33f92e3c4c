/** These parts of a listing are known to exist, but their paths and bodies are not, so they are invented. */
import type { Listing } from './records.ts'

interface CheckInGuide {
  published: boolean
  steps: readonly { id: number; notes: string | null; media_url: string | null }[]
}

export interface Permit {
  regulatory_body: string
  regulation_type: string
  regulation_context: string | null
  flow_slug: string
  status: string
  answers: object
}

export interface Guides {
  /** By locale. */
  checkIn: Map<string, CheckInGuide>
  checkOut: readonly { task_type: string; is_present: boolean; added_details: string | null }[]
  permits: Permit[]
  flows: readonly object[]
  quality: {
    standards: readonly { standard: string; state: string }[]
    reservation_issues: readonly {
      confirmation_code: string
      review_issues: readonly string[]
      cancellation: string | null
    }[]
    stats: readonly { name: string; value: number }[]
  }
}

export const seedGuides = ({ id, city }: Pick<Listing, 'id' | 'city'>): Guides => ({
  checkIn: new Map([
    [
      'en',
      {
        published: true,
        steps: [
          { id: 1, notes: 'The gate is green.', media_url: `https://pictures.example.com/${id}/gate.jpg` },
          { id: 2, notes: 'The box is left of the door.', media_url: null },
        ],
      },
    ],
  ]),
  checkOut: [
    { task_type: 'return_keys', is_present: true, added_details: 'Into the box.' },
    { task_type: 'throw_trash', is_present: false, added_details: null },
  ],
  permits: [
    {
      regulatory_body: `city_of_${(city ?? 'nowhere').toLowerCase()}`,
      regulation_type: 'registration',
      regulation_context: null,
      flow_slug: 'existing_registration',
      status: 'approved',
      answers: { permit_number: { string_value: `REG-${id.slice(-4)}` } },
    },
  ],
  flows: [
    {
      regulatory_body: `city_of_${(city ?? 'nowhere').toLowerCase()}`,
      regulation_type: 'registration',
      flow_slug: 'existing_registration',
      questions: [{ answer_key: 'permit_number', type: 'string', text: 'What is the number?' }],
    },
  ],
  quality: {
    standards: [{ standard: 'cleanliness', state: 'met' }],
    reservation_issues: [
      { confirmation_code: 'HMQUALITY1', review_issues: ['cleanliness'], cancellation: null },
    ],
    stats: [{ name: 'overall_rating', value: 4.8 }],
  },
})
