/** Categories with their sub-categories, and the flat word of older fields for the same. */
export interface Status {
  category: string
  sub: string | null
  flat: string
}

export const statuses = {
  accepted: { category: 'accepted', sub: null, flat: 'accepted' },
  requested: { category: 'request', sub: 'request to book', flat: 'request' },
  approval: { category: 'request', sub: 'awaiting approval', flat: 'request' },
  verification: { category: 'request', sub: 'pending verification', flat: 'request' },
  payment: { category: 'request', sub: 'request for payment', flat: 'awaiting_payment' },
  // The vendor spells this with one l in one field and two in the other.
  cancelled: { category: 'cancelled', sub: null, flat: 'canceled' },
  withdrawn: { category: 'cancelled', sub: 'withdrawn', flat: 'canceled' },
  declined: { category: 'not accepted', sub: 'declined', flat: 'not_accepted' },
  expired: { category: 'not accepted', sub: 'expired', flat: 'not_accepted' },
} satisfies Record<string, Status>

/** An owner's own stay costs nothing and has no guest; an inquiry has no status. */
export type StayKind = Status | 'owner' | 'inquiry'

export const pastKinds: readonly (readonly [StayKind, number])[] = [
  [statuses.accepted, 16],
  [statuses.cancelled, 2],
  [statuses.withdrawn, 1],
  [statuses.declined, 1],
  [statuses.expired, 1],
  ['inquiry', 2],
  ['owner', 1],
]

export const comingKinds: readonly (readonly [StayKind, number])[] = [
  [statuses.accepted, 14],
  [statuses.requested, 1],
  [statuses.approval, 1],
  [statuses.verification, 1],
  [statuses.payment, 1],
  [statuses.cancelled, 2],
  [statuses.declined, 1],
  ['inquiry', 3],
  ['owner', 1],
]

export const platforms: readonly (readonly [string, number])[] = [
  ['airbnb', 8],
  ['booking', 4],
  ['homeaway', 3],
  ['direct', 2],
  ['manual', 2],
]

const step = ({ category, sub }: Status) => ({ category, sub_category: sub })

/** Returns a reservation's status fields; the newest step stands last. */
export function statusParts(steps: readonly { status: Status; at: string }[]) {
  const last = steps.at(-1)?.status ?? statuses.accepted
  const history = steps.map(({ status, at }) => ({ ...step(status), changed_at: at }))
  const spelled = history.map((entry, index) => ({
    ...entry,
    category: steps[index]?.status.flat ?? entry.category,
  }))
  return {
    status: last.flat,
    reservation_status: { current: step(last), history },
    status_history: spelled,
  }
}
