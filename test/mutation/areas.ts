/** Rules whose mistakes cost money, nights or secrets, with the tests that must notice a fault in them. */
import { globSync } from 'node:fs'

export interface MutationArea {
  name: string
  /** Files that faults are put into. */
  files: readonly string[]
  /** Test files beside those that lie next to the rules (`x.test.ts` next to `x.ts`). */
  tests?: readonly string[]
}

/** The file of each connector that makes a stay of the vendor's booking. */
const bookingMaps = globSync('src/connectors/*/map-{reservation,booking,lead}.ts').toSorted()

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
      'src/records/guests/placeholder-contacts.ts',
      'src/records/reservations/twins/rules.ts',
    ],
    tests: ['src/records/guests/matching-updates.test.ts'],
  },
  {
    name: 'idempotency',
    files: ['src/http/idempotency-rules.ts', 'src/http/idempotency.ts', 'src/connector-kit/find-booked.ts'],
  },
  {
    name: 'tenancy',
    files: [
      'src/contract/key-scopes.ts',
      'src/contract/member-roles.ts',
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
      'src/connector-kit/standard-webhooks.ts',
    ],
  },
  {
    name: 'mapping',
    files: [...bookingMaps, 'src/connectors/airbnb/map-money.ts', 'src/connectors/vrbo/map-money.ts'],
    tests: ['src/connectors/*/map-*.test.ts', 'src/connectors/ownerrez/map.test.ts'],
  },
]
