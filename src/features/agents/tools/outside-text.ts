/** Marks texts that guests and channels wrote, so that no model takes them for instructions. */
import { Type } from 'typebox'
import type { Static } from 'typebox'

export const OutsideText = Type.Object({ untrusted: Type.Literal(true), text: Type.String() })
export type OutsideText = Static<typeof OutsideText>

/** Some providers of models reject a list of types, so null is a branch. */
export const OutsideTextOrNull = Type.Union([OutsideText, Type.Null()])

const longestText = 4_000

/**
 * Control characters, bidirectional marks, invisible joiners and tag characters: a person does not see them and a
 * model reads them.
 */
const unseen =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/** Removes what is not seen, and cuts what is too long for a tool's answer. */
export function visibleText(text: string, longest = longestText): string {
  const seen = text.replaceAll('\r\n', '\n').replaceAll(unseen, '')
  return seen.length <= longest ? seen : `${seen.slice(0, longest)}…`
}

export const outsideText = (text: string, longest?: number): OutsideText => ({
  untrusted: true,
  text: visibleText(text, longest),
})

export const outsideTextOrNull = (text: string | null | undefined, longest?: number): OutsideText | null =>
  text == null || text === '' ? null : outsideText(text, longest)
