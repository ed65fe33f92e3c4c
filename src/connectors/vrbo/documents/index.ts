/**
 * Lists every document by the name of its operation. A test compares them with the vendor's schema if it is
 * present.
 */
import * as bookingChanges from './booking-changes.ts'
import * as messages from './messages.ts'
import * as notifications from './notifications.ts'
import * as properties from './properties.ts'
import * as reservations from './reservations.ts'
import * as reviews from './reviews.ts'

export const documents = {
  ...bookingChanges,
  ...messages,
  ...notifications,
  ...properties,
  ...reservations,
  ...reviews,
} as const
export type DocumentName = keyof typeof documents

/** Mutations have these root fields. */
export const mutations: ReadonlySet<string> = new Set(
  Object.values<string>(documents).flatMap((text) => {
    const root = /^mutation [^{]*\{\s*(\w+)/.exec(text)?.[1]
    return root === undefined ? [] : [root]
  }),
)
