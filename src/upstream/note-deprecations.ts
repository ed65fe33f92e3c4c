/** Records which calls of an account its vendor announces to end. */
import type { DeprecationWatch, VendorDeprecation } from '../connector-kit/deprecations.ts'
import type { Scope } from '../platform/tenant.ts'
import type { Services } from '../services.ts'
import { storeDeprecation } from './deprecation-queries.ts'

export function watchDeprecations(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  scope: Scope,
  connectionId: string,
): DeprecationWatch {
  const seen = new Set<string>()
  return {
    async announced(deprecation) {
      const key = keyOf(deprecation)
      if (seen.has(key)) return
      seen.add(key)
      try {
        const isNew = await storeDeprecation(db, scope, connectionId, { key, deprecation, at: clock.now() })
        if (isNew)
          log.warn({ connection: connectionId, ...deprecation }, 'the vendor announces the end of a call')
      } catch (err) {
        log.warn({ err, connection: connectionId }, 'what an answer says of a deprecated call was not noted')
      }
    },
  }
}

/** Warnings about records differ by their ids alone, and stand as one. */
const keyOf = ({ call, message }: VendorDeprecation): string =>
  `${call} ${message.replaceAll(/\d{5,}/g, '#')}`.slice(0, 200)
