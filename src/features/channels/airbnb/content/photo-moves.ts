/** Plans the order of photos as one write per photo. Pure. */

interface PhotoPosition {
  photoId: string
  sortOrder: number
}

/** The named ids first, then the others in their present order. */
export function orderPhotoIds(present: readonly PhotoPosition[], first: readonly string[]): string[] {
  return [...first, ...present.map(({ photoId }) => photoId).filter((id) => !first.includes(id))]
}

/** Plans writes whose order holds whether the channel shifts other photos or changes only the one. */
export function planMoves(present: readonly PhotoPosition[], photoIds: readonly string[]): PhotoPosition[] {
  const places = present.map(({ photoId }) => photoId)
  const numbers = new Map(present.map(({ photoId, sortOrder }) => [photoId, sortOrder]))
  return photoIds.flatMap((photoId, index) => {
    const sortOrder = index + 1
    if (places[index] === photoId && numbers.get(photoId) === sortOrder) return []
    places.splice(places.indexOf(photoId), 1)
    places.splice(index, 0, photoId)
    return { photoId, sortOrder }
  })
}
