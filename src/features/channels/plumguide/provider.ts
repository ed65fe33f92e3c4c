/** Plum Guide's provider id. */
export const provider = 'plumguide'
export const tag = 'Plumguide'
export const base = '/v1/channels/plumguide'
