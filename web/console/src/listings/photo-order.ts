/** Pictures in their order. Pure. */

/** The same list with one entry at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item)
  return next
}

export const isPictureAddress = (address: string): boolean =>
  /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/** Whether both show the same pictures, in the same order, with the same captions. */
export const isSamePictures = (
  a: readonly { url: string; caption: string | null }[],
  b: readonly { url: string; caption: string | null }[],
): boolean =>
  a.length === b.length &&
  a.every(({ url, caption }, index) => url === b[index]?.url && caption === (b[index]?.caption ?? null))
