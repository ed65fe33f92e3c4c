import { keyFamilyNames, type KeyFamily, type KeyScope } from './key-scopes.ts'

/** Roles go from the widest to the narrowest: each may do what the next one may, and more. */
export const memberRoles = ['owner', 'manager', 'read_only'] as const
export type MemberRole = (typeof memberRoles)[number]

/** Only owners change these, because they decide rights and cost. */
const ownersOnly: readonly KeyFamily[] = ['keys', 'members', 'audit', 'usage', 'billing']

/** Sessions of a role have these scopes of keys; null allows everything. */
export const roleScopes: Readonly<Record<MemberRole, readonly KeyScope[] | null>> = {
  owner: null,
  manager: [
    '*:read',
    ...keyFamilyNames
      .filter((family) => !ownersOnly.includes(family))
      .map((family): KeyScope => `${family}:write`),
  ],
  // Everybody can sign out.
  read_only: ['*:read', 'sessions:write'],
}
