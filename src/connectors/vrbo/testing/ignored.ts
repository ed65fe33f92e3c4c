/**
 * These fields of Vrbo are left unread for a reason; certification fails on a field that is neither read nor
 * named here.
 */
export const ignored = [
  { at: /propertiesByAdvertiser\.cursor$/, why: 'whether an account is there is told by its first home' },
] as const
