import type { Person } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { guid } from './guid.ts'
import type { Customer } from './records.ts'

export const chainId = '6b1c2d3e-4f50-4a61-9b72-8c93a0d4e5f6'
/** The integration's own profile, as the maker of what it writes. */
export const connectorProfileId = '1f0e9d8c-7b6a-4958-8473-625140f3e2d1'

/** A customer of whom nothing is known. */
export function blankCustomer(id: string, at: string, profile = connectorProfileId): Customer {
  return {
    Id: id,
    ChainId: chainId,
    Number: String(Number.parseInt(id.slice(0, 6), 16)),
    FirstName: null,
    LastName: '',
    Email: null,
    HasOtaEmail: false,
    Phone: null,
    Notes: null,
    Classifications: [],
    Options: ['None'],
    IsActive: true,
    PreferredSpaceFeatures: [],
    CreatorProfileId: profile,
    UpdaterProfileId: profile,
    CreatedUtc: at,
    UpdatedUtc: at,
  } as Customer
}

export function inventCustomer(person: Person, at: string, random: SeededRandom): Customer {
  const profile = guid(random)
  return {
    ...blankCustomer(guid(random), at, profile),
    Number: random.digits(6),
    Title: null,
    Sex: null,
    // Some channels give one name only, which lands in the field that must not be empty.
    FirstName: random.chance(0.1) ? null : person.firstName,
    LastName: person.lastName,
    SecondLastName: null,
    NationalityCode: person.country,
    PreferredLanguageCode: random.chance(0.5) ? person.locale : null,
    LanguageCode: person.locale,
    Email: random.chance(0.15) ? null : person.email,
    HasOtaEmail: random.chance(0.3),
    Phone: random.chance(0.3) ? null : person.phone,
    AddressId: null,
    Address: null,
    CompanyId: null,
    MergeTargetId: null,
  } as Customer
}
