/** Decides what channels that sell from here should show, and wakes them when it may have changed. */
export { wakeLinksOf, wakeSelling } from '../calendar/wake-queries.ts'
export { channelNightOf, addMarkup, type WishedNight } from './wish.ts'
