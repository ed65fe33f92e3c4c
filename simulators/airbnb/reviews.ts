import { secondOf } from '../kit/clock.ts'
import { reviewWindow } from './inbox.ts'
import type { Reservation } from './records.ts'
import type { Store } from './store.ts'

export const reviewCategories = ['cleanliness', 'communication', 'respect_house_rules'] as const
const guestCategories = ['accuracy', 'checkin', 'cleanliness', 'communication', 'location', 'value'] as const

export interface CategoryRating {
  category: string
  rating: number
  comment?: string | null
  review_category_tags?: readonly string[]
}

export interface Review {
  id: string
  id_str: string
  host_id: string
  listing_id: string
  reservation_confirmation_code: string
  reviewer_id: string | null
  reviewer_role: 'host' | 'guest'
  reviewee_id: string | null
  reviewee_role: 'host' | 'guest'
  overall_rating: number | null
  category_ratings: readonly CategoryRating[]
  public_review: string | null
  private_feedback: string | null
  is_reviewee_recommended: boolean | null
  reviewee_response: string | null
  responded_at: string | null
  submitted: boolean
  submitted_at: string | null
  first_completed_at: string | null
  expires_at: string
  hidden: boolean
}

export type Verdict = Partial<
  Pick<
    Review,
    'overall_rating' | 'category_ratings' | 'public_review' | 'private_feedback' | 'is_reviewee_recommended'
  >
>

/** After a stay each side has two weeks for one review. Neither is visible before both exist or time is up. */
export class Reviews {
  readonly rows = new Map<string, Review>()
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  open(reservation: Reservation): void {
    if (reservation.status_type !== 'accept' || this.of(reservation.confirmation_code).length > 0) return
    for (const reviewer_role of ['host', 'guest'] as const) this.#add(reservation, reviewer_role)
  }

  of(code: string, role?: Review['reviewer_role']): Review[] {
    return [...this.rows.values()].filter(
      (row) =>
        row.reservation_confirmation_code === code && (role === undefined || row.reviewer_role === role),
    )
  }

  isClosed({ expires_at }: Review, nowMs: number): boolean {
    return Date.parse(expires_at) <= nowMs
  }

  submit(review: Review, verdict: Verdict, atMs: number): void {
    const submitted_at = secondOf(atMs)
    const { overall_rating } = verdict
    const rated =
      review.reviewer_role === 'guest' && typeof overall_rating === 'number'
        ? { category_ratings: guestCategories.map((category) => ({ category, rating: overall_rating })) }
        : {}
    Object.assign(review, rated, verdict, { submitted: true, submitted_at, first_completed_at: submitted_at })
    const both = this.of(review.reservation_confirmation_code)
    if (both.every(({ submitted }) => submitted)) this.#reveal(both)
  }

  /** Ends the two weeks. */
  close(code: string): void {
    this.#reveal(this.of(code))
  }

  /** Shows a review to the host: the guest's part stays hidden until it is revealed. */
  shown(review: Review): object {
    const { host_id: _host, ...row } = review
    if (!review.hidden || review.reviewer_role === 'host') return row
    return { ...row, overall_rating: null, category_ratings: [], public_review: null, private_feedback: null }
  }

  remove(code: string): void {
    for (const { id } of this.of(code)) this.rows.delete(id)
  }

  #reveal(rows: readonly Review[]): void {
    for (const row of rows) row.hidden = false
  }

  #add(reservation: Reservation, reviewer_role: Review['reviewer_role']): void {
    const { host_id, guest_id, listing_id_str, confirmation_code, end_date } = reservation
    const [host, guest] = [
      { id: host_id, role: 'host' as const },
      { id: guest_id, role: 'guest' as const },
    ]
    const [by, about] = reviewer_role === 'host' ? [host, guest] : [guest, host]
    const id = this.#store.nextId('review', 880_200_301)
    this.rows.set(id, {
      ...{
        id,
        id_str: id,
        host_id,
        listing_id: listing_id_str,
        reservation_confirmation_code: confirmation_code,
      },
      ...{ reviewer_id: by.id, reviewer_role: by.role, reviewee_id: about.id, reviewee_role: about.role },
      ...{ overall_rating: null, category_ratings: [], public_review: null, private_feedback: null },
      ...{ is_reviewee_recommended: null, reviewee_response: null, responded_at: null },
      ...{ submitted: false, submitted_at: null, first_completed_at: null, hidden: true },
      expires_at: secondOf(reviewWindow(end_date ?? '').untilMs),
    })
  }
}
