/** How something that is made anew in a section is known again when the answer was lost. Pure. */
import { evenText } from '../../../../platform/even-text.ts'
import type {
  ContentItems,
  ContentSections,
  ItemOf,
  ItemSection,
} from '../../../../contract/channel-content/sections.ts'

interface ItemKind<S extends ItemSection> {
  /** The channel's id of it. */
  idOf(row: ContentSections[S]['content'][number]): string
  /** What of a request is kept while nobody knows what became of it, and makes two of them the same. */
  kept(item: ContentItems[S]): object
  /** Whether one that is new there can be it; the channel may have put the rest into words of its own. */
  isLike(row: ContentSections[S]['content'][number], kept: object): boolean
}

interface PhotoForMatching {
  caption: string
}

const kinds: { [S in ItemSection]: ItemKind<S> } = {
  photos: {
    idOf: ({ photoId }) => photoId,
    // What of it is an image stays with the caller.
    kept: ({ image: _, caption = '', ...photo }) => ({ caption, ...photo }),
    isLike: ({ caption }, kept) => evenText(caption ?? '') === evenText((kept as PhotoForMatching).caption),
  },
  rooms: {
    idOf: ({ roomId }) => roomId,
    kept: ({ room_type, beds = [] }) => ({ roomType: room_type, beds }),
    isLike: ({ roomType }, kept) => roomType === (kept as { roomType: string }).roomType,
  },
}

/** What is written down of one before it is sent. */
export interface ItemAct {
  section: ItemSection
  /** Of the channel listing. */
  externalId: string
  item: object
  /** The channel's ids of what was there before. */
  known: string[]
}

export const toStoredItem = <S extends ItemSection>(section: S, item: ItemOf<S>): object =>
  kinds[section].kept(item as ContentItems[S])

export const idsIn = <S extends ItemSection>(section: S, content: ContentSections[S]['content']): string[] =>
  content.map((row) => kinds[section].idOf(row))

/** Ids of what is new since it was sent and can be it. */
export const findNewIds = <S extends ItemSection>(
  section: S,
  content: ContentSections[S]['content'],
  { known, item }: ItemAct,
): string[] => {
  const { idOf, isLike } = kinds[section]
  return content.filter((row) => !known.includes(idOf(row)) && isLike(row, item)).map(idOf)
}
