/** Its id among the providers. */
export const provider = 'plumguide'
export const tag = 'Plumguide'
export const base = '/v1/channels/plumguide'
