/** What channels that are sold on from here are to show, and telling them that it may have changed. */
export { wakeLinksOf, wakeSelling } from '../calendar/wake-queries.ts'
export { channelNightOf, addMarkup, type WishedNight } from './wish.ts'
