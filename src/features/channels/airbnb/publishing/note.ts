/** What is remembered of sending a listing to Airbnb: kept with the link, beside the sections that were read. */
import { createHash } from 'node:crypto'
import type { PublishResult, PushedSection } from '../../../../contract/channel-content/publishing.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Queryable } from '../../../../platform/tenant.ts'
import type { Writing } from '../../../route.ts'
import { even } from '../content/compare.ts'
import { whileHolding } from '../content/hold.ts'
import type { Link } from '../content/link.ts'
import { keepSection } from '../content/queries.ts'
import { keptNote } from './queries.ts'

/** Where it stands among the sections of a link. */
export const noteName = 'push'

interface SectionNote {
  /** When it was last sent, or seen to stand there; null: never. */
  pushedAt: string | null
  error: string | null
}

export interface PushNote {
  startedAt: string
  /** null: it did not come to its end. */
  endedAt: string | null
  error: string | null
  /** By name: digests of what was seen to stand there as it was sent. */
  fields: Record<string, string>
  sections: Partial<Record<PushedSection, SectionNote>>
  /** Ids that Airbnb gave photos, by the digest of the address that they were fetched from. */
  photos: Record<string, string>
}

export interface PhotoMemory {
  photos: Readonly<Record<string, string>>
  remember(address: string, id: string): Promise<void>
}

/** What became of the sections of one push. */
export interface Pushed {
  result: PublishResult
  /** Fields that stand there now, as they were sent. */
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

/** Stands for a value wherever it is asked whether it is the same. */
export const digestOf = (wanted: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(even(wanted) ?? null))
    .digest('base64url')
    .slice(0, 16)

function noteAfter(before: PushNote, { result, stood }: Pushed, at: Date): PushNote {
  // Of what is not asked for any more nothing is wrong.
  const sections: PushNote['sections'] = Object.fromEntries(
    Object.entries(before.sections).map(([name, { pushedAt }]) => [name, { pushedAt, error: null }]),
  )
  const now = at.toISOString()
  for (const name of new Set([...result.sections, ...result.errors.map(({ section }) => section)])) {
    const wrong = result.errors.find(({ section }) => section === name)
    // What nothing is known of was not asked for.
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

type Keep = (tx: Queryable, pushed: Pushed) => Promise<void>

/** For a push that sends nothing. */
export async function memoryOf({ services, scope }: Writing, link: Link): Promise<PhotoMemory> {
  const note = await keptNote<PushNote>(services.db, scope, link, noteName)
  return { photos: note?.photos ?? {}, remember: async () => {} }
}

/** One at a time sends the listing; `work` has `keep` come with its answer. What fails is remembered as well. */
export async function whileNoted<R>(
  { services, scope }: Writing,
  link: Link,
  work: (keep: Keep, memory: PhotoMemory) => Promise<R>,
): Promise<R> {
  const { db, clock } = services
  return whileHolding(services, scope, link, noteName, async (holder) => {
    const known = await keptNote<PushNote>(db, scope, link, noteName)
    const before = { ...emptyNote, ...known, startedAt: clock.now().toISOString() }
    const keep = (tx: Queryable, content: PushNote) =>
      keepSection(tx, scope, link, {
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
      return await work((tx, pushed) => keep(tx, noteAfter(before, pushed, clock.now())), memory)
    } catch (error) {
      if (error instanceof ApiError) {
        await keep(db, { ...before, endedAt: clock.now().toISOString(), error: error.message })
      }
      throw error
    }
  })
}
