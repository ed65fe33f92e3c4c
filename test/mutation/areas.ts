/** Rules whose mistakes cost money, nights or secrets, with the tests that must notice a fault in them. */

export interface MutationArea {
  name: string
  /** Files that faults are put into. */
  files: readonly string[]
  /** Test files beside those that lie next to the rules (`x.test.ts` next to `x.ts`). */
  tests?: readonly string[]
}

const connectors = [
  'beds24',
  'cloudbeds',
  'guesty',
  'hospitable',
  'hostaway',
  'lodgify',
  'mews',
  'ownerrez',
  'smoobu',
]

export const mutationAreas: readonly MutationArea[] = [
  {
    name: 'money',
    files: [
      'src/connector-kit/money.ts',
      'src/connector-kit/minor-units.ts',
      'src/platform/decimal.ts',
      'src/records/payable-amount.ts',
      'src/records/rates/stay-price.ts',
      'src/features/migrations/stay-money.ts',
      'src/features/channels/airbnb/transactions/breakdown.ts',
      'src/features/channels/airbnb/transactions/payouts.ts',
    ],
  },
  {
    name: 'dates',
    files: [
      'src/connector-kit/dates.ts',
      'src/platform/civil-day.ts',
      'src/records/property-day.ts',
      'src/records/reservations/cancelled-at.ts',
    ],
    tests: ['src/records/property-day.test.ts'],
  },
  {
    name: 'availability',
    files: [
      'src/records/calendar/rules.ts',
      'src/records/calendar/stay-rules.ts',
      'src/features/calendar/availability/rules.ts',
      'src/upstream/nights/plan.ts',
      'src/upstream/nights/verdict.ts',
      'src/features/calendar/selling/map-rules.ts',
      'src/features/calendar/selling/pieces.ts',
      'src/features/calendar/selling/read-nights.ts',
      'src/records/selling/wish.ts',
      'src/records/conflicts/rules.ts',
    ],
  },
  {
    name: 'merging',
    files: [
      'src/records/guests/contact-forms.ts',
      'src/records/guests/matching.ts',
      'src/records/reservations/twins/rules.ts',
    ],
    tests: ['src/records/guests/matching-updates.test.ts'],
  },
  {
    name: 'idempotency',
    files: ['src/http/idempotency-rules.ts', 'src/http/idempotency.ts'],
  },
  {
    name: 'tenancy',
    files: [
      'src/contract/key-scopes.ts',
      'src/features/tenancy/keys/rules.ts',
      'src/features/tenancy/members/rules.ts',
      'src/features/tenancy/workspaces/access-rights.ts',
      'src/http/credentials.ts',
      'src/http/key-rights.ts',
    ],
  },
  {
    name: 'limits',
    files: ['src/connector-kit/ratelimit.ts', 'src/connector-kit/retry-after.ts'],
  },
  {
    name: 'webhooks',
    files: [
      'src/features/webhooks/delivery/delivery-state.ts',
      'src/features/webhooks/delivery/look-planner.ts',
      'src/features/webhooks/delivery/endpoint-slots.ts',
      'src/features/webhooks/delivery/signature.ts',
      'src/features/webhooks/delivery/signing-keys.ts',
      'src/features/webhooks/rules.ts',
    ],
  },
  {
    name: 'mapping',
    files: connectors.map((name) => `src/connectors/${name}/map-reservation.ts`),
    tests: [
      ...connectors.map((name) => `src/connectors/${name}/map-*.test.ts`),
      'src/connectors/ownerrez/map.test.ts',
    ],
  },
]
