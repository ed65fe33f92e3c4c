/** Every record that shows a guest names them this way. */
export interface GuestNames {
  displayName: string
  displayNameLong: string
}

/** Some sources know a guest by the last name alone, or by no name at all. */
export function guestNames(firstName: string | null, lastName: string | null): GuestNames {
  const displayName = firstName || lastName || 'Guest'
  return { displayName, displayNameLong: firstName && lastName ? `${firstName} ${lastName}` : displayName }
}
