/** Some vendors limit one resource of an account, such as a thread: only calls for that resource wait. */
import type { ResourceLimit } from './manifest.ts'
import { VendorError } from './vendor-error.ts'

/** A 429 that names no pause gets this one. */
const defaultPauseMs = 60_000
/** At this many entries the expired ones are deleted. */
const sweepAtEntries = 1000

export class ResourceLimits {
  readonly #patterns: readonly RegExp[]
  readonly #pausedUntil = new Map<string, number>()

  constructor(limits: readonly ResourceLimit[]) {
    this.#patterns = limits.map(({ path }) => {
      const segments = path
        .split('/')
        .map((segment) => (segment === ':id' ? '[^/?]+' : segment.replace(/[^\w-]/g, '\\$&')))
      return new RegExp(`^${segments.join('/')}(?=[/?]|$)`)
    })
  }

  /** Returns the part of a path that names a resource with a limit of its own. */
  resourceOf(path: string): string | undefined {
    return this.#patterns.map((pattern) => pattern.exec(path)?.[0]).find((resource) => resource !== undefined)
  }

  /** Throws while the resource is paused, before anything is sent. */
  assertFree(path: string, nowMs: number): void {
    const resource = this.resourceOf(path)
    const pauseMs = resource === undefined ? 0 : (this.#pausedUntil.get(resource) ?? 0) - nowMs
    if (pauseMs <= 0) return
    const text = `${resource} may not be asked for another ${Math.ceil(pauseMs / 1000)} s`
    throw new VendorError('rate_limited', text, { path, limitedTo: resource, retryAfterMs: pauseMs })
  }

  notePause({ kind, limitedTo, retryAfterMs = defaultPauseMs }: VendorError, nowMs: number): void {
    if (kind !== 'rate_limited' || limitedTo === undefined) return
    if (this.#pausedUntil.size >= sweepAtEntries)
      for (const [resource, until] of this.#pausedUntil)
        if (until <= nowMs) this.#pausedUntil.delete(resource)
    this.#pausedUntil.set(limitedTo, nowMs + retryAfterMs)
  }
}
