/** Recognises refusals that say that the channel of a booking manages it, in any vendor's words. */
const channel =
  '(?:the |a |an |its |their )?(?:(?:external|third[- ]party|original|booking|sales) )?(?:channels?|otas?|airbnb|booking\\.com|vrbo|homeaway|expedia|agoda|tripadvisor)\\b'

const patterns = [
  `\\b(?:managed|owned|controlled|handled|maintained|synced|synchroni[sz]ed|imported|created|made|locked) (?:by|from|on|through|via|in|at) ${channel}`,
  `\\bchannel[- ](?:managed|owned|controlled)\\b`,
  `\\b(?:cancel|chang|modif|updat|edit|alter|mov)\\w*\\b[^.]{0,60}\\b(?:on|in|through|via|at|with|by|from) ${channel}`,
  `\\b(?:ota|channel|airbnb|booking\\.com|vrbo|expedia) (?:bookings?|reservations?)\\b[^.]{0,40}\\b(?:cannot|can not|can't|may not|must not)\\b`,
].map((pattern) => new RegExp(pattern, 'i'))

export const namesChannelAsOwner = (words: string | null): boolean =>
  words !== null && patterns.some((pattern) => pattern.test(words))
