/** Its id among the providers. */
export const provider = 'booking'
