/** How a created item is recognised when its answer was lost. Pure. */
import { normalizeText } from '../../../../platform/normalize-text.ts'
import type {
  ContentItems,
  ContentSections,
  ItemOf,
  ItemSection,
} from '../../../../contract/channel-content/sections.ts'

interface ItemKind<S extends ItemSection> {
  /** The channel's id of an item. */
  idOf(row: ContentSections[S]['content'][number]): string
  /** The request fields stored until the outcome is known; equal ones mean the same item. */
  kept(item: ContentItems[S]): object
  /** Whether a new item can be the requested one; the channel may have reworded other fields. */
  isLike(row: ContentSections[S]['content'][number], kept: object): boolean
}

interface PhotoForMatching {
  caption: string
}

const kinds: { [S in ItemSection]: ItemKind<S> } = {
  photos: {
    idOf: ({ photoId }) => photoId,
    // The image itself is not stored.
    kept: ({ image: _, caption = '', ...photo }) => ({ caption, ...photo }),
    isLike: ({ caption }, item) =>
      normalizeText(caption ?? '') === normalizeText((item as PhotoForMatching).caption),
  },
  rooms: {
    idOf: ({ roomId }) => roomId,
    kept: ({ room_type, beds = [] }) => ({ roomType: room_type, beds }),
    isLike: ({ roomType }, item) => roomType === (item as { roomType: string }).roomType,
  },
}

/** What is stored of an item before it is sent. */
export interface ItemAct {
  section: ItemSection
  /** External id of the channel listing. */
  externalId: string
  item: object
  /** The channel's ids of items that existed before. */
  known: string[]
}

export const toStoredItem = <S extends ItemSection>(section: S, item: ItemOf<S>): object =>
  kinds[section].kept(item as ContentItems[S])

export const idsIn = <S extends ItemSection>(section: S, content: ContentSections[S]['content']): string[] =>
  content.map((row) => kinds[section].idOf(row))

/** Ids of new items that can be the requested one. */
export const findNewIds = <S extends ItemSection>(
  section: S,
  content: ContentSections[S]['content'],
  { known, item }: ItemAct,
): string[] => {
  const { idOf, isLike } = kinds[section]
  return content.filter((row) => !known.includes(idOf(row)) && isLike(row, item)).map(idOf)
}
