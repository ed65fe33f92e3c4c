/** Remembers what was sent of a listing to Airbnb; stored with the link, beside its sections. */
import { createHash } from 'node:crypto'
import type { PublishResult, PushedSection } from '../../../../contract/channel-content/publishing.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Queryable } from '../../../../platform/tenant.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { evenOut } from '../content/compare-fields.ts'
import { withSectionLock } from '../content/with-section-lock.ts'
import type { AirbnbLink } from '../content/find-link.ts'
import { storeSection } from '../content/queries.ts'
import { storedNote } from './queries.ts'

/** Its name among a link's sections. */
export const noteName = 'push'

interface PushedSectionNote {
  /** When it was last sent or seen there; null: never. */
  pushedAt: string | null
  error: string | null
}

export interface PushNote {
  startedAt: string
  /** null: the push did not finish. */
  endedAt: string | null
  error: string | null
  /** Digests of what was seen there as sent, by field name. */
  fields: Record<string, string>
  sections: Partial<Record<PushedSection, PushedSectionNote>>
  /** Airbnb's photo ids, by digest of the address each was fetched from. */
  photos: Record<string, string>
}

export interface PhotoMemory {
  photos: Readonly<Record<string, string>>
  remember(address: string, id: string): Promise<void>
}

/** Outcome of one push. */
export interface PushResult {
  result: PublishResult
  /** Fields that Airbnb now shows as sent. */
  stood: readonly { section: PushedSection; field: string; wanted: unknown }[]
}

const emptyNote: PushNote = {
  startedAt: '',
  endedAt: null,
  error: null,
  fields: {},
  sections: {},
  photos: {},
}

/** Stands for a value when checking whether it changed. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(evenOut(value) ?? null))
    .digest('base64url')
    .slice(0, 16)

function nextNote(before: PushNote, { result, stood }: PushResult, at: Date): PushNote {
  // Sections no longer sent have no errors.
  const sections: PushNote['sections'] = Object.fromEntries(
    Object.entries(before.sections).map(([name, { pushedAt }]) => [name, { pushedAt, error: null }]),
  )
  const now = at.toISOString()
  for (const name of new Set([...result.sections, ...result.errors.map(({ section }) => section)])) {
    const wrong = result.errors.find(({ section }) => section === name)
    // Sections without known content were not sent.
    if (wrong?.code === 'no_content') continue
    const pushedAt = result.sections.includes(name) ? now : (before.sections[name]?.pushedAt ?? null)
    sections[name] = { pushedAt, error: wrong?.message ?? null }
  }
  const fields = Object.fromEntries(stood.map(({ field, wanted }) => [field, digestOf(wanted)]))
  return {
    startedAt: before.startedAt,
    endedAt: now,
    error: result.published ? null : (result.reason ?? null),
    fields: { ...before.fields, ...fields },
    sections,
    photos: before.photos,
  }
}

type StorePush = (tx: Queryable, pushed: PushResult) => Promise<void>

/** For a dry run. */
export async function readPhotoMemory(
  { services, scope }: RouteWriteContext,
  link: AirbnbLink,
): Promise<PhotoMemory> {
  const note = await storedNote<PushNote>(services.db, scope, link, noteName)
  return { photos: note?.photos ?? {}, remember: async () => {} }
}

/** Serialises pushes of a listing. `work` stores the note with its answer through `keep`; a failure is noted too. */
export async function withPushNote<R>(
  { services, scope }: RouteWriteContext,
  link: AirbnbLink,
  work: (keep: StorePush, memory: PhotoMemory) => Promise<R>,
): Promise<R> {
  const { db, clock } = services
  return withSectionLock(services, scope, link, noteName, async (holder) => {
    const known = await storedNote<PushNote>(db, scope, link, noteName)
    const before = { ...emptyNote, ...known, startedAt: clock.now().toISOString() }
    const keep = (tx: Queryable, content: PushNote) =>
      storeSection(tx, scope, link, {
        ...{ section: noteName, content, readAt: clock.now(), lockedFields: null, holder },
      })
    await keep(db, { ...before, endedAt: null })
    const photos = { ...before.photos }
    before.photos = photos
    const memory: PhotoMemory = {
      photos,
      async remember(address, id) {
        photos[address] = id
        await keep(db, { ...before, endedAt: null })
      },
    }
    try {
      return await work((tx, pushed) => keep(tx, nextNote(before, pushed, clock.now())), memory)
    } catch (error) {
      if (error instanceof ApiError) {
        await keep(db, { ...before, endedAt: clock.now().toISOString(), error: error.message })
      }
      throw error
    }
  })
}
