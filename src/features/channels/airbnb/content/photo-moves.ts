/** Putting photos in order, one write a photo. Pure. */

interface PhotoPosition {
  photoId: string
  sortOrder: number
}

/** Those that are named first, the others behind them as they stood. */
export function orderPhotoIds(shown: readonly PhotoPosition[], first: readonly string[]): string[] {
  return [...first, ...shown.map(({ photoId }) => photoId).filter((id) => !first.includes(id))]
}

/**
 * What is written, in this order: right whether the channel moves the others along with each write, or changes the number of
 * the one alone.
 */
export function planMoves(shown: readonly PhotoPosition[], wanted: readonly string[]): PhotoPosition[] {
  const places = shown.map(({ photoId }) => photoId)
  const numbers = new Map(shown.map(({ photoId, sortOrder }) => [photoId, sortOrder]))
  return wanted.flatMap((photoId, index) => {
    const sortOrder = index + 1
    if (places[index] === photoId && numbers.get(photoId) === sortOrder) return []
    places.splice(places.indexOf(photoId), 1)
    places.splice(index, 0, photoId)
    return { photoId, sortOrder }
  })
}
