import { Type, type Static } from 'typebox'
import { Count, Decimal, ExternalId, Instant, Text, nullable, strict } from './fields.ts'
import { GuestRecord } from './guest.ts'

export const ConversationRecord = Type.Object(
  {
    externalId: ExternalId,
    platform: nullable(Type.Enum(['airbnb', 'booking', 'vrbo', 'website', 'email'])),
    externalThreadId: Type.Optional(Text),
    listingExternalId: Type.Optional(nullable(ExternalId)),
    /** The id is that of the vendor's reservation row, which may be an inquiry. */
    reservationExternalId: Type.Optional(nullable(ExternalId)),
    guest: Type.Optional(GuestRecord),
    subject: Type.Optional(Text),
    lastMessageAt: Type.Optional(nullable(Instant)),
    unreadCount: Type.Optional(Count),
  },
  strict,
)

export const messageModerations = ['in_review', 'accepted', 'blocked'] as const

export const AttachmentRecord = Type.Object(
  {
    id: Type.Optional(Type.String()),
    url: Type.String(),
    contentType: Type.Optional(Text),
    createdAt: Type.Optional(nullable(Instant)),
  },
  strict,
)

export const MessageRecord = Type.Object(
  {
    externalId: ExternalId,
    /**
     * Earlier versions of this server used these ids. A message stored under one of them takes its id over.
     */
    formerIds: Type.Optional(Type.Array(ExternalId)),
    conversationExternalId: ExternalId,
    direction: Type.Enum(['inbound', 'outbound']),
    senderType: Type.Optional(Text),
    senderName: Type.Optional(Text),
    senderAvatar: Type.Optional(Text),
    channel: Type.Optional(Text),
    body: Type.String(),
    attachments: Type.Optional(Type.Array(AttachmentRecord)),
    isAutomated: Type.Optional(Type.Boolean()),
    sentAt: Instant,
    deliveredAt: Type.Optional(nullable(Instant)),
    readAt: Type.Optional(nullable(Instant)),
    /** Set by channels that review messages before the other side sees them. */
    moderation: Type.Optional(nullable(Type.Enum(messageModerations))),
  },
  strict,
)

export const ReviewRecord = Type.Object(
  {
    externalId: ExternalId,
    platform: nullable(Type.Enum(['airbnb', 'booking', 'vrbo'])),
    listingExternalId: Type.Optional(nullable(ExternalId)),
    reservationExternalId: Type.Optional(nullable(ExternalId)),
    reservationCode: Type.Optional(Text),
    guestName: Type.Optional(Text),
    reviewerRole: Type.Enum(['guest', 'host']),
    /** Ratings go from 0 to 5, whatever the vendor's scale. */
    rating: Type.Optional(nullable(Decimal)),
    categories: Type.Optional(
      Type.Array(
        Type.Object(
          { category: Type.String(), rating: nullable(Decimal), comment: Type.Optional(Text) },
          strict,
        ),
      ),
    ),
    publicReview: Type.Optional(Text),
    privateFeedback: Type.Optional(Text),
    isRevieweeRecommended: Type.Optional(nullable(Type.Boolean())),
    response: Type.Optional(
      nullable(Type.Object({ body: Type.String(), submittedAt: nullable(Instant) }, strict)),
    ),
    submittedAt: Type.Optional(nullable(Instant)),
    expiresAt: Type.Optional(nullable(Instant)),
    hidden: Type.Optional(Type.Boolean()),
    language: Type.Optional(Text),
  },
  strict,
)

export type ConversationRecord = Static<typeof ConversationRecord>
export type MessageRecord = Static<typeof MessageRecord>
export type ReviewRecord = Static<typeof ReviewRecord>
