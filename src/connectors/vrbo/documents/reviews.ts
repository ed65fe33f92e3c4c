/** These read reviews of guests and answer them. */

const review = `fragment GuestReview on Review {
  id
  title { value }
  body { locale value }
  brandNameV2
  createdDateTime
  status
  starRatings { category value }
  response { status createdDateTime body { value } }
  reservation { primaryGuest { firstName lastName } reservationIds { id idSource } }
}`

export const ReviewsOfAdvertiser = `query ReviewsOfAdvertiser($advertiser: ID!, $cursor: String, $properties: Int, $pageSize: Int!) {
  propertiesByAdvertiser(id: $advertiser, idSource: VRBO, cursor: $cursor, pageSize: $properties) {
    cursor
    elements {
      id
      reviews(pageSize: $pageSize, orderBy: { createdDateTime: DESC }) {
        cursor
        reviews { ...GuestReview }
      }
    }
  }
}
${review}`

export const ReviewsOfProperty = `query ReviewsOfProperty($property: String!, $after: String, $pageSize: Int!) {
  property(id: $property, idSource: EXPEDIA) {
    reviews(pageSize: $pageSize, after: $after, orderBy: { createdDateTime: DESC }) {
      cursor
      reviews { ...GuestReview }
    }
  }
}
${review}`

/** An answer needs these fields of the review. */
export const ReviewToAnswer = `query ReviewToAnswer($property: String!, $review: String!) {
  property(id: $property, idSource: EXPEDIA) {
    reviews(pageSize: 1, filter: { reviewId: $review }) {
      reviews { id isEligibleForResponse body { locale } response { status } }
    }
  }
}`

export const AnswerReview = `mutation AnswerReview($property: ID!, $review: ID!, $body: InputLocalizedString!) {
  setReviewResponse(propertyId: $property, propertyIdSource: EXPEDIA, reviewId: $review, body: $body) {
    status
    createdDateTime
  }
}`
