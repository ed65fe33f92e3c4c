/** What Vrbo tells and nothing here reads, and why; certification fails on a field that is neither read nor named here. */
export const ignored = [
  { at: /propertiesByAdvertiser\.cursor$/, why: 'whether an account is there is told by its first home' },
] as const
